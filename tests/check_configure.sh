#!/bin/sh
# Checks that a preset's settings and a call's options hold where the compiler is found elsewhere than last time:
# check_configure.sh SOURCE
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/scripts" "$folder/one" "$folder/other"
cp "$1/scripts/configure" "$folder/scripts"
for place in one other; do
    ln -s "$(command -v gcc)" "$folder/$place/gcc"
done
cat >"$folder/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES C)
END
cat >"$folder/CMakePresets.json" <<'END'
{"version": 6, "configurePresets": [{"name": "small", "generator": "Ninja", "binaryDir": "${sourceDir}/build",
 "cacheVariables": {"CMAKE_C_COMPILER": "gcc", "OF_PRESET": "yes"}}]}
END

for place in one other; do
    PATH=$folder/$place:$PATH "$folder/scripts/configure" small -DOF_CALL=yes
    for setting in OF_PRESET OF_CALL; do
        grep -q "^$setting:.*=yes\$" "$folder/build/CMakeCache.txt" || { echo "$place: $setting is forgotten"; exit 1; }
    done
done
