#!/bin/sh
# Checks that includes point down, as docs/architecture.md says: check_layers.sh SOURCE
set -eu
cd "$1/src"
bad=0
known=

# layer FOLDER WHAT-IT-MAY-INCLUDE...
layer() {
    folder=$1
    known="$known $1/ "
    shift
    allowed=$(printf '%s|' "$@")none
    if grep -nE '#include "(\.\./)+[a-z]+/' "$folder"/*.[ch] | grep -vE "\"(\.\./)+($allowed)/"; then
        echo "src/$folder may include only: $*" >&2
        bad=1
    fi
}

layer rules
layer record rules
layer engine rules
layer draw rules
layer scene rules
layer hand rules
layer tables rules engine
layer puzzles rules engine
layer play rules record engine draw
layer tui rules record engine draw hand play
layer ugi rules record engine tables
layer arena rules record engine ugi
layer wasm rules record engine draw scene hand
layer server rules record engine
layer bot rules record engine arena
layer cli rules record engine draw tables puzzles play tui ugi arena server bot

for folder in */; do
    case $known in
        *" $folder "*) ;;
        *) echo "src/$folder is in no layer" >&2; bad=1 ;;
    esac
done
exit $bad
