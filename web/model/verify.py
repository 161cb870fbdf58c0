"""Computes a Token Walk trace once more, in float64 and from nothing but its ids, weights and options, and
prints how far each of its tensors is from that: the largest difference, as a share of the largest number.

    python3 verify.py trace.safetensors        needs NumPy (Debian: python3-numpy)

Ends with 1 when a tensor is off by more than 1e-4, or when one is missing or not known here.
Shapes: T tokens, D width, H heads, K = D / H. Matrices of weights are [out, in]; "heads" stands first.
"""
import json
import math
import struct
import sys

import numpy as np

ALLOWED = 1e-4
TYPES = {"F32": "<f4", "F16": "<f2"}


def read(path):
    """The tensors by name as float64, and the metadata."""
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header, data = json.loads(file.read(length)), file.read()
    about = header.pop("__metadata__", {})
    tensors = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        tensors[name] = np.frombuffer(data[begin:end], TYPES[entry["dtype"]]).reshape(entry["shape"]).astype(float)
    return tensors, about


def softmax(x, axis=-1):
    """Largest visible number, powers, their sum, which lines are empty, and weights: zeros in an empty line."""
    top = x.max(axis, keepdims=True)
    empty = top == -math.inf
    top = np.where(empty, 0, top)
    powers = np.exp(x - top)
    total = powers.sum(axis, keepdims=True)
    lines = [line.squeeze(axis) for line in (top, total, empty)]
    return lines[0], powers, lines[1], lines[2], powers / np.where(empty, 1, total)


