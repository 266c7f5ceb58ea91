#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Times the export of a host with 300 functions in every format: whole commands, in turns with `lstopo` (hwloc) writing
# an SVG of as many devices, and each format in a warm program. Prints medians, and ratios to lstopo's.
# Usage: export-ratio.sh
# Needs lstopo (Debian: hwloc), and a kit of Java and Maven as the build does.
set -eu -o pipefail
rounds=7
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)
# shellcheck source=packaging/lib/java.sh
. "$root/packaging/lib/java.sh"
JAVA_HOME=$(find_jdk)
export JAVA_HOME
command -v lstopo >/dev/null || { echo 'lstopo is not installed (hwloc)' >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
cd -- "$root"
mvn -q -B -Dquick -pl app test-compile dependency:build-classpath "-Dmdep.outputFile=$work/classpath" >/dev/null
classes=app/target/test-classes:app/target/classes:$(<"$work/classpath")
benchmark() { "$JAVA_HOME/bin/java" -cp "$classes" org.peerpath.bench.ExportBenchmark "$@"; }

benchmark files "$work"
formats=(svg png pdf html drawio dot mmd md csv json)
unset DISPLAY
bash packaging/run export "$work/host.json.gz" -o "$work/first.svg" >/dev/null
once() {
    local name=$1
    shift
    TIMEFORMAT="$name %R %U %S"
    { time "$@" >/dev/null 2>"$work/errors"; } 2>>"$work/times" || { cat "$work/errors" >&2; exit 1; }
}
for ((round = 0; round <= rounds; round++)); do
    # The first round warms caches and does not count.
    ((round != 1)) || : >"$work/times"
    once lstopo lstopo --no-collapse --filter io:all -i "$work/host.xml" -f --of nativesvg "$work/lstopo.svg"
    for format in "${formats[@]}"; do
        once "$format" bash packaging/run export "$work/host.json.gz" --for vm -o "$work/host.$format" -f
    done
done
printf 'lstopo drew %d rectangles, peerpath %d\n' "$(grep -o '<rect' "$work/lstopo.svg" | wc -l)" "$(grep -o '<rect' "$work/host.svg" | wc -l)"
awk '
    { wall[$1] = wall[$1] " " $2; cpu[$1] = cpu[$1] " " ($3 + $4); order[NR] = $1 }
    function median(list,   v, k, i, j, t) {
        k = split(list, v, " ")
        for (i = 2; i <= k; i++) for (j = i; j > 1 && v[j - 1] + 0 > v[j] + 0; j--) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
        return v[int((k + 1) / 2)]
    }
    END {
        for (i = 1; i <= 11; i++) {
            name = order[i]
            printf "%-7s whole command %.3f s, CPU %.3f s, to lstopo %.2f\n", name, median(wall[name]), median(cpu[name]), \
                median(wall[name]) / median(wall["lstopo"])
        }
    }' "$work/times"
benchmark warm
