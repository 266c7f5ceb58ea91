#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compares whole commands on one recorded host, in turns: `check`, `lspci -F … -vvv`, and a small Python program that
# decodes the same bytes as rdma_topo does. Prints medians of wall and CPU time, and the ratios.
# Usage: check-ratio.sh HEX
#   HEX  output of lspci -xxxx, for example of a server with 300 functions
set -eu -o pipefail
hex=${1:?usage: check-ratio.sh HEX}
rounds=7
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

bash "$root/packaging/run" check "$hex" >"$work/output" 2>&1 || true
declare -A command=(
    [check]="bash '$root/packaging/run' check '$hex'"
    [lspci]="lspci -F '$hex' -vvv"
    [python]="python3 '$root/packaging/lib/decode.py' '$hex'"
)
for ((round = 0; round <= rounds; round++)); do
    for name in check lspci python; do
        TIMEFORMAT="$name %R %U %S"
        { time bash -c "${command[$name]}" >"$work/output" 2>&1 || true; } 2>>"$work/times"
    done
done
awk -v warmup=3 'NR > warmup { print $1, $2, $3 + $4 }' "$work/times" | sort -k1,1 -k2,2n | awk '
    { wall[$1, ++n[$1]] = $2; cpu[$1] = cpu[$1] " " $3 }
    END {
        for (name in n) { median[name] = wall[name, int((n[name] + 1) / 2)]; split(cpu[name], c, " "); m = asort_(c); used[name] = m }
        for (name in n) printf "%-7s median wall %.3f s, cpu %.3f s\n", name, median[name], used[name]
        printf "check : lspci  %.2f\ncheck : python %.2f\n", median["check"] / median["lspci"], median["check"] / median["python"]
    }
    function asort_(list,   i, j, t, count) {
        for (count = 0; (count + 1) in list; count++);
        for (i = 2; i <= count; i++) for (j = i; j > 1 && list[j - 1] + 0 > list[j] + 0; j--) { t = list[j]; list[j] = list[j - 1]; list[j - 1] = t }
        return list[int((count + 1) / 2)]
    }'
