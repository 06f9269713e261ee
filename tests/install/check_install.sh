#!/bin/bash
# Installs a build into an empty folder and uses it from there, as another project would:
#   check_install.sh SOURCE BUILD PREFIX LIBDIR COMPILER
set -euo pipefail
export LC_ALL=C.UTF-8 # the manual has letters that plain C cannot show
unset LANGUAGE MANPAGER PAGER MANOPT
source=$1 build=$2 prefix=$3 libdir=$4 compiler=$5

folder=$(mktemp -d "${TMPDIR:-/tmp}/tablier-install-XXXXXX")
trap 'rm -rf "$folder"' EXIT
installed=$folder/root$prefix
games=$(grep -c '^GAME(' "$source/src/games.def")
example=$source/examples/random_games.c

# Runs a program and checks that it says one line about each game.
check_games() {
    local lines
    lines=$("$@" | wc -l)
    [ "$lines" -eq "$games" ] || { echo "$*: $lines lines for $games games" >&2; exit 1; }
}

echo "== install"
DESTDIR=$folder/root cmake --install "$build" >/dev/null
(cd "$folder/root" && find . -not -type d | sort)

echo "== another project with find_package"
cmake -S "$source/tests/install" -B "$folder/project" -DCMAKE_PREFIX_PATH="$installed" -DEXAMPLE="$example" \
    -DCMAKE_C_COMPILER="$compiler" >/dev/null
cmake --build "$folder/project" >/dev/null
for program in with_shared with_static with_cplusplus; do
    check_games "$folder/project/$program"
done

echo "== another project with pkg-config"
export PKG_CONFIG_PATH=$installed/$libdir/pkgconfig
# It gives words for a shell, with spaces marked in them; xargs reads these.
pkg-config --cflags --libs tablier | xargs "$compiler" -o "$folder/shared" "$example"
pkg-config --static --cflags --libs tablier | xargs "$compiler" -static -o "$folder/static" "$example"
LD_LIBRARY_PATH=$installed/$libdir check_games "$folder/shared"
check_games "$folder/static"

echo "== both libraries show what the header declares, and nothing else"
sed -nE 's/^TAB_API[^(]*\b(tab_[a-z0-9_]+)\(.*/\1/p' "$installed/include/tablier.h" | sort >"$folder/declared"
nm -D --defined-only "$installed/$libdir/libtablier.so" | awk '{ print $3 }' | sort >"$folder/shared.names"
nm -g --defined-only "$installed/$libdir/libtablier.a" | awk 'NF == 3 { print $3 }' | sort >"$folder/static.names"
diff "$folder/declared" "$folder/shared.names"
diff "$folder/declared" "$folder/static.names"

echo "== the shared library has a versioned name"
objdump -p "$installed/$libdir/libtablier.so" | grep -E 'SONAME +libtablier\.so\.[0-9]+$'

echo "== the unit starts what the settings' file says, so that other commands find the same games"
unit=$installed/lib/systemd/system/tablier.service
grep -qx "ExecStart=$prefix/bin/tablier serve --config %d/tablier.conf" "$unit"
grep -qx "LoadCredential=tablier.conf:/etc/tablier.conf" "$unit"
command=$(sed -nE 's/^(tablier serve .*) \| sudo tee .*/\1/p' "$source/docs/hosting.md")
# shellcheck disable=SC2086 # words of a command
"$installed/bin/"$command | grep -x "data = /var/lib/$(sed -n 's/^StateDirectory=//p' "$unit")"

echo "== the command, its manual page and its completions"
"$installed/bin/tablier" games >/dev/null
MANWIDTH=80 man --warnings -l "$installed/share/man/man1/tablier.1" >"$folder/manual" 2>"$folder/warnings"
cat "$folder/warnings"
[ ! -s "$folder/warnings" ]
grep -q '^NAME' "$folder/manual"
MANWIDTH=80 man --warnings -l "$installed/share/man/fr/man1/tablier.1" 2>"$folder/warnings" | grep '^NOM'
cat "$folder/warnings"
[ ! -s "$folder/warnings" ]
[ "$(find "$installed/share/tablier/lessons" -name '*.lesson' | wc -l)" -eq "$games" ]
[ "$(find "$installed/share/tablier/puzzles" -name '*.json' | wc -l)" -eq "$games" ]
LC_ALL=fr_FR.UTF-8 "$installed/bin/tablier" games | grep -x 'anneaux.: Trois Anneaux, 2 à 4 joueurs'
bash -c 'source "$1" && complete -p tablier' - "$installed/share/bash-completion/completions/tablier.bash"
grep -qx '#compdef tablier' "$installed/share/zsh/site-functions/_tablier"
