#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# How fast the program answers and what it takes, beside others that read the same host, in one run and in turns:
# the whole command `check` on a snapshot of a host, the window from its start to its first diagram, resident memory;
# `lspci`, `lstopo`, and a small Python program that decodes ACS and ATS from the same bytes as rdma_topo does.
# Usage: start-up.sh [PROGRAM]
#   PROGRAM  an installed or unpacked peerpath; packaging/run of these sources unless told
# Needs python3 and lspci; lstopo (hwloc) and, for the window, Xvfb are used where they are there. KEEP_SCREEN=FILE keeps
# the picture that was waited for (an X window dump).
# shellcheck source-path=SCRIPTDIR
set -eu -o pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)
program=${1:-$root/packaging/run}
rounds=${ROUNDS:-9}
pairs=8
functions=300
work=$(mktemp -d)
x_server=
stop() {
    [[ -z $x_server ]] || kill "$x_server" 2>/dev/null || true
    rm -rf -- "$work"
}
trap stop EXIT

# The host: 8 root ports, each with a switch, a NIC with VFs and a GPU, as the bytes of lspci -xxxx; 300 functions.
cat >"$work/make.py" <<'PYTHON'
import sys
pairs, functions = int(sys.argv[1]), int(sys.argv[2])
out = []

def put(config, at, value, size):
    config[at:at + size] = value.to_bytes(size, "little")

def function(bus, device, number, vendor, ident, code, port=None, acs=None, ats=False, secondary=None, vfs=0):
    config = bytearray(4096)
    put(config, 0, vendor, 2), put(config, 2, ident, 2), put(config, 6, 0x10, 2)
    put(config, 9, code & 0xff, 1), put(config, 10, code >> 8, 2)
    config[0x0e] = 1 if secondary else 0
    if secondary:
        config[0x18:0x1b] = bytes([bus, *secondary])
    config[0x34] = 0x40
    put(config, 0x40, 0x10, 1), put(config, 0x42, 2 | (port or 0) << 4, 2)
    put(config, 0x4c, 0x6 | 16 << 4, 4), put(config, 0x52, 0x6 | 16 << 4, 2)
    at = 0x100
    for kind, value in ((0x0d, acs), (0x0f, 0x8000 if ats else None)):
        if value is not None:
            put(config, at, kind | 1 << 16, 4)
            put(config, at + 4, 0x5f if kind == 0x0d else 0x60, 2), put(config, at + 6, value, 2)
            last, at = at, at + 0x10
            put(config, last + 2, 1 | at << 4, 2)
    if vfs:
        # SR-IOV: enabled, the VFs behind one another right after their PF.
        put(config, at, 0x10 | 1 << 16, 4), put(config, at + 8, 9, 2)
        for place, value in ((0xc, vfs), (0xe, vfs), (0x10, vfs), (0x14, 1), (0x16, 1), (0x1a, 0x101e)):
            put(config, at + place, value, 2)
        at += 0x40
        put(config, at - 0x40 + 2, 1 | at << 4, 2)
    put(config, at, 0x3 | 1 << 16, 4)
    out.append(f"{bus:02x}:{device:02x}.{number} Class {code >> 8:04x}: Device {vendor:04x}:{ident:04x}")
    out.extend(f"{i:02x}: " + " ".join(f"{b:02x}" for b in config[i:i + 16]) for i in range(0, 4096, 16))
    out.append("")

per = (functions - 6 * pairs) // pairs
left = functions - 6 * pairs - per * pairs
for i in range(pairs):
    bus = 0x10 + i * 0x1c
    vfs = per + (1 if i < left else 0)
    function(0, i + 1, 0, 0x8086, 0x352a, 0x060400, 4, 0x1d, secondary=(bus, bus + 5))
    function(bus, 0, 0, 0x15b3, 0x197c, 0x060400, 5, secondary=(bus + 1, bus + 5))
    function(bus + 1, 0, 0, 0x15b3, 0x197c, 0x060400, 6, 0x5d, secondary=(bus + 2, bus + 3))
    function(bus + 1, 1, 0, 0x15b3, 0x197c, 0x060400, 6, 0x1d, secondary=(bus + 4, bus + 4))
    for n in range(vfs + 1):
        function(bus + 2 + n // 256, n % 256 >> 3, n & 7, 0x15b3, 0x1023 if n == 0 else 0x101e, 0x020700, 0, None, True,
            vfs=vfs if n == 0 else 0)
    function(bus + 4, 0, 0, 0x10de, 0x3182, 0x030200, 0, None, False)
print("\n".join(out))
PYTHON
python3 "$work/make.py" "$pairs" "$functions" >"$work/host.txt"

# ours ARGUMENT...
ours() {
    if [[ $program == "$root/packaging/run" ]]; then bash "$program" "$@"; else "$program" "$@"; fi
}

# median FILE: of its first column.
median() {
    sort -n "$1" | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'
}

