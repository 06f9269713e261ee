#!/bin/sh
# Plays twenty fast games between different engines: check_match.sh TABLIER SPEC
# Nobody may make an illegal move or crash. Limits in nodes keep it quick; the clocks run along, but no machine is so slow
# that it oversteps them.
set -eu
export LC_ALL=C # elsewhere [a-z] may be other letters
tablier=$1
spec=$2
common=hash=1,tc=36000+10

set -- "tablier,threads=2,nodes=200,$common" "mcts,nodes=20,$common"
case $spec in
*players=3) set -- "$@" "uct,nodes=4,$common" ;;
*players=4) set -- "$@" "uct,nodes=4,$common" "greedy,$common" ;;
esac
summary=$("$tablier" match "$@" --game "$spec" --games 20 --openings random:0-4 --maxplies 150 --concurrency 2 --patience 1000000 --json)
echo "$summary"
case $summary in
*'"games":20,"of":20,'*'"failures":[]'*) ;;
*) echo "not all games were played, or not without failures" >&2; exit 1 ;;
esac
