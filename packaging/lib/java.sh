# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Finds a Java development kit. Nothing is started for it where the kit's own "release" file says its version.

readonly JAVA_NEEDED=25

# How the program's virtual machine runs, from source and from the packages (docs/decisions.md says why). Its own remarks
# must not get into stdout.
readonly JAVA_OPTIONS=(
    -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData
    -Xms64m -XX:NewSize=32m -XX:MaxNewSize=40m -XX:MinHeapFreeRatio=5 -XX:MaxHeapFreeRatio=15 -XX:-ShrinkHeapInSteps
    -Xlog:disable -Xlog:all=error:stderr
)

# java_version HOME: the feature release (25), or 0 where there is no kit with a compiler.
java_version() {
    local home=$1 line version=
    if [[ ! -x $home/bin/java || ! -x $home/bin/javac ]]; then
        echo 0
        return
    fi
    if [[ -r $home/release ]]; then
        while IFS= read -r line; do
            if [[ $line == JAVA_VERSION=* ]]; then
                version=${line#JAVA_VERSION=}
            fi
        done <"$home/release"
    fi
    if [[ -z $version ]]; then
        version=$("$home/bin/javac" -version 2>&1) || version=0
        version=${version#javac }
    fi
    version=${version//\"/}
    version=${version%%[!0-9]*}
    echo "${version:-0}"
}

# java_on_path: the home of the java that the PATH names; empty where there is none.
java_on_path() {
    local java
    java=$(command -v javac) || return 0
    java=$(readlink -f -- "$java") || return 0
    dirname -- "$(dirname -- "$java")"
}

# find_jdk: prints the home of a kit that is new enough, or fails. What the user chose (JAVA_HOME, then the PATH)
# comes before what lies under /usr/lib/jvm, and there the lowest that is new enough: the one most often tested.
find_jdk() {
    local home version best='' best_version=9999
    for home in "${JAVA_HOME:-}" "$(java_on_path)"; do
        if [[ -n $home ]] && (($(java_version "$home") >= JAVA_NEEDED)); then
            printf '%s\n' "$home"
            return 0
        fi
    done
    for home in /usr/lib/jvm/*; do
        version=$(java_version "$home")
        if ((version >= JAVA_NEEDED && version < best_version)); then
            best=$home
            best_version=$version
        fi
    done
    [[ -n $best ]] && printf '%s\n' "$best"
}

# use_some_letters: without any locale Java takes every letter outside ASCII for a question mark, in file names too:
# neither Maven nor the program could work in a folder with such a name.
use_some_letters() {
    if [[ -z ${LC_ALL:-} ]]; then
        case ${LC_CTYPE:-${LANG:-C}} in
            C | POSIX) export LC_CTYPE=C.UTF-8 ;;
        esac
    fi
}
