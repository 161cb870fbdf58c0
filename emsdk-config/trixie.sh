#!/bin/sh
# Tries the compilers of another Debian without touching this one, as root:
#
#   sh emsdk-config/trixie.sh <folder>   builds the eight modules there, from a copy of this source, with trixie's emcc
#
# Debian's packages are unpacked into .build/trixie (1.6 GB) once, by a package list of its own, and the
# build runs in there by chroot. RELEASE names another release, MIRROR another server.
set -eu
: "${RELEASE:=trixie}" "${MIRROR:=http://deb.debian.org/debian}"
: "${1:?say into which folder the modules go: sh emsdk-config/trixie.sh <folder>}"
box=$PWD/.build/$RELEASE
root=$box/root

unpack() {
    lists=$box/apt
    mkdir -p "$lists/lists/partial" "$lists/archives/partial" "$lists/etc" "$root"
    : >"$lists/status"
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $MIRROR $RELEASE main" >"$lists/sources.list"
    apt="apt-get -q -o Dir::Etc=$lists/etc -o Dir::Etc::SourceList=$lists/sources.list -o Dir::State::Lists=$lists/lists
        -o Dir::State::Status=$lists/status -o Dir::Cache=$lists -o APT::Sandbox::User=root
        -o APT::Install-Recommends=false"
    $apt update
    $apt install -y --download-only emscripten make dash coreutils sed grep findutils
    for package in "$lists"/archives/*.deb; do dpkg-deb --extract "$package" "$root"; done
    rm -r "$lists/archives"
    for name in bin lib lib64; do [ -e "$root/$name" ] || ln -s "usr/$name" "$root/$name"; done
    ln -sf dash "$root/usr/bin/sh"
    touch "$box/unpacked"
}

[ -e "$box/unpacked" ] || unpack
rm -rf "$root/src" # what an older source left behind would be compiled too
mkdir -p "$root/src" "$root/dev" "$root/proc" "$root/tmp" "$1"
cp -r Makefile src emsdk-config tests "$root/src/" 2>/dev/null
[ -c "$root/dev/null" ] || mknod -m 666 "$root/dev/null" c 1 3
mount -t proc proc "$root/proc" 2>/dev/null || true
status=0
chroot "$root" /usr/bin/env -i PATH=/usr/bin HOME=/tmp \
    sh -c 'cd /src && emcc --version | head -1 && rm -rf web && make -f emsdk-config/build.mk wasm' || status=$?
umount "$root/proc" 2>/dev/null || true
[ "$status" = 0 ] && cp "$root"/src/web/engine/*.wasm "$1"
exit "$status"
