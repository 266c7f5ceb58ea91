# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Gets distribution packages into the cache, with a private apt state: nothing is installed, /etc and the
# machine's own package lists stay as they are. The machine's sources (their mirror, proxy and keys) are used.

debs=$cache/debs

# The machine's main archive, and what lies beside it: updates, security, backports.
apt_setup() {
    local os_release=/etc/os-release codename archive security
    command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null ||
        unavailable "this machine has no apt-get and dpkg-deb; the lab is made of Debian packages."
    # shellcheck source=/dev/null
    codename=$(. "$os_release" && echo "${VERSION_CODENAME-}")
    archive=$(repository_of "$codename")
    [ -n "$archive" ] || unavailable "apt's sources name no archive for '$codename'; the lab needs Debian 12 or later."
    security=$(repository_of "$codename-security")
    mkdir -p "$cache/apt/sources" "$cache/apt/lists/partial" "$cache/apt/cache/archives/partial" "$debs/partial"
    # apt locks the folder of the status file it is told of, so ordinary users need copies.
    mkdir -p "$cache/apt/nothing" "$cache/apt/machine"
    : >"$cache/apt/nothing/status"
    cp /var/lib/dpkg/status "$cache/apt/machine/status"
    {
        source_entry "$archive" "$codename $codename-updates"
        [ -z "$security" ] || source_entry "$security" "$codename-security"
    } >"$cache/apt/sources/machine.sources"
    source_entry "$archive" "$codename-backports" >"$cache/apt/sources/backports.sources"
    cat >"$cache/apt/apt.conf" <<CONF
Dir::Etc::sourcelist "/dev/null";
Dir::Etc::sourceparts "$cache/apt/sources";
Dir::State::lists "$cache/apt/lists";
Dir::Cache "$cache/apt/cache";
Dir::Cache::archives "$debs";
APT::Install-Recommends "false";
APT::Sandbox::User "root";
Acquire::Languages "none";
Acquire::Retries "3";
CONF
    backports=$codename-backports
}

# The address from which the machine's own sources get SUITE's main packages; nothing if they have none.
repository_of() { # SUITE
    apt-get indextargets --format '$(RELEASE) $(COMPONENT) $(REPO_URI)' 'Identifier: Packages' |
        awk -v suite="$1" '$1 == suite && $2 == "main" { print $3; exit }' || true
}

source_entry() { # URI SUITES
    local keyring=/usr/share/keyrings/debian-archive-keyring.gpg
    printf 'Types: deb\nURIs: %s\nSuites: %s\nComponents: main\n' "$1" "$2"
    [ ! -r "$keyring" ] || printf 'Signed-By: %s\n' "$keyring"
    printf '\n'
}

apt() { APT_CONFIG=$cache/apt/apt.conf apt-get -q "$@"; }

apt_update() {
    apt update >"$cache/apt/update.log" 2>&1 && return 0
    # A mirror without backports: go on with what the release has.
    rm -f "$cache/apt/sources/backports.sources"
    apt update >"$cache/apt/update.log" 2>&1 ||
        unavailable "apt cannot get the package lists (offline?): $(tail -n 1 "$cache/apt/update.log")"
}

version_of() { # PACKAGE [SUITE]
    local release=()
    [ $# -lt 2 ] || release=(-t "$2")
    APT_CONFIG=$cache/apt/apt.conf apt-cache "${release[@]}" policy "$1" 2>/dev/null | awk '$1 == "Candidate:" { print $2 }' || true
}

# download NAME machine|nothing APT-ARGUMENTS...: downloads what the installation would need on top of what this
# machine has, or of nothing, and writes $cache/NAME.list: "sha256  file" of each package, sorted.
download() {
    local name=$1 status=$cache/apt/$2/status files
    shift 2
    # With the real archive folder apt would leave out what is there already.
    files=$(apt -o Dir::State::status="$status" -o Dir::Cache::archives="$cache/apt/cache/archives" \
        "$@" --print-uris 2>"$cache/apt/$name.log" | sed -n "s/^'[^']*' \([^ ]*\.deb\) .*/\1/p" | sort) || true
    [ -n "$files" ] || unavailable "apt offers no packages for the $name: $(tail -n 1 "$cache/apt/$name.log")"
    (cd "$debs" && apt -o Dir::State::status="$status" "$@" >"$cache/apt/$name.log" 2>&1) ||
        unavailable "apt cannot download the $name: $(tail -n 1 "$cache/apt/$name.log")"
    # shellcheck disable=SC2086 # file names of packages hold no spaces
    (cd "$debs" && sha256sum $files) >"$cache/$name.list.new"
    mv "$cache/$name.list.new" "$cache/$name.list"
}

unpack() { # LIST DIR [FILE-OF-PATTERNS-TO-LEAVE-OUT]
    local file
    while read -r file; do
        dpkg-deb --fsys-tarfile "$debs/$file" | tar -xf - --keep-directory-symlink -C "$2"
    done < <(awk '{ print $2 }' "$1" | grep -v -E -f <(grep -v '^#' "${3-/dev/null}"))
}

fetch_all() {
    local began userland
    began=$(now_ms)
    apt_setup
    apt_update
    fetch_emulator
    fetch_kernel
    download tools machine install -y --reinstall --download-only cpio kmod lz4 xz-utils zstd
    for userland in gnu busybox; do
        # shellcheck disable=SC2046 # one package a word
        download "userland-$userland" nothing install -y --download-only \
            $(grep -v '^#' "$lab_home/guest/packages-$userland")
    done
    say "fetched $(du -sh "$debs" | cut -f1) of packages into $cache in $(seconds_since "$began")"
}

# QEMU 8 brought the SR-IOV network card (igb).
fetch_emulator() {
    local release=() version
    version=$(version_of qemu-system-x86)
    if ! at_least "$version" 8; then
        version=$(version_of qemu-system-x86 "$backports")
        release=(-t "$backports")
    fi
    if ! at_least "$version" 8; then
        say "only QEMU $(version_of qemu-system-x86) is to be had here (backports would bring 10): machines boot, but without"
        say "the SR-IOV network card; what is left is SR-IOV on the NVMe drive."
        release=()
    fi
    download emulator machine install -y --reinstall --download-only "${release[@]}" qemu-system-x86
}

at_least() { dpkg --compare-versions "${1#*:}" ge "$2"; } # VERSION MINIMUM

fetch_kernel() {
    local meta image
    for meta in linux-image-6.12-amd64 linux-image-amd64; do
        image=$(APT_CONFIG=$cache/apt/apt.conf apt-cache depends "$meta" 2>/dev/null |
            sed -n 's/.*Depends: \(linux-image-[0-9][^ ]*-amd64\)$/\1/p' | head -n 1) || true
        [ -z "$image" ] || break
    done
    [ -n "$image" ] || unavailable "apt's sources offer no linux-image-amd64."
    download kernel nothing download "$image"
}
