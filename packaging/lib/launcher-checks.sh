#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks packaging/run on a copy of the sources: in a folder with blanks, outside git, from another working folder.
# Usage: launcher-checks.sh RESULTS-FOLDER
# shellcheck source-path=SCRIPTDIR
set -u -o pipefail
results=$1
lib=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
root=$(dirname -- "$(dirname -- "$lib")")
# shellcheck source=checks.sh
. "$lib/checks.sh"

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
copy="$work/a copy, with blanks (한글)"
mkdir -- "$copy"
tar -C "$root" --exclude=target --exclude=./.git --exclude=./.lab -cf - . | tar -C "$copy" -xf -
cd /

# start NAME ARGUMENT...: one start; its output in $work/NAME.{out,err}, its exit code in $work/NAME.code.
start() {
    local name=$1
    shift
    bash "$copy/packaging/run" "$@" >"$work/$name.out" 2>"$work/$name.err" </dev/null
    echo $? >"$work/$name.code"
}
code() { cat "$work/$1.code"; }
said() { grep -q -- "$2" "$work/$1.err"; }
builds() { cat "$work"/*.err | grep -c 'building from source'; }
states() { find "$copy/app/target/run" -mindepth 1 -maxdepth 1 -type d ! -name '.new.*' | wc -l; }

start one --version &
one=$!
start two --version
wait "$one"
expect 'the first start builds and runs' test "$(code one)" = 0
[[ $(code one) = 0 ]] || cat "$work/one.err"
expect 'two starts at once both run' test "$(code two)" = 0
expect 'two starts at once build once' test "$(builds)" = 1
expect 'both print the same' cmp -s "$work/one.out" "$work/two.out"
expect 'build messages stay out of stdout' test -z "$(grep -iE 'building|INFO|WARN' "$work/one.out" "$work/two.out")"

start again --version
expect 'the next start runs' test "$(code again)" = 0
expect 'the next start builds nothing and says nothing' test ! -s "$work/again.err"

env -u DISPLAY bash "$copy/packaging/run" >"$work/window.out" 2>"$work/window.err" </dev/null
expect 'no display: usage error' test $? = 2
expect 'no display: says what to do instead' said window 'no display'
expect 'no display: stdout is empty' test ! -s "$work/window.out"

env -u DISPLAY bash "$copy/packaging/run" window --help >"$work/help.out" 2>"$work/help.err" </dev/null
expect 'no display: help is there all the same' test $? = 0

bash "$copy/packaging/run" --lab >/dev/null 2>"$work/lab.err" </dev/null
expect 'a lab machine without a name: usage error' test $? = 2

# A kit that only prints what it was started with.
mkdir -p -- "$work/kit/bin"
echo 'JAVA_VERSION="25.0.1"' >"$work/kit/release"
printf '#!/bin/sh\nprintf "<%%s>" "$@"\necho "[$LC_CTYPE]"\n' >"$work/kit/bin/java"
cp -- "$work/kit/bin/java" "$work/kit/bin/javac"
chmod +x -- "$work/kit/bin/java" "$work/kit/bin/javac"
JAVA_HOME=$work/kit LC_ALL='' LANG=C start arguments check 'a b' '' '*' '$(x)' --flag=ü
expect 'arguments pass unchanged' grep -qF '<check><a b><><*><$(x)><--flag=ü>' "$work/arguments.out"
expect 'without a locale letters outside ASCII survive' grep -qF '[C.UTF-8]' "$work/arguments.out"
echo 'JAVA_VERSION="24.0.2"' >"$work/kit/release"
JAVA_HOME=$work/kit start older --version
expect 'an older JAVA_HOME is passed over' cmp -s "$work/older.out" "$work/one.out"

# A program that still runs keeps its jars while another state is built.
held=$(find "$copy/app/target/run" -mindepth 1 -maxdepth 1 -type d ! -name '.new.*')
exec 8<"$held"
flock -s 8
main=$copy/app/src/main/java/org/peerpath/Main.java
echo '// changed' >>"$main"
start changed --version
expect 'a changed source builds again' said changed 'building from source'
expect 'a program that runs keeps its jars' test -f "$held/peerpath.jar"
exec 8<&-
echo '// changed again' >>"$main"
start last --version
expect 'states nobody runs are removed' test "$(states)" = 1

echo 'not Java' >>"$main"
start broken --version
expect 'a build that fails: 70' test "$(code broken)" = 70
expect 'a build that fails shows the error' said broken 'Main.java'
expect 'a build that fails prints nothing to stdout' test ! -s "$work/broken.out"
exit 0
