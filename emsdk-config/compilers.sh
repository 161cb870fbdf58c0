# Which compilers this machine has; read by setup.sh and wasm.sh (`. emsdk-config/compilers.sh`).
#
# An emcc under $EMSDK comes before one on PATH. What is known about it stands in .build/emcc.found,
# because asking an emcc takes a second and make asks each time.

OLDEST_EMCC=3.1.6 # Debian 12's, and the oldest that was tried
RELAXED_LLVM=16   # older ones emit the numbers of a draft, which browsers reject

has() { command -v "$1" >/dev/null 2>&1; }

fail() {
    echo "$*" >&2
    exit 1
}

# Prints where emcc lies; fails where there is none.
find_emcc() {
    if [ -x "${EMSDK:-/nowhere}/upstream/emscripten/emcc" ]; then
        echo "$EMSDK/upstream/emscripten/emcc"
    else
        command -v emcc
    fi
}

# Sets emcc, emcc_version and emcc_llvm for the emcc at $1, or ends in a sentence.
ask_emcc() {
    emcc=$1
    mkdir -p .build
    known=$(cat .build/emcc.found 2>/dev/null || true)
    stamp=$(ls -lLd "$emcc" "$(dirname "$emcc")/emscripten-version.txt" 2>/dev/null | tr -s ' \n' ' ')
    if [ "${known#* * }" != "$stamp" ]; then
        emcc_version=$("$emcc" --version 2>.build/emcc.log | sed -n '1s/.* \([0-9][0-9.]*\).*/\1/p')
        emcc_llvm=$("$emcc" -dM -E -x c /dev/null 2>>.build/emcc.log | sed -n 's/.*__clang_major__ //p')
        [ -n "$emcc_version" ] && [ -n "$emcc_llvm" ] ||
            fail "$emcc does not run (what it says is in .build/emcc.log);" \
                "repair it, or take it off PATH and out of EMSDK."
        known="$emcc_version $emcc_llvm $stamp"
        echo "$known" >.build/emcc.found
    fi
    emcc_version=${known%% *}
    emcc_llvm=${known#* }
    emcc_llvm=${emcc_llvm%% *}
    [ "$(printf '%s\n' "$OLDEST_EMCC" "$emcc_version" | sort -V | head -n 1)" = "$OLDEST_EMCC" ] ||
        fail "$emcc is Emscripten $emcc_version; Token Walk needs $OLDEST_EMCC or later."
}

# The newest LLVM of which clang and linker are here under Debian's names; fails where there is none.
newer_llvm() {
    for version in 23 22 21 20 19 18 17 16; do
        if has clang-$version && has wasm-ld-$version; then
            echo $version
            return
        fi
    done
    return 1
}
