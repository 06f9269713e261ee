#!/bin/sh
# Checks that every test that docs/security.md names exists: check_security.sh SOURCE
set -eu
export LC_ALL=C # elsewhere [a-z] may be other letters
cd "$1"
sed -nE 's/^\|.*\| `([a-z0-9_./]+)`: (.*) \|$/\1 \2/p' docs/security.md | {
    bad=0 count=0
    while read -r file title; do
        count=$((count + 1))
        grep -qF -- "$title" "$file" || { echo "docs/security.md: no test '$title' in $file" >&2; bad=1; }
    done
    rows=$(grep -c '^| ' docs/security.md)
    headings=$(grep -c '^| threat |' docs/security.md)
    [ "$count" -eq $((rows - headings)) ] || { echo "docs/security.md: a row names no test" >&2; bad=1; }
    exit $bad
}
