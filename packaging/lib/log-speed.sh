#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# How fast `peerpath diagnose` reads a large kernel log, with the built program on one core and a heap of 64 MB. Start-up
# and warming up drop out: two lengths are read, and their difference counts. The log is made for it: an ordinary server's
# lines (a firewall's, audit's, containers'), PCIe errors in between, a freeze at the end that has to be found.
# Usage: log-speed.sh [MEGABYTES [KIND]]
#   MEGABYTES  of the longer log, 1024 unless told; needs that much room below TMPDIR and in memory to be cached
#   KIND       quiet (the default); lockups: CPUs that hang again and again, a call stack each time; or faults: nothing
#              but lines that say what is wrong
set -eu -o pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)
# shellcheck source=packaging/lib/java.sh
. "$root/packaging/lib/java.sh"
java=$(find_jdk)/bin/java
jar=$root/app/target/peerpath.jar
[ -f "$jar" ] || { echo "build the program first: packaging/run" >&2; exit 1; }
megabytes=${1:-1024}
kind=${2:-quiet}
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

# make BYTES
make() {
    awk -v most="$1" -v kind="$kind" '
        function say(text) { t += 0.000731; line = sprintf("[%12.6f] %s", t, text); n += length(line) + 1; print line }
        function frames(list,   f, k, i) { k = split(list, f, " "); for (i = 1; i <= k; i++) say(" " f[i] "+0x" 1c + i "/0x490") }
        function lockup(cpu) {
            say("watchdog: BUG: soft lockup - CPU#" cpu " stuck for 26s! [kworker/" cpu ":1:" 4000 + cpu "]")
            say("CPU: " cpu " UID: 0 PID: " 4000 + cpu " Comm: kworker/" cpu ":1 Not tainted 6.8.0-60-generic #63-Ubuntu")
            say("RIP: 0010:native_queued_spin_lock_slowpath+0x7a/0x300")
            say("Call Trace:"); say(" <TASK>")
            frames("_raw_spin_lock_irqsave iommu_dma_map_page dma_map_page_attrs mlx5e_xmit dev_hard_start_xmit sch_direct_xmit")
            say(" </TASK>")
        }
        function fault(i,   f) {
            f = sprintf("0000:%x8:00.0", i % 8 + 1)
            say("DMAR: [DMA Write NO_PASID] Request device [" substr(f, 6) "] fault addr 0x" sprintf("%x", i * 4096) " [fault reason 0x05] PTE Write access is not set")
            say("pcieport 0000:00:01.0: AER: Uncorrectable (Non-Fatal) error message received from " f)
            say("mlx5_core " f ": PCIe Bus Error: severity=Uncorrectable (Non-Fatal), type=Transaction Layer, (Requester ID)")
            say("mlx5_core " f ":   device [15b3:1023] error status/mask=00004000/00000000")
            say("mlx5_core " f ":    [14] CmpltTO                (First)")
            say("NVRM: Xid (PCI:" substr(f, 1, 10) "): " i % 120 ", pid=" i % 32768 ", name=python, Ch 00000008")
            say("amdgpu " f ": AMD-Vi: Event logged [IO_PAGE_FAULT domain=0x002f address=0x" sprintf("%x", i * 4096) " flags=0x0000]")
            say("mlx5_core " f ": wait_func:1194:(pid " i % 32768 "): 2RST_QP(0x50a) timeout. Will cause a leak of a command resource")
        }
        BEGIN {
            say("Linux version 6.8.0-60-generic (buildd@lcy02) (gcc 13.3.0) #63-Ubuntu SMP")
            while (n < most) {
                i++
                if (kind == "faults") { fault(i); continue }
                port = i * 7919 % 65536
                say("[UFW BLOCK] IN=ens1f0 OUT= MAC=b8:3f:d2:00:00:01 SRC=10.0." int(port / 256) "." port % 256 " DST=10.0.0.5 LEN=60 TTL=64 PROTO=TCP SPT=" port " DPT=22 WINDOW=64240 SYN")
                say("audit: type=1400 audit(1764489600." i % 1000 ":" i "): apparmor=\"STATUS\" operation=\"profile_replace\" name=\"docker-default\" pid=" port)
                say("docker0: port " i % 200 "(veth" sprintf("%07x", i * 48271 % 268435456) ") entered forwarding state")
                say("IPv6: ADDRCONF(NETDEV_CHANGE): veth" sprintf("%07x", i * 48271 % 268435456) ": link becomes ready")
                if (i % 50 == 0) say("mlx5_core 0000:18:00.0 ens1f0np0: Link up")
                if (i % 50 == 7) say("nfs: server storage-" i % 9 " not responding, still trying")
                if (i % 500 == 0) {
                    say("pcieport 0000:17:00.0: AER: Correctable error message received from 0000:18:00.0")
                    say("mlx5_core 0000:18:00.0: PCIe Bus Error: severity=Correctable, type=Physical Layer, (Receiver ID)")
                    say("mlx5_core 0000:18:00.0:   device [15b3:1023] error status/mask=00000001/0000e000")
                    say("mlx5_core 0000:18:00.0:    [ 0] RxErr                  (First)")
                }
                if (kind == "lockups" && i % 4 == 0) lockup(i / 4 % 256)
            }
            say("watchdog: CPU0: Watchdog detected hard LOCKUP on cpu 0")
            say("CPU: 0 UID: 0 PID: 999 Comm: qemu-system-x86 Not tainted 6.8.0-60-generic #63-Ubuntu")
            say("RIP: 0010:qi_submit_sync+0x1c8/0x490"); say("Call Trace:"); say(" <TASK>")
            frames("qi_submit_sync qi_flush_dev_iotlb iommu_flush_dev_iotlb iommu_flush_iotlb_psi intel_iommu_tlb_sync __iommu_unmap vfio_iommu_type1_unmap_dma vfio_iommu_type1_ioctl")
            say(" </TASK>")
        }' >"$work/$1.log"
}
# cpu FILE: milliseconds of CPU time, which other programs on the machine do not change much; the median of three. What is
# to be found has to be found, or the time means nothing.
cpu() {
    local TIMEFORMAT='%U %S'
    for _ in 1 2 3; do
        { time taskset -c 0 "$java" -Xmx64m -XX:+UseSerialGC -Djava.awt.headless=true --enable-native-access=ALL-UNNAMED \
            --sun-misc-unsafe-memory-access=allow -jar "$jar" diagnose "$1" >"$work/said" 2>"$work/errors"; } \
            2>"$work/time" || [ $? -eq 1 ]
        grep -q 'device-tlb-hang' "$work/said" || { cat "$work/said" "$work/errors" >&2; exit 1; }
        awk '{ print ($1 + $2) * 1000 }' "$work/time"
    done | sort -n | sed -n 2p
}
small=$((megabytes * 1000000 / 8))
large=$((megabytes * 1000000))
make "$small"
make "$large"
cat "$work/$small.log" "$work/$large.log" >/dev/null
read -r small_bytes large_bytes < <(stat -c %s "$work/$small.log" "$work/$large.log" | xargs)
short=$(cpu "$work/$small.log")
long=$(cpu "$work/$large.log")
awk -v a="$small_bytes" -v b="$large_bytes" -v s="$short" -v l="$long" -v kind="$kind" 'BEGIN {
    printf "%s log: %d MB in %.2f s of CPU, %d MB in %.2f s, so %.0f MB/s warm on one core, heap 64 MB (aim: 200)\n",
        kind, a / 1e6, s / 1e3, b / 1e6, l / 1e3, (b - a) / 1e3 / (l - s) }'
