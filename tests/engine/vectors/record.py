"""Runs models once more in float64, from nothing but their three files, and writes what comes out as
<model>.safetensors.gz, with <case>/[layers.<l>.][heads.<h>.]<name> for each tensor, rounded to float32.

    python3 record.py <folder for recordings> <folder of a model> ...        needs NumPy (Debian: python3-numpy)

No code of the engine takes part, nor a trace of its own: the words are split here by tokenizer.json, and the
mathematics is web/model/verify.py's. The first case is kept whole, of the others what a layer gives to the next.
"""
import gzip
import json
import re
import struct
import sys
import unicodedata
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).parents[3] / "web" / "model"))
sys.dont_write_bytecode = True
from verify import Walk, read  # noqa: E402

SENTENCE = "服务 A 调用了配置中心 B，因为它需要获取最新配置。"
CONTEXT_A, CONTEXT_B = "服务 A 启动后没有本地配置。", "配置中心 B 的配置已过期。"
ANSWER = "它指"  # where a decoder answers
WHOLE = "article"
OUTPUTS = ("input", "weights", "residual", "logits", "belief")


def cases_of(config):
    """What is run: text, and the options in which it is not the model's own way."""
    decoder = config.get("architecture") == "decoder"
    end = ANSWER if decoder else ""
    mask, other = ("causal", "none") if decoder else ("none", "causal")
    cases = {
        WHOLE: {"text": SENTENCE},
        "context A": {"text": CONTEXT_A + SENTENCE},
        "context B": {"text": CONTEXT_B + SENTENCE},
        f"mask {other}": {"text": SENTENCE, "mask": other},
        "no positions": {"text": SENTENCE, "position": "none"},
    }
    return {
        name: {"mask": mask, "position": config["position"], **case, "text": case["text"] + end}
        for name, case in cases.items()
    }


def tokens_of(tokenizer, text):
    """The words of a text by tokenizer.json: normalizers in turn, then one pattern whose matches stand alone."""
    pattern = lambda part: re.sub(r"\\x\{(\w+)\}", lambda code: chr(int(code[1], 16)), part["pattern"]["Regex"])
    for step in tokenizer["normalizer"]["normalizers"]:
        if step["type"] == "NFC":
            text = unicodedata.normalize("NFC", text)
        else:
            text = re.sub(pattern(step), step["content"], text)
    words = re.split(f"({pattern(tokenizer['pre_tokenizer'])})", text)
    return [word for word in words if word.strip()]


def run_of(config, tokenizer, case):
    tokens = tokens_of(tokenizer, case["text"])
    ids = [tokenizer["model"]["vocab"][token] for token in tokens]
    named = [id for id in dict.fromkeys(ids) if id in config["entity_ids"]]
    asked = {"causal": case["mask"] == "causal", "position": case["position"], "candidates": named}
    plain = {"padding_id": -1, "cuts": [], "heads_off": [], "scale": "sqrt(d_k)", "fault": "none"}
    return {**case, "tokens": tokens, "ids": ids, "candidates": named}, {"ids": ids, **asked, **plain}


def record(folder):
    """Tensors by name and what was run, of the model in a folder."""
    config = {"rope_base": 10000, "embedding_scale": "none", **json.loads((folder / "config.json").read_text("utf8"))}
    tokenizer = json.loads((folder / "tokenizer.json").read_text("utf8"))
    weights, _ = read(folder / "model.safetensors")
    tensors, cases = {}, {}
    for name, case in cases_of(config).items():
        cases[name], run = run_of(config, tokenizer, case)
        for key, value in Walk(weights, config, run).all().items():
            if name == WHOLE or key.rsplit(".", 1)[1] in OUTPUTS:
                tensors[f"{name}/{key.removeprefix('trace.')}"] = np.asarray(value, "<f4")
    return tensors, cases


def write(path, tensors, about):
    header, size = {"__metadata__": about}, 0
    for name, value in tensors.items():
        header[name] = {"dtype": "F32", "shape": value.shape, "data_offsets": [size, size + value.nbytes]}
        size += value.nbytes
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    data = b"".join(value.tobytes() for value in tensors.values())
    path.write_bytes(gzip.compress(struct.pack("<Q", len(text)) + text + data, mtime=0))


def main(target, *folders):
    for folder in map(Path, folders):
        tensors, cases = record(folder)
        about = {"model": folder.name, "cases": json.dumps(cases, ensure_ascii=False)}
        write(Path(target) / f"{folder.name}.safetensors.gz", tensors, about)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) > 2 else __doc__)
