#!/bin/sh
# Checks that the example plays every game to its end: check_example.sh PROGRAM GAMES.DEF
set -eu
export LC_ALL=C # elsewhere [a-z] may be other letters
output=$("$1")
echo "$output"
games=$(grep -c '^GAME(' "$2")
ends=$(echo "$output" | grep -cE '^[A-Z][A-Za-z ]+: (player [1-4] wins|drawn) after [1-9][0-9]* moves$')
lines=$(echo "$output" | wc -l)
[ "$ends" -eq "$games" ] && [ "$lines" -eq "$games" ] || { echo "$games games expected"; exit 1; }
