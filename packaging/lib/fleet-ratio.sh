#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Judges many copies of a snapshot with `fleet`: a tenth of them and all of them, in a heap of 512 MB. Prints wall time,
# CPU time and the largest memory in use of both, and how the larger compares with ten times the smaller.
# Usage: fleet-ratio.sh [SNAPSHOT [COUNT]]
#   SNAPSHOT  a packed snapshot (.json.gz) of a host of about 120 functions; the shipped sample unless told
#   COUNT     10000 unless told
# PEERPATH_JAVA_COMMAND may hold the command that starts the program, for example "java -Xmx512m -jar …".
set -eu -o pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)
snapshot=${1:-$root/resources/org/peerpath/samples/hgx-b300-vm.json.gz}
count=${2:-10000}
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
export JAVA_TOOL_OPTIONS="-Xmx512m ${JAVA_TOOL_OPTIONS:-}"
command=(bash "$root/packaging/run")
[[ -z ${PEERPATH_JAVA_COMMAND:-} ]] || read -r -a command <<<"$PEERPATH_JAVA_COMMAND"

# Each copy has a name of its own, so that none is taken for another.
gzip -dc -- "$snapshot" >"$work/one.json"
host=$(sed -nE 's/^ *"host" *: *"([A-Za-z0-9._-]+)".*/\1/p' "$work/one.json" | head -n 1)
mkdir "$work/tenth" "$work/all"
for ((i = 0; i < count; i++)); do
    name=$(printf 'gpu%05d' "$i")
    sed "s/\"$host\"/\"$name\"/g" "$work/one.json" | gzip -1 >"$work/all/$name.json.gz"
    ((i % 10)) || ln "$work/all/$name.json.gz" "$work/tenth/"
done

# once FOLDER: "WALL CPU KILOBYTES"; the program's status is not what is measured.
once() {
    python3 - "$1" "$work/out" "${command[@]}" <<'PYTHON'
import resource, subprocess, sys, time
folder, out, command = sys.argv[1], sys.argv[2], sys.argv[3:]
begin = time.monotonic()
with open(out, "w") as file:
    subprocess.run(command + ["fleet", folder, "--for", "vm", "--json"], stdout=file, stderr=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{time.monotonic() - begin:.1f} {used.ru_utime + used.ru_stime:.1f} {used.ru_maxrss}")
PYTHON
}

read -r small_wall small_cpu small_memory <<<"$(once "$work/tenth")"
[[ $(wc -l <"$work/out") -eq $(((count + 9) / 10)) ]] || { echo "not all of the tenth were judged" >&2; exit 1; }
read -r wall cpu memory <<<"$(once "$work/all")"
[[ $(wc -l <"$work/out") -eq $count ]] || { echo "not all were judged" >&2; exit 1; }
awk -v n="$count" -v sw="$small_wall" -v sc="$small_cpu" -v sm="$small_memory" -v w="$wall" -v c="$cpu" -v m="$memory" 'BEGIN {
    printf "%d hosts: wall %.1f s, CPU %.1f s, memory %.0f MB\n", n / 10, sw, sc, sm / 1024
    printf "%d hosts: wall %.1f s, CPU %.1f s, memory %.0f MB; %.0f a second, %.1f ms CPU each\n", n, w, c, m / 1024, n / w, 1000 * c / n
    printf "ratio to ten times the tenth: CPU %.2f; memory %.2f times (aims: 1.1 and 1.5 or less)\n", c / (10 * sc), m / sm
}'
