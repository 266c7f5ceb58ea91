# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Results of checks that are no JUnit tests, one line each (outcome, name, reason) for packaging/lib/Summary.java.
# Expects: $results, the folder of the stage.

record() {
    local outcome=$1 name=$2 reason=${3:-}
    reason=${reason//[$'\t\n\r']/ }
    printf '%s\t%s\t%s\n' "$outcome" "$name" "$reason" >>"$results/checks.tsv"
}

passed() { record passed "$1"; }
failed() { record failed "$1" "$2"; }
skipped() { record skipped "$1" "$2"; }

# expect NAME COMMAND...: passes if the command does.
expect() {
    local name=$1
    shift
    if "$@"; then passed "$name"; else failed "$name" "does not hold: $*"; fi
}
