# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What every part of the lab uses: messages, places, locks, content keys.

# A reason why the lab cannot be had on this machine (as opposed to something that went wrong) ends with
# this status, so that a caller may skip instead of fail.
readonly UNAVAILABLE=3

say() { printf 'lab: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }
unavailable() { say "$*"; exit "$UNAVAILABLE"; }
usage_error() { say "$*"; say "try: lab help"; exit 2; }

cache=${XDG_CACHE_HOME:-$HOME/.cache}/peerpath-lab

now_ms() { date +%s%3N; }
seconds_since() { # MILLISECONDS
    local passed=$(($(now_ms) - $1))
    printf '%d.%d s' $((passed / 1000)) $((passed % 1000 / 100))
}

# with_lock FILE COMMAND...: one at a time among all processes that name the same file. COMMAND runs in a
# subshell; anything it leaves running must close descriptor 9.
with_lock() {
    local file=$1
    shift
    mkdir -p "$(dirname "$file")"
    (
        flock 9
        "$@"
    ) 9>"$file"
}

# A name for what these files and this text say.
content_key() { # TEXT FILE...
    local text=$1
    shift
    { printf '%s\n' "$text"; cat "$@"; } | sha256sum | cut -c1-16
}

# Makes DIR by COMMAND DIR.new, so that DIR is either absent or whole. Call with the cache lock held.
make_whole() { # DIR COMMAND...
    local dir=$1
    shift
    [ -d "$dir" ] && return 0
    rm -rf "$dir.new"
    mkdir -p "$dir.new"
    "$@" "$dir.new"
    mv "$dir.new" "$dir"
}
