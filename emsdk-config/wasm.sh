#!/bin/sh
# Makes one WebAssembly module: wasm.sh <output>, run by build.mk with BUILD (scalar, simd,
# relaxed), FLAGS, SOURCES, EXPORTS (the list of exports) and the memory sizes in the environment.
#
# emcc compiles and links. Where its LLVM is older than 16 and BUILD is relaxed, a newer clang and
# its linker do the same against emcc's own C library; without those the build is skipped, and a note
# beside the other products of the build (.build/<module>.skipped) tells the tests why.
#
# What the compilers say goes into a log. On a failure what they say of our own sources is shown.
set -eu
. "${0%/*}/compilers.sh"
output=$1
name=$(basename "$output" .wasm)
mkdir -p .build
linked=.build/$name.linked.wasm
finished=.build/$name.finished.wasm
note=.build/$name.skipped
log=.build/$name.log
exports=$(cat "$EXPORTS")

found=$(find_emcc) || fail "No emcc: install Emscripten (Debian: apt-get install emscripten) or set EMSDK."
ask_emcc "$found"
home=$(dirname "$emcc")
PATH=$home:$PATH:$home/../bin

# Runs a command whose words go into the log; ends in a sentence if it fails.
quietly() {
    "$@" >>"$log" 2>&1 && return
    grep -E '^(src|tests)/[^ ]*: ' "$log" >&2 || true
    fail "$output was not made: ${1##*/} failed; all that it said is in $log."
}

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
    quietly wasm-metadce "$1" --graph-file=$graph -o "$2" $features
}

# Both ways put the stack first in memory: it grows down, so one that runs out leaves the memory and
# traps, where it would otherwise overwrite data.
build_with_emcc() {
    features="--enable-simd --enable-mutable-globals --enable-sign-ext --enable-bulk-memory
        --enable-nontrapping-float-to-int --enable-multivalue --enable-reference-types"
    [ "$BUILD" = relaxed ] && features="$features --enable-relaxed-simd"
    quietly "$emcc" $FLAGS $SOURCES -o "$linked" --no-entry -sSTANDALONE_WASM -sMALLOC=emmalloc \
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
        quietly clang-$1 --target=wasm32-unknown-emscripten --sysroot="$sysroot" $FLAGS -c "$source" -o "$object"
        objects="$objects $object"
    done
    quietly wasm-ld-$1 $objects "$library/crt1_reactor.o" -L"$library" \
        -lstandalonewasm -lc -lemmalloc -lcompiler_rt -o "$finished" \
        --entry=_initialize --strip-all -z stack-size=$STACK_BYTES --stack-first \
        --initial-memory=$INITIAL_BYTES --max-memory=$MAXIMUM_BYTES
}

rm -f "$log" "$note"
if [ "$BUILD" != relaxed ] || [ "$emcc_llvm" -ge "$RELAXED_LLVM" ]; then
    build_with_emcc
elif version=$(newer_llvm); then
    build_with_clang "$version"
else
    echo "Skipped $output: relaxed SIMD needs an emcc with LLVM $RELAXED_LLVM or later (this one has $emcc_llvm)," \
        "or clang-19 and lld-19 beside it." | tee "$note"
    rm -f "$output"
    exit 0
fi
mv "$finished" "$output"
echo "$output: $(wc -c <"$output") bytes"