def sinusoid(t, d):
    angle = np.arange(t)[:, None] / 10000 ** ((np.arange(d) // 2 * 2) / d)
    return np.where(np.arange(d) % 2 == 0, np.sin(angle), np.cos(angle))


def rotate(x, base):
    """RoPE on neighbouring pairs, as complex numbers. x [H,T,K]"""
    t, k = x.shape[1:]
    turned = (x[..., 0::2] + 1j * x[..., 1::2]) * np.exp(1j * np.arange(t)[:, None] * base ** (-np.arange(0, k, 2) / k))
    return np.stack([turned.real, turned.imag], -1).reshape(x.shape)


class Walk:
    def __init__(self, weights, config, run):
        self.weights, self.config, self.run, self.trace = weights, config, run, {}
        self.t, self.h, self.d = len(run["ids"]), config["n_heads"], config["d_model"]
        self.k = self.d // self.h

    def put(self, name, value, layer=None, heads=False):
        place = "trace." if layer is None else f"trace.layers.{layer}."
        for key, matrix in [(f"heads.{h}.", value[h]) for h in range(self.h)] if heads else [("", value)]:
            self.trace[place + key + name] = matrix
        return value

    def weight(self, name, layer=None):
        return self.weights[name if layer is None else f"layers.{layer}.{name}"]

    def linear(self, x, name, layer):
        return x @ self.weight(name + ".weight", layer).T + self.weight(name + ".bias", layer)

    def norm(self, x, weights, name, layer=None):
        mean = x.mean(-1)
        std = np.sqrt(x.var(-1) + self.config["norm_epsilon"])
        self.put(name + "_mean", mean, layer)
        self.put(name + "_std", std, layer)
        normed = (x - mean[:, None]) / std[:, None]
        scaled = normed * self.weight(weights + ".weight", layer) + self.weight(weights + ".bias", layer)
        return self.put(name, scaled, layer)

    def split(self, x):
        """[T,D] to [H,T,K]; the fault forgets the transpose."""
        if self.run["fault"] == "no_head_transpose":
            return x.reshape(self.h, self.t, self.k)
        return x.reshape(self.t, self.h, self.k).swapaxes(0, 1)

    def join(self, x):
        return (x if self.run["fault"] == "no_head_transpose" else x.swapaxes(0, 1)).reshape(self.t, self.d)

    def hidden(self, layer):
        """[H,T,T], true where the key is hidden from the query."""
        hidden = np.zeros((self.h, self.t, self.t), bool)
        if self.run["causal"]:
            hidden |= np.arange(self.t) > np.arange(self.t)[:, None]
        hidden |= np.array(self.run["ids"]) == self.run["padding_id"]
        for at, head, query, key in self.run["cuts"]:
            if at in (-1, layer):
                every = [slice(None) if index < 0 else index for index in (head, query, key)]
                hidden[tuple(every)] = True
        return hidden

    def attend(self, normed, layer):
        put = lambda name, value: self.put(name, value, layer, heads=True)
        fault, hidden = self.run["fault"], self.hidden(layer)
        query, key, value = (
            put(role, self.split(self.linear(normed, "attention." + role, layer))) for role in ("query", "key", "value")
        )
        if self.run["position"] == "rope":
            query, key = rotate(query, self.config["rope_base"]), rotate(key, self.config["rope_base"])
        scores = put("scores", put("rotated_query", query) @ put("rotated_key", key).swapaxes(1, 2))
        divisor = {"sqrt(d_k)": self.k**0.5, "none": 1, "d_k": self.k, "sqrt(d_model)": self.d**0.5}[self.run["scale"]]
        scaled = put("scaled", scores / divisor)
        filler = {"zero_mask": 0, "mask_after_softmax": scaled}.get(fault, -math.inf)
        masked = put("masked", np.where(hidden, filler, scaled))
        names = ("row_max", "exp", "row_sum", "row_empty")
        *parts, weights = softmax(masked, -2 if fault == "softmax_columns" else -1)
        for name, part in zip(names, parts):
            put(name, part)
        weights = put("weights", np.where(hidden, 0, weights) if fault == "mask_after_softmax" else weights)
        put("weights_row_sum", weights.sum(2))
        put("weights_column_sum", weights.sum(1))
        self.put("weights_mean", weights.mean(0), layer)
        return put("head_output", weights @ value)

    def merge(self, outputs, layer):
        kept = outputs.copy()
        for at, head in self.run["heads_off"]:
            if at in (-1, layer):
                kept[slice(None) if head < 0 else head] = 0
        concat = self.put("concat", self.join(kept), layer)
        alone = [self.join(kept * (np.arange(self.h) == h)[:, None, None]) for h in range(self.h)]
        out = self.weight("attention.output.weight", layer)
        self.put("head_contribution", [one @ out.T for one in alone], layer, heads=True)
        return self.put("attention_output", self.linear(concat, "attention.output", layer), layer)

    def feed_forward(self, normed, layer):
        up = self.put("feed_forward_up", self.linear(normed, "feed_forward.up", layer), layer)
        gelu = lambda x: x / 2 * np.vectorize(math.erfc)(-x / 2**0.5)
        hidden = np.maximum(up, 0) if self.config["activation"] == "relu" else gelu(up)
        self.put("feed_forward_hidden", hidden, layer)
        return self.put("feed_forward_output", self.linear(hidden, "feed_forward.down", layer), layer)

    def predict(self, final, table):
        logits = self.put("logits", final @ table.T + self.weight("prediction.bias"))
        probabilities = self.put("probabilities", softmax(logits)[-1])
        chosen, rest = self.run["candidates"], np.ones((self.t, 1))
        shares = softmax(logits[:, chosen])[-1] if chosen else np.zeros((self.t, 0))
        rest -= probabilities[:, chosen].sum(1, keepdims=True)
        self.put("belief", np.hstack([shares, np.maximum(rest, 0)]))

    def all(self):
        table = self.weight("token_embedding.weight")
        scale = self.d**0.5 if self.config["embedding_scale"] == "sqrt(d_model)" else 1
        x = self.put("embedding", table[self.run["ids"]] * scale)
        amplitude = self.config["position_amplitude"] if self.run["position"] == "sinusoidal" else 0
        x = self.put("input", x + self.put("position", amplitude * sinusoid(self.t, self.d)))
        for layer in range(self.config["n_layers"]):
            outputs = self.attend(self.norm(x, "attention_norm", "attention_norm", layer), layer)
            x = self.put("attention_residual", x + self.merge(outputs, layer), layer)
            normed = self.norm(x, "feed_forward_norm", "feed_forward_norm", layer)
            x = self.put("residual", x + self.feed_forward(normed, layer), layer)
        self.predict(self.norm(x, "final_norm", "final"), table)
        return self.trace


def difference(got, wanted, scale):
    """Infinite where only one is −∞, or where the shapes differ."""
    if got.shape != np.shape(wanted):
        return math.inf
    same = got == wanted
    apart = np.abs(np.where(same, 0, got) - np.where(same, 0, wanted))
    return float(np.max(apart)) / scale


def largest(matrices):
    return max((float(np.max(np.abs(m[np.isfinite(m)]), initial=0)) for m in matrices), default=0) or 1.0


def main(path):
    tensors, about = read(path)
    wanted = Walk(tensors, json.loads(about["config"]), json.loads(about["run"])).all()
    found = {name for name in tensors if name.startswith("trace.")}
    bad = sorted(found ^ set(wanted))
    for name in bad:
        print(f"{'missing here' if name in found else 'missing in the file':>20}  {name}")
    kind = lambda name: name.split(".heads.")[0] + name.rsplit(".", 1)[1]  # heads share a scale
    scales = {}
    for name in wanted:
        scales[kind(name)] = max(scales.get(kind(name), 0), largest([np.asarray(wanted[name], float)]))
    for name in sorted(found & set(wanted)):
        apart = difference(tensors[name], wanted[name], scales[kind(name)])
        bad += [name] if not apart <= ALLOWED else []
        print(f"{apart:20.3g}  {name}{'' if apart <= ALLOWED else '  DIFFERS'}")
    print(f"{len(wanted)} tensors, {len(bad)} of them off by more than {ALLOWED:g}.")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
