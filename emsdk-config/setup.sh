#!/bin/sh
# Makes sure that what a goal needs is on this machine, and installs only what is missing.
#
#   sh emsdk-config/setup.sh build    the compilers for the three wasm builds
#   sh emsdk-config/setup.sh test     these, and what the tests need: SIMDe, NumPy, Chromium, a CJK font
#   sh emsdk-config/setup.sh npm .    the packages that the folder's package-lock.json names
#
# An emcc under $EMSDK or on PATH is used as it is. Otherwise Debian's packages are installed with
# apt-get: directly as root, through sudo where it asks for no password. Without either, one sentence
# says what to install by hand. When nothing is missing this prints nothing and takes a moment.
set -eu
. "${0%/*}/compilers.sh"
log=.build/setup.log
mkdir -p .build

check_node() {
    needs="Token Walk needs Node 20 or later with npm"
    has node || fail "$needs, and there is no node on PATH; install it and run this again."
    found=$(node --version) # v20.1.0
    major=${found#v}
    [ "${major%%.*}" -ge 20 ] ||
        fail "$needs, and $(command -v node) is $found; install a later one and run this again."
    has npm || fail "$needs, and there is no npm beside Node $found; install it and run this again."
}

# Sets `missing` to the packages that nothing goes without, and `relaxed` to those of the relaxed build.
look_for_compilers() {
    if ! found=$(find_emcc); then
        missing="$missing emscripten"
        return
    fi
    case ${EMSDK:-} in
        "" | "${found%/upstream/emscripten/emcc}") ;;
        *) echo "EMSDK is $EMSDK, which holds no upstream/emscripten/emcc; $found is used instead." >&2 ;;
    esac
    ask_emcc "$found"
    [ "$emcc_llvm" -ge "$RELAXED_LLVM" ] || newer_llvm >/dev/null || relaxed=" clang-19 lld-19"
}

look_for_test_tools() {
    [ -e /usr/include/simde/wasm/simd128.h ] || missing="$missing libsimde-dev"
    # A python3 of one's own comes first on PATH and may have none; Debian's package serves the system's.
    python3 -c 'import numpy' 2>/dev/null || /usr/bin/python3 -c 'import numpy' 2>/dev/null ||
        missing="$missing python3-numpy"
    has clang-format-19 || missing="$missing clang-format-19"
    [ -n "${CHROMIUM:-}" ] || has chromium || has chromium-browser || has google-chrome ||
        missing="$missing chromium"
    # Without a font for them, Chinese characters are boxes of another width than any reader sees.
    ls /usr/share/fonts/opentype/noto/NotoSansCJK* >/dev/null 2>&1 || missing="$missing fonts-noto-cjk"
}

# How to become root without being asked anything: prints a command (or nothing, as root), or fails.
as_root() {
    [ "$(id -u)" = 0 ] || { has sudo && sudo -n true 2>/dev/null && echo sudo; }
}

can_install() { has apt-get && as_root >/dev/null; }

# apt-get's own words go into the log; what is shown is how far it has come.
install() {
    echo "Installing what is missing: $*"
    root=$(as_root)
    $root apt-get update -q -o Acquire::Retries=1 -o Acquire::http::Timeout=20 >"$log" 2>&1 || true
    grep -qE '^(Get|Hit):' "$log" ||
        fail "No package server can be reached (see $log), and these packages are missing: $*." \
            "Connect this machine, or install them by hand; then run this again."
    {
        $root env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends $* 2>&1 ||
            echo "apt-get failed"
    } | tee -a "$log" | grep -E '^(Get:|Unpacking|Setting up)' || true
    [ "$(tail -n 1 "$log")" != "apt-get failed" ] ||
        fail "apt-get could not install $* (what it says is in $log); install them by hand and run this again."
}

# An emcc that was just installed may ask for a newer clang beside it, so this is done twice.
install_what_is_missing() {
    for _ in 1 2; do
        missing=""
        relaxed=""
        look_for_compilers
        [ "$1" = build ] || look_for_test_tools
        if [ -n "$missing" ] && ! can_install; then
            fail "Please install these Debian packages, or their equals here, as root:$missing$relaxed." \
                "Then run this again."
        fi
        # Without a way to install them the relaxed build is left out, and wasm.sh says so.
        can_install || return 0
        [ -z "$missing$relaxed" ] || install $missing $relaxed
    done
}

install_npm_packages() {
    cd "$1"
    echo "Fetching the packages that ${1%/}/package-lock.json names."
    npm ci --prefer-offline --loglevel=http --fetch-retries=1 ||
        fail "npm could not fetch what ${1%/}/package-lock.json names;" \
            "connect this machine to the network and run this again."
}

check_node
case ${1:-} in
    build | test) install_what_is_missing "$1" ;;
    npm) install_npm_packages "${2:-.}" ;;
    *) fail "Say what to set up: sh emsdk-config/setup.sh build|test|npm" ;;
esac
