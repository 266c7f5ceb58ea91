#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Mutation testing: changes the routing rules and the findings in hundreds of small ways, one at a time, and runs the
# tests that reach the change. A change that no test notices has survived. Prints the score and the survivors.
# Takes long and is no part of the normal run; the report is app/target/pit-reports/index.html.
# Usage: mutate.sh [PACKAGE...]
#   PACKAGE  below org.peerpath, path and advice unless told
set -eu -o pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)
# shellcheck source=packaging/lib/java.sh
. "$root/packaging/lib/java.sh"
JAVA_HOME=$(find_jdk)
export JAVA_HOME
cd "$root"
[ $# -gt 0 ] || set -- path advice
for package in "$@"; do
    mvn -q -B -Dquick -Pmutation -pl app test-compile org.pitest:pitest-maven:mutationCoverage \
        "-Dmutation.classes=org.peerpath.$package.*" "-Dmutation.tests=org.peerpath.$package.*Test" >/dev/null
    awk -F, -v package="$package" '
        { total++ }
        $6 == "KILLED" || $6 == "TIMED_OUT" { killed++ }
        $6 == "SURVIVED" || $6 == "NO_COVERAGE" { print "survived: " $2 " line " $5 " (" $4 ", " $3 ")" }
        END { printf "%s: %d of %d noticed (%d %%)\n", package, killed, total, total ? 100 * killed / total : 0 }
    ' app/target/pit-reports/mutations.csv
done
