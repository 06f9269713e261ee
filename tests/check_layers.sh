#!/bin/sh
# Checks that includes point down, as docs/architecture.md says: check_layers.sh SOURCE
set -eu
export LC_ALL=C # elsewhere [a-z] may be other letters
cd "$1/src"
bad=0
known=

# includes_check WHAT FILES: fails when one of the files includes something of another layer that $allowed has not
includes_check() {
    what=$1
    shift
    pattern=$(for name in $allowed; do case $name in *.*) printf '%s"|' "$name" ;; *) printf '%s/|' "$name" ;; esac; done)
    if grep -nE "#include \"$what" "$@" | grep -vE "#include \"(\.\./)*(${pattern}none)"; then
        echo "these may include only: $allowed" >&2
        bad=1
    fi
}

# layer FOLDER WHAT-IT-MAY-INCLUDE...: other folders, and files directly in src
layer() {
    folder=$1
    shift
    known="$known $folder "
    allowed=$*
    includes_check '\.\./' "$folder"/*.[ch]
}

# shared NAME WHAT-IT-MAY-INCLUDE...: NAME.c and NAME.h directly in src are a layer too
shared() {
    name=$1
    shift
    known="$known $name.c $name.h "
    allowed="$name.h $*"
    includes_check '' "$name".[ch]
}

# What the library has of translations is the mark N_, a macro.
layer rules games.def translate.h
layer record rules
layer engine games.def rules
layer draw games.def rules
layer scene games.def rules
layer hand games.def translate.h rules

shared file
shared lock
shared catalogue
shared share file.h
shared translate catalogue.h share.h draw
shared lessons share.h translate.h record
shared opening translate.h
shared analysis
known="$known translate_error.c games.def CMakeLists.txt "

layer tables file.h share.h rules engine
layer puzzles rules engine
layer play file.h lock.h translate.h opening.h rules record engine draw
layer tui file.h translate.h lessons.h rules record engine draw hand play
layer ugi opening.h rules record engine
layer arena rules record engine ugi
layer wasm rules record engine draw scene hand
layer server file.h translate.h opening.h analysis.h rules record engine
layer bot rules record engine arena
layer cli file.h lock.h translate.h opening.h analysis.h share.h rules record engine draw tables puzzles play tui ugi arena server bot

for name in *; do
    case $known in
        *" $name "*) ;;
        *) echo "src/$name is in no layer" >&2; bad=1 ;;
    esac
done
exit $bad
