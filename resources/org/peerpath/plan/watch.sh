# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh disable=SC2154
#
# Watches this machine while a plan is carried out on it: a pulse each second, and the kernel's log. It holds a lock for
# as long as it runs, so that two administrators do not change the machine at once. The program puts two lines before:
#   mark=…  owner=…
# The lock is /run/peerpath/lock, in a folder that only root can enter, so that nobody else can hold it. It is in memory
# that is gone after a boot; the lock ends with this shell, however that ends.

PATH=$PATH:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C
export PATH LC_ALL
folder=/run/peerpath lock=/run/peerpath/lock
exec 3<&0 < /dev/null
command -v flock > /dev/null || { printf '\n%s no-flock\n' "$mark"; exit; }
# Without the log nobody could say that there was no trouble in it.
[ -r /dev/kmsg ] || { printf '\n%s no-log\n' "$mark"; exit; }
umask 077
# Only root writes to /run. A folder that is there already is root's own, too, or it is none of ours.
mkdir "$folder" 2> /dev/null
if [ -L "$folder" ] || [ ! -d "$folder" ] || [ ! -O "$folder" ] || ! chmod 700 "$folder" 2> /dev/null; then
    printf '\n%s no-lock\n' "$mark"
    exit
fi
# In a shell of its own first: a redirection that fails ends some shells.
(: >> "$lock") 2> /dev/null || { printf '\n%s no-lock\n' "$mark"; exit; }
exec 9>> "$lock"
if ! flock -n 9; then
    holder=
    { read -r holder < "$lock"; } 2> /dev/null
    printf '\n%s busy %s\n' "$mark" "$holder"
    exit
fi
printf '%s\n' "$owner" > "$lock"

(read -r _ <&3; kill -s TERM $$) > /dev/null 2>&1 9>&- &
reader=$!
exec 3<&-
follow() {
    # A reader that the kernel has overtaken is told so by an error, and begins again.
    while cat /dev/kmsg; do :; done
    while sleep 1; do cat /dev/kmsg; done
}
read -r up _ < /proc/uptime
read -r boot < /proc/sys/kernel/random/boot_id
printf '\n%s locked %s %s\n\n' "$mark" "$boot" "$up"
follow 2> /dev/null 9>&- &
follower=$!
# The children of the follower hold nothing of ours but the output, and end when they next write to it.
trap 'kill $reader $follower 2> /dev/null; : > "$lock"; exit' TERM HUP INT PIPE
while read -r up _ < /proc/uptime; do
    # The empty line has the pulse handed on at once: whether a line is the end of a script shows in the next one.
    printf '%s pulse %s\n\n' "$mark" "$up" || break
    sleep 1 9>&-
done
kill $reader $follower 2> /dev/null
: > "$lock"
exit
