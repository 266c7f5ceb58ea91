# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Messages of the scripts. They go to stderr: stdout belongs to the program's data.

# The launcher could not prepare the program. Not one of the program's own exit codes (0-7), so that a pipeline
# can tell "the check failed" from "the check never ran".
readonly NOT_PREPARED=70

say() {
    printf 'peerpath: %s\n' "$*" >&2
}

# die CODE LINE...: every line is printed, then the script ends with the code.
die() {
    local code=$1 line
    shift
    for line in "$@"; do
        say "$line"
    done
    exit "$code"
}
