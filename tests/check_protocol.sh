#!/bin/sh
# Checks that docs/protocol.md has every message, event and code that the server knows: check_protocol.sh SOURCE
set -eu
export LC_ALL=C # elsewhere [a-z] may be other letters
cd "$1"
bad=0

# documented WHAT WORD...: each word begins a row of a table there.
documented() {
    what=$1
    shift
    for word; do
        grep -qE "^\| (<a id=\"[a-z]*\"></a>)?\`$word\` \|" docs/protocol.md ||
            { echo "docs/protocol.md does not have the $what '$word'" >&2; bad=1; }
    done
}

# shellcheck disable=SC2046 # words
documented message $(sed -nE 's/^    \{"([a-z]+)",.*/\1/p' src/server/hub_messages.c)
# shellcheck disable=SC2046
documented code $(sed -nE 's/^REFUSAL\([A-Z]+, "([a-z]+)".*/\1/p' src/server/refusals.def)
# shellcheck disable=SC2046
documented event $(sed -nE 's/^    EVENT_([A-Z]+),.*/\1/p' src/server/event.h | tr A-Z a-z | grep -v '^create$')
# shellcheck disable=SC2046
documented message $(grep -ohE '"t", "[a-z]+"|json_string\("(event|game|chat|lobby)"\)' src/server/hub*.c |
    grep -oE '"[a-z]{2,}"' | tr -d '"' | grep -vxE 'ok|error|game' | sort -u)
exit $bad
