#!/bin/sh
# Makes sure that what a goal needs is on this machine, and installs only what is missing.
#
#   sh emsdk-config/setup.sh build   the compilers for the three wasm builds
#   sh emsdk-config/setup.sh test    these, and what the tests need: SIMDe, NumPy, Chromium, a CJK font
#
# An emcc on PATH or under $EMSDK is used as it is. Otherwise Debian's packages are installed with
# apt-get: directly as root, through sudo as anybody else. Without either, one sentence says what to
# install by hand. When nothing is missing this prints nothing and takes a few milliseconds.
set -eu

missing=""
want() { missing="$missing $1"; }
has() { command -v "$1" >/dev/null 2>&1; }

if [ "$(node -p 'process.versions.node.split(".")[0] >= 20' 2>/dev/null)" != true ] || ! has npm; then
    echo "Token Walk needs Node 20 or later with npm; install it and run this again." >&2
    exit 1
fi

has emcc || [ -x "${EMSDK:-/nowhere}/upstream/emscripten/emcc" ] || want emscripten
# Debian's emcc stands on LLVM 14, whose relaxed-SIMD opcodes browsers reject; LLVM 19 makes that
# build. Any newer emcc does it alone.
case "$(command -v emcc || true) ${EMSDK:-}" in
    " " | "/usr/bin/emcc "*)
        has clang-19 || want clang-19
        has wasm-ld-19 || want lld-19 ;;
esac
if [ "${1:-build}" = test ]; then
    [ -e /usr/include/simde/wasm/simd128.h ] || want libsimde-dev
    # A python3 of one's own comes first on PATH and may have none; Debian's package serves the system's.
    python3 -c 'import numpy' 2>/dev/null || /usr/bin/python3 -c 'import numpy' 2>/dev/null || want python3-numpy
    has clang-format-19 || want clang-format-19
    [ -n "${CHROMIUM:-}" ] || has chromium || has chromium-browser || has google-chrome || want chromium
    # Without a font for them, Chinese characters are boxes of another width than any reader sees.
    ls /usr/share/fonts/opentype/noto/NotoSansCJK* >/dev/null 2>&1 || want fonts-noto-cjk
fi
[ -n "$missing" ] || exit 0

# With nobody to type a password, sudo must not ask for one: it would wait for ever.
if [ "$(id -u)" = 0 ]; then
    as_root=""
elif has sudo && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
    as_root="sudo"
else
    as_root="none"
fi
if ! has apt-get || [ "$as_root" = none ]; then
    echo "Please install these Debian packages, or their equals here, as root:$missing. Then run this again." >&2
    exit 1
fi

echo "Installing what is missing:$missing"
$as_root apt-get update -q
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends $missing
