# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh disable=SC2154
#
# Runs one operation of a plan in a child, for at most $limit seconds. The program puts three lines before this one:
#   mark=…  boot=…  limit=…  operation() { …; }
# Where the host is in another boot than it was read in, or is another host by now, nothing is done.
# A write can wait in the kernel for ever, and cannot be taken back: such a child is left alone, and what it waits for
# is told: its number, state, kernel function, start and name (proc(5)), and the calls in the kernel. Nothing is written
# on this machine but what the operation writes.

PATH=$PATH:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C
export PATH LC_ALL
exec 3>&1 < /dev/null
now=
{ read -r now < /proc/sys/kernel/random/boot_id; } 2> /dev/null
if [ -n "$boot" ] && [ "$now" != "$boot" ]; then
    printf '\n%s elsewhere\n' "$mark"
    exit
fi
printf '\n%s begin\n' "$mark"
operation >&3 2>&1 3>&- &
child=$!

# Once a second, so that the wait below can count; it ends with this shell.
trap : ALRM
(while sleep 1; do kill -s ALRM $$ || exit; done) > /dev/null 2>&1 3>&- &
ticker=$!
seconds=0
while :; do
    wait "$child"
    status=$?
    # 142: the second, not the child. (A child that ended by SIGALRM itself is gone by now.)
    if [ "$status" -ne 142 ] || ! kill -0 "$child" 2> /dev/null; then break; fi
    seconds=$((seconds + 1))
    [ "$seconds" -lt "$limit" ] || break
done
kill "$ticker"
if [ "$status" -eq 142 ]; then
    # What waits is the child itself, or the last of those it started.
    waiting=$child
    for _ in 1 2 3 4; do
        for process in /proc/[0-9]*; do
            { read -r stat < "$process/stat"; } 2> /dev/null || continue
            # After the name in brackets: state, parent.
            # shellcheck disable=SC2086
            set -- ${stat##*) }
            [ "${2:-}" != "$waiting" ] || { waiting=${process#/proc/} && break; }
        done
    done
    stat='' where=''
    { read -r stat < "/proc/$waiting/stat" && read -r where < "/proc/$waiting/wchan"; } 2> /dev/null
    # The calls that led into the kernel, the last first; for root only, and not in every kernel.
    { while read -r _ call && printf '\n%s call %s' "$mark" "$call"; do :; done < "/proc/$waiting/stack"; } 2> /dev/null
    name=${stat#*\(} rest=${stat##*) }
    name=${name%)*}
    # shellcheck disable=SC2086
    set -- $rest
    # The name last, for it may have blanks in it. When it began, in ticks since boot, tells it from a later one of its number.
    printf '\n%s stuck %s %s %s %s %s\n' "$mark" "$waiting" "${1:-?}" "${where:--}" "${20:--}" "$name"
else
    printf '\n%s ended %s\n' "$mark" "$status"
fi
exit
