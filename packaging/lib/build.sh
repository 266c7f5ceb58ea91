# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Builds the program for running it from its sources, once per state of the sources. Each state is kept in its own
# folder (app/target/run/STAMP), so that a build never pulls the jars from under a program that still runs.
# Expects: $root (the folder of the sources) and $jdk.

# source_stamp: names the state of everything that goes into the program, by content.
source_stamp() {
    (
        cd -- "$root" || exit 1
        find pom.xml app/pom.xml app/src/main resources -type f -print0 | LC_ALL=C sort -z |
            xargs -0 sha256sum | sha256sum | cut -c1-20
    )
}

program_folder() {
    printf '%s/app/target/run/%s\n' "$root" "$1"
}

# lock_sources: one build (or installation) at a time; the others wait. The lock is on pom.xml itself, so that
# nothing is left behind and a start that died holds nothing.
lock_sources() {
    exec 9<"$root/pom.xml"
    if ! flock -n 9; then
        say "waiting for another start that is building"
        flock -w 1800 9 || die "$NOT_PREPARED" "another build has been running for half an hour; giving up"
    fi
}

unlock_sources() {
    exec 9<&-
}

# run_maven LOG ARGUMENT...: Maven on the kit that was found, its output in LOG; ended after $TIME_LIMIT seconds.
run_maven() {
    local log=$1
    shift
    (
        cd -- "$root" || exit 1
        # The two options keep Maven's own libraries from warning on a new Java, and start it faster.
        JAVA_HOME=$jdk MAVEN_OPTS="${MAVEN_OPTS:-} --sun-misc-unsafe-memory-access=allow -XX:TieredStopAtLevel=1" \
            exec timeout -k 30 "${TIME_LIMIT:-1800}" mvn -B -ntp "$@" </dev/null >"$log" 2>&1 9<&-
    )
}

# build_program STAMP: builds and publishes under that stamp.
build_program() {
    local stamp=$1 target=$root/app/target log fresh jar
    mkdir -p -- "$target/run" 2>/dev/null ||
        die "$NOT_PREPARED" "cannot write to $target: build as the owner of these sources, or copy them"
    log=$target/run/build.log
    if [[ -d $HOME/.m2/repository/org/openjfx ]]; then
        say "building from source"
    else
        say "building from source; the first time its libraries are fetched, which takes some minutes"
    fi
    # A library that a new version replaced must not stay on the class path.
    rm -rf -- "${target:?}/lib"
    if ! run_maven "$log" -Dquick -Dmaven.test.skip=true package; then
        grep -E '^\[(ERROR|WARNING)\]|BUILD' -- "$log" | head -n 25 >&2
        die "$NOT_PREPARED" "the build failed; the whole output is in $log"
    fi
    fresh=$(mktemp -d -- "$target/run/.new.XXXXXX")
    chmod 755 -- "$fresh"
    mkdir -- "$fresh/lib"
    cp -- "$target/peerpath.jar" "$fresh/"
    for jar in "$target"/lib/*.jar; do
        # Libraries never change under their name: a second name for the same file is enough.
        ln -- "$jar" "$fresh/lib/" 2>/dev/null || cp -- "$jar" "$fresh/lib/"
    done
    "$jdk/bin/java" "$root/packaging/lib/NewerClasses.java" "$fresh"/lib/picocli-*.jar >>"$log" 2>&1 ||
        die "$NOT_PREPARED" "a library could not be prepared; the whole output is in $log"
    rm -rf -- "$(program_folder "$stamp")"
    mv -T -- "$fresh" "$(program_folder "$stamp")"
    remove_old_programs "$stamp"
}

# remove_old_programs STAMP: removes other states, except those that a running program holds (see hold_program).
remove_old_programs() {
    local folder
    for folder in "$root"/app/target/run/*/ "$root"/app/target/run/.new.*/; do
        folder=${folder%/}
        if [[ -d $folder && $folder != "$(program_folder "$1")" ]]; then
            flock -n -x -- "$folder" rm -rf -- "$folder" || true
        fi
    done
}

# hold_program STAMP: a shared lock on the folder, which the program inherits and keeps as long as it runs.
# Fails where the folder is not there.
hold_program() {
    local folder
    folder=$(program_folder "$1")
    [[ -d $folder ]] || return 1
    exec 8<"$folder" || return 1
    flock -s 8 && [[ -f $folder/peerpath.jar ]]
}
