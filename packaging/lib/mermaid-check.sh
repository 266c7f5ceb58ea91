#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Lets Mermaid itself (from npm) read and draw the chart of every sample, of the cases where they are at hand, of random
# hosts and of one with hostile names, in a headless Chromium. Takes a minute or two; no part of the normal run.
# Usage: mermaid-check.sh
set -eu -o pipefail
version=11.17.2
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)
# shellcheck source=packaging/lib/java.sh
. "$root/packaging/lib/java.sh"
JAVA_HOME=$(find_jdk)
export JAVA_HOME
place=$root/app/target/mermaid-$version
library=$place/node_modules/mermaid/dist/mermaid.min.js
[[ -s $library ]] || npm install --prefix "$place" --no-audit --no-fund --loglevel=error "mermaid@$version" >/dev/null
cd -- "$root"
mvn -q -B -Dquick -pl app test -Dtest=MermaidTest "-Dpeerpath.mermaid=$library"
sed -n 's/.*<testsuite .* tests="\([0-9]*\)" errors="\([0-9]*\)" skipped="\([0-9]*\)" failures="\([0-9]*\)".*/\1 run, \2 errors, \4 failures, \3 skipped/p' \
    app/target/surefire-reports/TEST-org.peerpath.diagram.MermaidTest.xml
