#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the packages and tries them where nothing is installed: in a minimal Debian (of this machine's release and
# from its own mirror) without any Java. Needs root; the minimal Debian is thrown away.
# Usage: package-checks.sh RESULTS-FOLDER
# shellcheck source-path=SCRIPTDIR
set -u -o pipefail
results=$1
lib=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
root=$(dirname -- "$(dirname -- "$lib")")
# shellcheck source=checks.sh
. "$lib/checks.sh"

id=org.peerpath.Peerpath
expect 'the desktop entry is valid' desktop-file-validate "$root/packaging/desktop/$id.desktop"
expect 'the catalogue entry is valid' appstreamcli validate --no-net "$root/packaging/desktop/$id.metainfo.xml"

if (($(id -u) != 0)); then
    skipped 'packages in a minimal Debian' 'needs root'
    exit 0
fi

work=$(mktemp -d)
debian=$work/debian
x_server=
# Everything below $work was made by this script, and nothing is ever mounted there outside the private mount
# namespaces of inside(), which end with their commands; still, never cross into another file system.
clean_up() {
    [[ -z $x_server ]] || kill "$x_server" 2>/dev/null
    rm -rf --one-file-system -- "$work"
}
trap clean_up EXIT

# enter: in the minimal Debian, with namespaces of its own for mounts and processes: when the command ends they are
# gone, whatever happened. /dev holds only the nodes that debootstrap made.
# shellcheck disable=SC2016 # for the inner shell
enter=(unshare --mount --pid --fork --kill-child bash -c '
    mount --make-rprivate / && mount -t proc proc "$0/proc" && mount -t sysfs -o ro sysfs "$0/sys" &&
    exec chroot "$0" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"' "$debian")

inside() {
    "${enter[@]}" "$@"
}

make_debian() {
    local mirror codename
    # shellcheck source=/dev/null
    codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
    # shellcheck disable=SC2016 # apt fills these in
    mirror=$(apt-get indextargets --format '$(CODENAME) $(COMPONENT) $(REPO_URI)' 'Identifier: Packages' |
        awk -v codename="$codename" '$1 == codename && $2 == "main" { print $3; exit }')
    [[ -n $mirror ]] && debootstrap --variant=minbase "$codename" "$debian" "$mirror" || return
    # How this machine reaches its packages.
    cp -- /etc/resolv.conf /etc/hosts "$debian/etc/" && cp -r -- /etc/apt/apt.conf.d "$debian/etc/apt/" && inside apt-get -q update
}

# What is on the disk, apart from the package manager's own memory of it, and from what Java keeps of the user's fonts
# in the user's home.
listing() {
    inside find / -xdev \( -path /proc -o -path /sys -o -path /tmp -o -path /var/cache -o -path /var/log -o -path /var/lib/apt \
        -o -path /var/lib/dpkg -o -path /root/packages -o -path /root/.java \) -prune -o -print | LC_ALL=C sort
}

install_package() {
    inside DEBIAN_FRONTEND=noninteractive apt-get -q -y "$@" install "/root/packages/$deb"
}

remove_package() {
    inside DEBIAN_FRONTEND=noninteractive apt-get -q -y purge --autoremove peerpath
}

# run NAME COMMAND...: its output in $work/NAME.out and .err, its exit code in the variable code.
run() {
    local name=$1
    shift
    inside "$@" >"$work/$name.out" 2>"$work/$name.err"
    code=$?
    cat -- "$work/$name.err"
}

try_command_line() {
    local where=$1 program=$2
    run "$where-version" "$program" --version
    expect "$where: --version" test "$code" = 0
    run "$where-check" "$program" check sample:hgx-b300-vm
    expect "$where: the goal state has nothing wrong" test "$code" = 0
    expect "$where: nothing but data on stdout and no warning on stderr" test ! -s "$work/$where-check.err"
    run "$where-local" "$program" show local
    expect "$where: reads this machine" test "$code" -le 3
    run "$where-window" "$program"
    expect "$where: without a display the window says so" test "$code" = 2
    run "$where-help" "$program" window --help
    expect "$where: help on the window needs no display" test "$code" = 0
    export_formats "$where" "$program"
}

export_formats() {
    local where=$1 program=$2 format
    for format in svg png pdf; do
        run "$where-$format" "$program" export sample:hgx-b300-vm -o "/tmp/$where.$format" -f
        expect "$where: exports $format" test -s "$debian/tmp/$where.$format"
    done
}

start_x_server() {
    local tries=0
    Xvfb -displayfd 3 -screen 0 1600x1000x24 3>"$work/display" 2>/dev/null &
    x_server=$!
    while [[ ! -s $work/display ]] && kill -0 "$x_server" 2>/dev/null && ((tries++ < 300)); do
        sleep 0.1
    done
    display=:$(<"$work/display")
}

# A window with our name, within 30 seconds.
window_appears() {
    local tries=0 window found=1
    "${enter[@]}" "DISPLAY=$display" peerpath >"$work/window.out" 2>"$work/window.err" &
    window=$!
    while ((found != 0 && tries++ < 300)) && kill -0 "$window" 2>/dev/null; do
        if [[ $(xwininfo -display "$display" -root -tree 2>/dev/null) == *Peerpath* ]]; then
            found=0
        fi
        sleep 0.1
    done
    # unshare passes no other signal on; with it goes all that it started.
    kill -KILL "$window" 2>/dev/null
    wait "$window" 2>/dev/null
    cat -- "$work/window.err"
    return "$found"
}

if ! bash "$root/packaging/package"; then
    failed 'packages are built' "see $results/output.log"
    exit 1
fi
passed 'packages are built'
if ! make_debian; then
    failed 'a minimal Debian' "see $results/output.log"
    exit 1
fi
mkdir -- "$debian/root/packages"
cp -- "$root"/app/target/package/*.deb "$debian/root/packages/"
deb=$(basename -- "$debian"/root/packages/*.deb)
listing >"$work/before"

expect 'installs without recommended packages, as on a server' install_package --no-install-recommends
expect 'brings the only Java there is' test -z "$(inside sh -c 'command -v java')"
try_command_line package peerpath
expect 'is removed' remove_package
listing >"$work/after"
expect 'leaves nothing behind' diff "$work/before" "$work/after"

mkdir -- "$debian/root/portable folder"
tar -xzf "$root"/app/target/package/*.tar.gz -C "$debian/root/portable folder" --strip-components=1
expect 'the archive needs fonts alone' inside apt-get -q -y install --no-install-recommends libfontconfig1 fonts-dejavu-core
try_command_line archive '/root/portable folder/peerpath'

expect 'installs with recommended packages, as on a desktop' install_package
if [[ -d $root/app/src/main/java/org/peerpath/ui ]]; then
    start_x_server
    expect 'opens its window' window_appears
else
    skipped 'opens its window' 'there is no window in these sources yet'
fi
exit 0