# once NAME COMMAND...: one round; wall and CPU seconds to NAME.times.
once() {
    local name=$1 TIMEFORMAT='%R %U %S'
    shift
    { time "$@" >"$work/output" 2>"$work/errors" || true; } 2>>"$work/$name.times"
}

# The snapshot is what the aim speaks of; the first start of each kind also builds and warms.
ours snapshot "$work/host.txt" -o "$work/host.json.gz" -f
ours check "$work/host.json.gz" >"$work/output" || (($? < 4))
said=$(ours check "$work/host.json.gz" --json 2>/dev/null || true)
[[ $said == *"\"functions\" : $functions,"*"\"nics\" : $pairs,"* ]] || { echo "the made-up host was not read as $functions functions with $pairs NICs" >&2; exit 1; }
python3 "$root/packaging/lib/decode.py" "$work/host.txt" >&2

tools=(check lspci python)
command -v lstopo-no-graphics >/dev/null && tools+=(lstopo)
for ((round = 0; round <= rounds; round++)); do
    for tool in "${tools[@]}"; do
        case $tool in
            check) once check ours check "$work/host.json.gz" ;;
            lspci) once lspci lspci -F "$work/host.txt" -vvv ;;
            python) once python python3 "$root/packaging/lib/decode.py" "$work/host.txt" ;;
            # It cannot be pointed at such a file: it reads this machine, whatever that has.
            lstopo) once lstopo lstopo-no-graphics --of console ;;
        esac
    done
    # The first round warms caches.
    ((round > 0)) || rm -f -- "$work"/*.times
done
printf '%-8s %9s %9s   (medians of %d, seconds)\n' '' wall cpu "$rounds"
for tool in "${tools[@]}"; do
    awk '{ print $2 + $3 }' "$work/$tool.times" >"$work/cpu"
    printf '%-8s %9.3f %9.3f\n' "$tool" "$(median "$work/$tool.times")" "$(median "$work/cpu")"
done
for tool in "${tools[@]:1}"; do
    awk -v tool="$tool" -v ours="$(median "$work/check.times")" -v theirs="$(median "$work/$tool.times")" \
        'BEGIN { printf "check : %s %.1f\n", tool, ours / (theirs > 0 ? theirs : 0.001) }'
done

command -v Xvfb >/dev/null || { echo "no Xvfb: the window is not measured"; exit 0; }
# It keeps what is on its screen in a file, so that nobody has to ask it.
mkdir -- "$work/screen"
Xvfb -displayfd 3 -screen 0 1440x900x24 -fbdir "$work/screen" -nolisten tcp 3>"$work/display" 2>/dev/null &
x_server=$!
until [[ -s $work/display ]]; do
    kill -0 "$x_server" 2>/dev/null || { echo "Xvfb did not start" >&2; exit 1; }
    sleep 0.05
done
DISPLAY=:$(<"$work/display")
export DISPLAY

screen() {
    sha256sum <"$work/screen/Xvfb_screen0"
}

# begin: starts the window; its process in the variable window, the time in began.
begin() {
    began=$(date +%s%N)
    # exec all the way: the process is Java itself in the end, whose memory is looked at.
    (export XDG_CONFIG_HOME=$work/config XDG_STATE_HOME=$work/state
        [[ $program != "$root/packaging/run" ]] || exec bash "$program" window "$work/host.json.gz"
        exec "$program" window "$work/host.json.gz") >"$work/output" 2>"$work/errors" &
    window=$!
}

alive() {
    kill -0 "$window" 2>/dev/null || { cat "$work/errors" >&2; exit 1; }
    (($(date +%s%N) - began < 120000000000)) || { echo "no finished picture within two minutes" >&2; exit 1; }
}

# end: its own way out, so that it may write its archive of classes.
end() {
    kill "$window" 2>/dev/null || true
    wait "$window" 2>/dev/null || true
}

# The finished picture is the one that stays for three seconds and is not the empty screen. It is found out first, and
# then starts are timed until the screen is that picture, which is the same each time.
empty=$(screen)
begin
finished=
still=0
while ((still < 12)); do
    alive
    now=$(screen)
    if [[ $now == "$empty" || $now != "$finished" ]]; then still=0; else still=$((still + 1)); fi
    finished=$now
    sleep 0.25
done
[[ -z ${KEEP_SCREEN:-} ]] || cp -- "$work/screen/Xvfb_screen0" "$KEEP_SCREEN"
end
starts=$(((rounds + 1) / 2))
for ((round = 1; round <= starts; round++)); do
    begin
    until [[ $(screen) == "$finished" ]]; do
        alive
        sleep 0.01
    done
    echo $((($(date +%s%N) - began) / 1000000)) >>"$work/window.times"
    awk '/^VmRSS/ { print int($2 / 1024) }' "/proc/$window/status" >>"$work/memory"
    end
done
printf 'window   %d ms to the finished diagram, %d MB resident then (medians of %d)\n' \
    "$(median "$work/window.times")" "$(median "$work/memory")" "$starts"
