#!/bin/bash
# Checks that scripts/setup asks for packages by the names that a release of Debian has: check_packages.sh SOURCE
# Debian's programs are stand-ins here: nothing is installed.
set -euo pipefail
export LC_ALL=C.UTF-8 # a range of letters is another one in Turkish
cd "$1"
folder=$(mktemp -d "${TMPDIR:-/tmp}/tablier-packages-XXXXXX")
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin"
export folder PATH=$folder/bin:$PATH

stand_in() {
    printf '#!/bin/sh\n%s\n' "$2" >"$folder/bin/$1"
    chmod +x "$folder/bin/$1"
}
# shellcheck disable=SC2016 # for the stand-ins
{
    stand_in dpkg-query 'sed "s/$/ installed/" "$folder/installed"'
    stand_in apt-cache 'for name; do :; done; ! grep -qx "$name" "$folder/unknown"'
    stand_in apt-get 'echo "$*" >>"$folder/asked"'
    stand_in sudo '[ "$1" != -n ] || shift; exec "$@"'
    stand_in npm :
}

# asked_for RELEASE WANTED: of the names of the package for browsers, those that it asks for are WANTED.
asked_for() {
    local release=$1 wanted=$2 found
    : >"$folder/asked"
    scripts/setup run >/dev/null
    found=$({ grep -o 'libclang-rt-[a-z0-9-]*wasm32' "$folder/asked" || true; } | paste -sd ' ')
    [ "$found" = "$wanted" ] || { echo "$release: it asks for '$found', not for '$wanted'" >&2; exit 1; }
}

: >"$folder/installed"
echo libclang-rt-dev-wasm32 >"$folder/unknown"
asked_for 'Debian 12' libclang-rt-14-dev-wasm32
echo libclang-rt-14-dev-wasm32 >"$folder/unknown"
asked_for 'Debian 13' libclang-rt-dev-wasm32
echo libclang-rt-14-dev-wasm32 >"$folder/installed"
asked_for 'Debian 12, where it is installed' ''
