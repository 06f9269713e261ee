#!/bin/sh
# Checks that what `make run` configures needs no library of which the package is there for tests only:
# check_setup.sh SOURCE CMAKE
set -eu
export LC_ALL=C
unset PKG_CONFIG
cd "$1"
folder=$(mktemp -d "${TMPDIR:-/tmp}/tablier-setup-XXXXXX")
trap 'rm -rf "$folder"' EXIT

options=$(make -n build | sed -n 's/^scripts\/build release *//p')
libraries=$(grep -E '^test +lib[a-z0-9]+-dev ' scripts/setup | sed -E 's/^test +lib([a-z0-9]+)-dev .*/\1/' | paste -sd '|')
[ -n "$libraries" ] || { echo "scripts/setup installs no library for tests any more"; exit 1; }

mkdir "$folder/first"
cat >"$folder/first/pkg-config" <<END
#!/bin/sh
case " \$* " in *$(echo "$libraries" | sed 's/|/*|*/g')*) exit 1 ;; esac
exec $(command -v pkg-config) "\$@"
END
chmod +x "$folder/first/pkg-config"

# shellcheck disable=SC2086 # a list of words
PATH="$folder/first:$PATH" "$2" -G Ninja -S . -B "$folder/build" $options >"$folder/log" 2>&1 ||
    { cat "$folder/log"; exit 1; }
