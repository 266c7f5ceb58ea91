# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh disable=SC2154
#
# Runs one operation of a plan in a child, for at most $limit seconds. The program puts three lines before this one:
#   mark=…  limit=…  operation() { …; }
# A write can wait in the kernel for ever, and cannot be taken back: such a child is left alone, and what it waits for
# is told. Nothing is written on this machine but what the operation writes.

PATH=$PATH:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C
export PATH LC_ALL
exec 3>&1 < /dev/null
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
    stat='' where=''
    { read -r stat < "/proc/$child/stat" && read -r where < "/proc/$child/wchan"; } 2> /dev/null
    stat=${stat##*) }
    printf '\n%s stuck %s %s\n' "$mark" "${stat%% *}" "$where"
else
    printf '\n%s ended %s\n' "$mark" "$status"
fi
exit
