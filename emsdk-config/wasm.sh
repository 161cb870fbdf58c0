#!/bin/sh
# Makes one WebAssembly module: wasm.sh <output>, run by build.mk with BUILD (scalar, simd,
# relaxed), FLAGS, SOURCES, EXPORTS (the list of exports) and the memory sizes in the environment.
#
# emcc compiles and links. Where its LLVM is older than 16 and BUILD is relaxed, a newer clang and
# its linker do the same against emcc's own C library; without those the build is skipped.
set -eu
output=$1
name=$(basename "$output" .wasm)
linked=.build/$name.linked.wasm
finished=.build/$name.finished.wasm
exports=$(cat "$EXPORTS")

find_emcc() {
    command -v emcc && return
    [ -x "${EMSDK:-}/upstream/emscripten/emcc" ] && echo "$EMSDK/upstream/emscripten/emcc"
}

emcc=$(find_emcc) || {
    echo "No emcc: install Emscripten (Debian: apt-get install emscripten) or set EMSDK." >&2
    exit 1
}
home=$(dirname "$emcc")
PATH=$PATH:$home:$home/../bin

# emcc exports some functions of its own that nobody calls. wasm-metadce keeps what it is told is
# called: our exports, the memory, and _initialize, which starts malloc.
strip_exports() {
    graph=.build/exports.$name.json
    {
        echo '['
        for name in $exports memory _initialize; do
            echo "{\"name\":\"$name\",\"export\":\"$name\",\"root\":true},"
        done
        echo '{"name":"end"}]'
    } >$graph
    wasm-metadce "$1" --graph-file=$graph -o "$2" $features >/dev/null
}

# Both ways put the stack first in memory: it grows down, so one that runs out leaves the memory and
# traps, where it would otherwise overwrite data.
build_with_emcc() {
    features="--enable-simd --enable-mutable-globals --enable-sign-ext --enable-bulk-memory
        --enable-nontrapping-float-to-int --enable-multivalue --enable-reference-types"
    [ "$BUILD" = relaxed ] && features="$features --enable-relaxed-simd"
    emcc $FLAGS $SOURCES -o "$linked" --no-entry -sSTANDALONE_WASM -sMALLOC=emmalloc \
        -sALLOW_MEMORY_GROWTH -sTOTAL_STACK=$STACK_BYTES -Wl,--stack-first \
        -sINITIAL_MEMORY=$INITIAL_BYTES -sMAXIMUM_MEMORY=$MAXIMUM_BYTES
    strip_exports "$linked" "$finished"
}

# Compiling and linking are two calls, because clang would send the module through the old
# wasm-opt that it finds on PATH.
build_with_clang() {
    sysroot=$(em-config CACHE)/sysroot
    library=$sysroot/lib/wasm32-emscripten
    objects=
    mkdir -p ".build/$name"
    for source in $SOURCES; do
        object=.build/$name/$(echo "$source" | tr / _).o
        clang-$1 --target=wasm32-unknown-emscripten --sysroot="$sysroot" $FLAGS -c "$source" -o "$object"
        objects="$objects $object"
    done
    wasm-ld-$1 $objects "$library/crt1_reactor.o" -L"$library" -lstandalonewasm -lc -lemmalloc -lcompiler_rt -o "$finished" \
        --entry=_initialize --strip-all -z stack-size=$STACK_BYTES --stack-first \
        --initial-memory=$INITIAL_BYTES --max-memory=$MAXIMUM_BYTES
}

llvm_of_emcc() {
    emcc -dM -E -x c /dev/null | sed -n 's/.*__clang_major__ //p'
}

newer_llvm() {
    for version in 22 21 20 19 18 17 16; do
        if command -v clang-$version >/dev/null && command -v wasm-ld-$version >/dev/null; then
            echo $version
            return
        fi
    done
    return 1
}

if [ "$BUILD" != relaxed ] || [ "$(llvm_of_emcc)" -ge 16 ]; then
    build_with_emcc
elif version=$(newer_llvm); then
    build_with_clang "$version"
else
    echo "Skipped $output: relaxed SIMD needs Emscripten with LLVM 16 or later, or clang-19 and lld-19 beside it."
    rm -f "$output"
    exit 0
fi
mv "$finished" "$output"
echo "$output: $(wc -c <"$output") bytes"
