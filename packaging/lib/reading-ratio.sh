#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compares reading a host with `lspci -vvvxxxx` on the same host, in one run and in turns: wall time and the CPU time
# spent there, as ratios. What Java does with the output here is not in it.
# Usage: reading-ratio.sh HOST [TREE]
#   HOST  a name as after ssh (options in the user's configuration or PEERPATH_SSH_CONFIG), or "local"
#   TREE  a recorded tree on that host to read in place of the machine
set -eu -o pipefail
host=${1:?usage: reading-ratio.sh HOST [TREE]}
tree=${2:-}
rounds=7
lib=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
script=$lib/../../resources/org/peerpath/collector/collect.sh
work=$(mktemp -d)
ssh_options=(-T -C -o BatchMode=yes -o ControlMaster=auto -o ControlPersist=60 -o "ControlPath=$work/s")
[[ -z ${PEERPATH_SSH_CONFIG:-} ]] || ssh_options+=(-F "$PEERPATH_SSH_CONFIG")
trap '[[ $host == local ]] || ssh "${ssh_options[@]}" -O exit -- "$host" 2>/dev/null; rm -rf -- "$work"' EXIT

# there COMMAND: runs a shell command on the host, standard input with it.
there() {
    if [[ $host == local ]]; then sh -c "$1"; else ssh "${ssh_options[@]}" -- "$host" "$1"; fi
}
# once NAME COMMAND: one round; a line "NAME WALL CPU" in seconds. `times` prints the CPU time of children last.
once() {
    local begin end
    begin=$(date +%s%N)
    there "sh -c '$2; times >&2'" <"$work/input" >"$work/output" 2>"$work/times"
    end=$(date +%s%N)
    [[ -s $work/output ]] || { echo "$1 printed nothing" >&2; exit 1; }
    tail -n 1 "$work/times" | awk -v name="$1" -v wall="$((end - begin))" '{
        cpu = 0
        for (i = 1; i <= 2; i++) { split($i, part, /[ms]/); cpu += part[1] * 60 + part[2] }
        printf "%s %.3f %.3f\n", name, wall / 1e9, cpu }'
}
lspci='lspci -vvvxxxx 2>/dev/null'
[[ -z $tree ]] || lspci="lspci -O sysfs.path=$tree/sys/bus/pci -vvvxxxx 2>/dev/null"

: >"$work/input"
there true
for ((round = 0; round <= rounds; round++)); do
    : >"$work/input"
    once lspci "$lspci"
    { printf 'PEERPATH_ROOT=%s\n' "'$tree'"; cat "$script"; } >"$work/input"
    once collector 'sh -s'
    # The first round warms caches and does not count.
    [[ $round -gt 0 ]] || echo -
done | awk '
    /^-/ { n = 0; split("", wall); split("", cpu); next }
    { wall[$1] = wall[$1] " " $2; cpu[$1] = cpu[$1] " " $3 }
    function median(list,   v, k, i, j, t) {
        k = split(list, v, " ")
        for (i = 2; i <= k; i++) for (j = i; j > 1 && v[j - 1] > v[j]; j--) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
        return v[int((k + 1) / 2)]
    }
    END {
        for (name in wall) printf "%-10s wall %.3f s, CPU there %.3f s (medians)\n", name, median(wall[name]), median(cpu[name])
        printf "ratio      wall %.2f, CPU there %.2f (aim: 1.50 or less)\n", \
            median(wall["collector"]) / median(wall["lspci"]), median(cpu["collector"]) / median(cpu["lspci"])
    }'
