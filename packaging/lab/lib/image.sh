# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Builds what boots: the kernel and one initial file system per userland, once per content.

libs=usr/lib/x86_64-linux-gnu

have_packages() { # NAME
    local file
    [ -s "$cache/$1.list" ] || return 1
    while read -r _ file; do [ -s "$debs/$file" ] || return 1; done <"$cache/$1.list"
}

ensure_packages() {
    local name
    for name in emulator kernel tools userland-gnu userland-busybox; do
        have_packages "$name" || { fetch_all; return; }
    done
    for name in gnu busybox; do
        have_wanted "$name" || { fetch_all; return; }
    done
}

# have_wanted USERLAND: what was fetched earlier has every package that is named now.
have_wanted() {
    local package
    while read -r package; do
        grep -q " ${package}_" "$cache/userland-$1.list" || return 1
    done < <(grep -v '^#' "$lab_home/guest/packages-$1")
}

# Sets the folders of the emulator and of the image for $userland, building what is missing.
ensure_built() {
    with_lock "$cache/lock" ensure_packages
    tools_dir=$cache/tools-$(content_key 2 "$cache/tools.list")
    emulator_dir=$cache/emulator-$(content_key 1 "$cache/emulator.list")
    image_dir=$cache/image-$userland-$(content_key 1 "$cache/kernel.list" "$cache/userland-$userland.list" \
        "$lab_home"/guest/* "$lab_home/lib/image.sh" "$lab_home/lib/extract-vmlinux")
    [ -d "$emulator_dir" ] && [ -d "$image_dir" ] || with_lock "$cache/lock" build_missing
    touch "$image_dir"
}

build_missing() {
    rm -rf "$cache"/*.new
    find "$cache" -maxdepth 1 -name 'image-*' -mtime +7 -exec rm -rf {} +
    make_whole "$tools_dir" unpack_tools
    make_whole "$emulator_dir" unpack "$cache/emulator.list"
    local began
    began=$(now_ms)
    [ -d "$image_dir" ] && return 0
    make_whole "$image_dir" build_image
    say "built the $userland image ($(du -h "$image_dir/initramfs.cpio" | cut -f1)) in $(seconds_since "$began")"
}

# Links such as depmod's to /bin/kmod would lead out of the folder, to programs that this machine need not have.
unpack_tools() { # DIR
    local link
    unpack "$cache/tools.list" "$1"
    while IFS= read -r -d '' link; do
        ln -sfnr "$1$(readlink "$link")" "$link"
    done < <(find "$1" -lname '/*' -print0)
}

with_tools() {
    PATH=$tools_dir/usr/sbin:$tools_dir/usr/bin:$tools_dir/sbin:$tools_dir/bin:$PATH \
        LD_LIBRARY_PATH=$tools_dir/$libs:$tools_dir/lib/x86_64-linux-gnu "$@"
}

build_image() { # DIR
    local work=$1/work root=$1/work/root kernel=$1/work/kernel release
    mkdir -p "$root" "$kernel"
    unpack "$cache/kernel.list" "$kernel"
    [ -d "$kernel/lib/modules" ] || ln -s usr/lib "$kernel/lib"
    release=$(ls "$kernel/lib/modules")
    make_root "$root"
    add_modules "$kernel" "$root" "$release"
    add_host_key "$root" "$1"
    with_tools "$lab_home/lib/extract-vmlinux" "$kernel/boot/vmlinuz-$release" "$1/vmlinux"
    (cd "$root" && find . -print0 | LC_ALL=C sort -z |
        with_tools cpio --null -o -H newc --quiet --owner=0:0) >"$1/initramfs.cpio"
    echo "$release" >"$1/kernel-release"
    rm -rf "$work"
}

make_root() { # ROOT
    local root=$1 name shell=/bin/sh
    mkdir -p "$root"/usr/{bin,sbin,lib,lib64} "$root"/{proc,sys,dev,run,tmp,mnt,etc,root/.ssh,home/admin/.ssh,home/user/.ssh}
    for name in bin sbin lib lib64; do ln -s "usr/$name" "$root/$name"; done
    unpack "$cache/userland-$userland.list" "$root" "$lab_home/guest/left-out"
    (cd "$root" && rm -rf boot media opt srv var/{cache,lib,backups,mail,local} usr/games usr/local "$libs"/gconv usr/lib/{systemd,udev} \
        usr/share/{doc,man,locale,info,lintian,bash-completion,bug,common-licenses,menu,initramfs-tools,perl5,pixmaps,doc-base,gcc})
    # Busybox fills only the gaps.
    while read -r name; do
        [ -e "$root/usr/bin/$name" ] || [ -e "$root/usr/sbin/$name" ] || ln -s busybox "$root/usr/bin/$name"
    done < <("$root/usr/bin/busybox" --list)
    [ ! -e "$root/usr/bin/bash" ] || shell=/bin/bash
    [ ! -e "$root/usr/bin/dash" ] || ln -sf dash "$root/usr/bin/sh"
    cat >"$root/etc/passwd" <<PASSWD
root:x:0:0:root:/root:$shell
sshd:x:100:65534::/run/sshd:/usr/sbin/nologin
admin:x:1000:1000:may use sudo:/home/admin:$shell
user:x:1001:1001:may nothing:/home/user:$shell
nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
PASSWD
    sed 's/:.*/:*:19000:0:99999:7:::/' "$root/etc/passwd" >"$root/etc/shadow"
    printf '%s\n' root:x:0: sudo:x:27:admin admin:x:1000: user:x:1001: nogroup:x:65534: >"$root/etc/group"
    printf '127.0.0.1 localhost\n10.0.2.15 lab\n' >"$root/etc/hosts"
    printf '%s\n' /bin/bash /bin/sh >"$root/etc/shells"
    chmod 1777 "$root/tmp"
    chmod 700 "$root"/{root,root/.ssh,home/admin/.ssh,home/user/.ssh}
    chmod 600 "$root/etc/shadow"
    if [ -x "$root/usr/bin/sudo" ]; then
        printf 'admin ALL=(ALL) NOPASSWD: ALL\n' >"$root/etc/sudoers.d/admin"
        chmod 440 "$root/etc/sudoers.d/admin"
        mkdir -p "$root/etc/pam.d"
        printf '%s required pam_permit.so\n' auth account session >"$root/etc/pam.d/sudo"
        printf '%s required pam_deny.so\n' auth account session password >"$root/etc/pam.d/other"
    fi
    install -m 755 "$lab_home/guest/init" "$root/init"
    install -m 755 "$lab_home/guest/lab-state" "$root/usr/bin/lab-state"
}

add_modules() { # KERNEL ROOT RELEASE
    local from=$1/lib/modules/$3 to=$2/usr/lib/modules/$3 module file
    with_tools depmod -b "$1" "$3"
    mkdir -p "$to"
    cp "$from"/modules.{builtin,builtin.modinfo,order} "$to/"
    while read -r module; do
        with_tools modprobe -d "$1" -S "$3" --show-depends "$module"
    done < <(grep -v '^#' "$lab_home/guest/modules") | awk '$1 == "insmod" { print $2 }' | sort -u |
        while read -r file; do
            module=$to/${file#*"/modules/$3/"}
            mkdir -p "$(dirname "$module")"
            cp "$file" "$module"
            # Uncompressed: the guest has better things to do under emulation.
            case $module in
                *.xz) with_tools xz -d "$module" ;;
                *.zst) with_tools zstd -q -d --rm "$module" ;;
            esac
        done
    with_tools depmod -b "$2" "$3"
}

# One host key per image, so that known_hosts knows it.
add_host_key() { # ROOT DIR
    local root=$1 key=$2/host_key
    ssh-keygen -q -t ed25519 -N '' -C peerpath-lab -f "$key"
    if [ -x "$root/usr/sbin/sshd" ]; then
        install -m 644 "$lab_home/guest/sshd_config" "$root/etc/ssh/sshd_config"
        rm -rf "$root/etc/ssh/sshd_config.d"
        install -m 600 "$key" "$root/etc/ssh/ssh_host_ed25519_key"
    else
        mkdir -p "$root/etc/dropbear"
        "$root/lib64/ld-linux-x86-64.so.2" --library-path "$root/$libs:$root/lib/x86_64-linux-gnu" \
            "$root/usr/bin/dropbearconvert" openssh dropbear "$key" "$root/etc/dropbear/dropbear_ed25519_host_key" 2>/dev/null
    fi
    rm -f "$key"
}
