#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Peerpath collector: prints what the kernel shows about this machine's PCI functions, IOMMU and VFIO.
#
# It only reads. It creates, changes and deletes nothing, installs nothing, opens no network connection, wakes no
# suspended device and never opens /dev/vfio/*. Everything it reads is named in the lists below. It is plain POSIX
# shell with coreutils (GNU or busybox); awk, where there is one, adds device names and the holders of VFIO devices.
#
# To read a machine that Peerpath cannot reach:   sudo sh collect.sh > host.peerpath     and open that file.
#
# Settings (environment):
#   PEERPATH_ROOT=DIR   read a recorded tree instead of this machine
#   PEERPATH_VPD=1      read all vital product data (slow; otherwise only of ConnectX that it tells apart)
#   PEERPATH_LIMIT=5    seconds after which a read that hangs is given up
#   PEERPATH_MARK=X     letters and digits that begin every section; by default random ones
#   PEERPATH_WATCH=1    stop at once when standard input ends (used over SSH, so that nothing outlives the session)
#
# Most functions are called through guard; the lists of descriptors are filled and used within one subshell.
# shellcheck disable=SC2317,SC2030,SC2031

# ---- What is read. Paths are relative to the root; the program reads these lists too, for recorded trees. ----------

# Text attributes of every function, below /sys/bus/pci/devices/ADDRESS/.
FUNCTION_TEXT='
vendor device subsystem_vendor subsystem_device class revision numa_node local_cpulist resource enable modalias
power_state d3cold_allowed power/runtime_status max_link_speed max_link_width reset_method ari_enabled removable
aer_dev_correctable aer_dev_nonfatal aer_dev_fatal
sriov_totalvfs sriov_numvfs sriov_offset sriov_stride sriov_vf_device sriov_drivers_autoprobe sriov_vf_total_msix
driver_override boot_vga p2pmem/size p2pmem/available p2pmem/published net/*/address net/*/operstate net/*/flags
infiniband/*/fw_ver infiniband/*/hca_type infiniband/*/board_id infiniband/*/node_guid infiniband/*/ports/*/link_layer
sriov/*/node sriov/*/port sriov/*/policy
'
# The same, but reading them reaches the device; where that would wake one it is left alone.
FUNCTION_AWAKE_TEXT='current_link_speed current_link_width secondary_bus_number subordinate_bus_number'
FUNCTION_AWAKE_BYTES='config'
FUNCTION_VPD='vpd'
FUNCTION_LINKS='driver iommu iommu_group physfn virtfn*'
# Directories of which only the names inside are read.
FUNCTION_NAMES='net infiniband infiniband_verbs drm nvme p2pmem vfio-dev msi_irqs sriov'

HOST_TEXT='
proc/cmdline proc/cpuinfo proc/sys/kernel/osrelease proc/sys/kernel/hostname proc/sys/kernel/random/boot_id
proc/sys/kernel/nmi_watchdog proc/sys/kernel/watchdog_thresh proc/sys/kernel/hardlockup_panic
proc/sys/kernel/softlockup_panic proc/sys/kernel/panic proc/driver/nvidia/version
etc/os-release sys/kernel/security/lockdown
sys/class/dmi/id/product_name sys/class/dmi/id/sys_vendor sys/class/dmi/id/board_name sys/class/dmi/id/bios_version
sys/class/iommu/*/intel-iommu/address sys/class/iommu/*/intel-iommu/version
sys/class/iommu/*/intel-iommu/cap sys/class/iommu/*/intel-iommu/ecap
sys/class/iommu/*/amd-iommu/cap sys/class/iommu/*/amd-iommu/features
sys/kernel/iommu_groups/*/type sys/kernel/iommu_groups/*/reserved_regions
sys/devices/system/node/node*/cpulist sys/devices/system/node/node*/distance
sys/module/vfio/parameters/* sys/module/vfio_pci/parameters/* sys/module/vfio_iommu_type1/parameters/*
sys/module/nvidia/version sys/module/nvidia_peermem/version sys/module/mlx5_core/version
sys/class/net/*/lower_*/ifindex sys/block/*/slaves/*/dev
'
HOST_NAMES='sys/class/iommu sys/kernel/iommu_groups sys/devices/system/node dev/vfio dev/vfio/devices sys/bus/pci/drivers'
HOST_EXISTS='
dev/iommu sys/module/vfio sys/module/vfio_pci sys/module/mlx5_vfio_pci sys/module/nvidia_peermem
etc/default/grub etc/default/grub.d etc/kernel/cmdline boot/loader/entries
'
# Links of which the whole target counts: where a block device hangs.
HOST_LINKS='sys/dev/block/*'
HOST_BYTES='sys/firmware/acpi/tables/DMAR sys/firmware/acpi/tables/IVRS sys/firmware/acpi/tables/IORT'
# Commands that plans use: only whether they are there.
TOOLS='setpci mlxconfig mstconfig ip modprobe driverctl systemctl grubby update-grub grub-mkconfig grub2-mkconfig kernel-install'
# Lines of the kernel's log that findings ask for, in awk's words; the program keeps the same ones of logs in files.
KERNEL_LOG='not enough MMIO resources for SR-IOV|VFs [(]bus [0-9a-f]+ out of range|MSI-X interrupts available for SR-IOV|disabling ATS'
# Lines of libvirt's logs that tell how a VM's memory was mapped, in awk's words.
VM_LOG='dma_map[(]|IOMMU_IOAS_MAP|peer-to-peer transactions|dma-?buf|multiple address spaces|is not viable|VFIO_MAP_DMA'
PCI_IDS='usr/share/misc/pci.ids usr/share/hwdata/pci.ids var/lib/pciutils/pci.ids'

# ---- How it is printed. Lines that begin with @@ and the mark divide the output into sections, the last is "end" and
# their number. The mark is another at each reading, so that nothing that is read can look like a section.

section() {
    sections=$((sections + 1))
    printf '\n@@%s %s\n' "$mark" "$*"
}
fail() { section fail "$@"; } # fail REASON PATH

# The four readers. $* is left unquoted on purpose: patterns become the files that exist.
# shellcheck disable=SC2048,SC2086
{
    # Text files, as "head -v" prints them: a line "==> PATH <==", then the content.
    text() {
        errors=$(head -v -c 8192 -- $* 2>&1 >&4)
        finish $?
    }
    # Binary files: the same, wrapped in base64 or in od's hexadecimal.
    bytes() {
        errors=$({ head -v -c 262144 -- $* 2>&3 3>&- | $encode 3>&- >&4; } 3>&1)
        finish $?
    }
    # Symbolic links, as "ls -l" prints them: "… PATH -> TARGET".
    links() {
        errors=$(ls -ldn -- $* 2>&1 >&4)
        finish $?
    }
    # Names only.
    names() { printf '%s\n' $*; }
}
# What could not be read, in the words of head or ls. Status 126: the command line was too long for one process.
finish() {
    [ -z "$errors" ] || printf '\n@@%s errors\n%s\n' "$mark" "$errors"
    [ "$1" -ne 126 ]
}

# ---- Reads that hang (a driver stuck in the kernel, a dead device). ------------------------------------------------

# guard READER PATTERN...: runs it beside this shell; false if it failed or had to be given up after $limit seconds.
guard() {
    ticks=0
    "$@" &
    job=$!
    while :; do
        wait "$job"
        status=$?
        # 142 = a second has passed (SIGALRM from the ticker ended the wait, not the job).
        [ "$status" -eq 142 ] || return "$status"
        if [ "$ticks" -gt "$limit" ]; then
            hangs=$((hangs + 1))
            stop_tree "$job"
            stuck="$stuck $kin"
            section given-up
            return 1
        fi
    done
}

# Kills a process and what it started. SIGKILL takes effect when the kernel lets go of it.
stop_tree() {
    kin=" $1 "
    for _ in 1 2 3; do
        for process in /proc/[0-9]*; do
            { read -r stat < "$process/stat"; } 2> /dev/null || continue
            # After the name in brackets: state, parent.
            # shellcheck disable=SC2086
            set -- ${stat##*) }
            case $kin in
                *" ${process#/proc/} "*) ;;
                *" ${2:-none} "*) kin="$kin${process#/proc/} " ;;
            esac
        done
    done
    # shellcheck disable=SC2086
    kill -s KILL $kin 2> /dev/null
}

# What was killed and is still there, for it is stuck in the kernel: "PID STATE WHERE NAME". True if there is any.
left_behind() {
    found=1
    for process in $stuck; do
        { read -r stat < "/proc/$process/stat"; } 2> /dev/null || continue
        state=${stat##*) } name=${stat#*\(} where=
        [ "${state%% *}" != Z ] || continue
        found=0
        # The file has no line break, so that reading it is no success.
        { read -r where < "/proc/$process/wchan"; } 2> /dev/null
        [ "$1" = ask ] || section left-behind "$process ${state%% *} ${where:--} ${name%)*}"
    done
    return $found
}

# Nobody waits any more. SIGKILL takes a moment; what is there after a second will not go, and the last words tell of it.
stopped() {
    trap '' TERM HUP INT
    # shellcheck disable=SC2086
    kill $ticker $watch
    [ -z "$job" ] || stop_tree "$job"
    stuck="$stuck $kin"
    sleep 0
    if left_behind ask; then
        sleep 1
        left_behind tell
    fi
    exit 143
}

# attempt READER PATTERN...: all at once; if that hangs or is too much, pattern by pattern, then file by file.
attempt() {
    reader=$1
    shift
    section "$reader" "$part"
    guard "$reader" "$@" && return
    for pattern in "$@"; do
        if [ "$hangs" -lt 8 ]; then
            section "$reader" "$part"
            guard "$reader" "$pattern" && continue
        fi
        for file in $pattern; do
            [ -e "$file" ] || [ -L "$file" ] || continue
            if [ "$hangs" -lt 8 ] && [ "$file" != "$pattern" ]; then
                section "$reader" "$part"
                guard "$reader" "$file" && continue
            fi
            fail timed-out "$file"
        done
    done
}

# ---- The parts. ----------------------------------------------------------------------------------------------------

functions=sys/bus/pci/devices

# Reads the collected $patterns; they are split here, and become files only inside the reader.
flush() {
    set -f
    # shellcheck disable=SC2086
    set -- "$1" $patterns
    set +f
    patterns='' files=0
    [ $# -eq 1 ] || attempt "$@"
}

# of_every READER NAMES: these attributes of all functions, as many at a time as one process can take.
of_every() {
    set -f
    # shellcheck disable=SC2086
    set -- "$1" $2
    set +f
    kind=$1
    shift
    for name in "$@"; do
        patterns="$patterns $functions/*/$name"
        files=$((files + count))
        [ "$files" -lt 10000 ] || flush "$kind"
    done
    flush "$kind"
}

# Whether reading a function's registers would wake something. Linux (pci_config_pm_runtime_get in drivers/pci/pci.c)
# resumes what is above the function, and the function itself only from D3cold. An idle function of vfio-pci is suspended
# in D0 or D3hot below a port that is not: it answers and goes on sleeping.
would_wake() {
    state='' power='' above=''
    { read -r state < "$1/power/runtime_status"; } 2> /dev/null
    case $state in suspended | suspending) ;; *) return 1 ;; esac
    { read -r power < "$1/power_state"; } 2> /dev/null
    { read -r above < "$1/../power/runtime_status"; } 2> /dev/null
    case $power:$above in
        *:suspend*) return 0 ;;
        D0:* | D1:* | D2:* | D3hot:*) return 1 ;;
    esac
    return 0
}

# What reaches into the device, 128 functions at a time.
awake_functions() {
    awake='' files=0
    for function in "$functions"/*; do
        if would_wake "$function"; then
            for name in $FUNCTION_AWAKE_TEXT $FUNCTION_AWAKE_BYTES; do
                [ ! -e "$function/$name" ] || fail suspended "$function/$name"
            done
            continue
        fi
        awake="$awake $function"
        files=$((files + 1))
        [ "$files" -lt 128 ] || read_awake
    done
    read_awake
}
read_awake() {
    for name in $FUNCTION_AWAKE_TEXT; do add_existing; done
    flush text
    for name in $FUNCTION_AWAKE_BYTES; do add_existing; done
    flush bytes
    awake='' files=0
}
add_existing() {
    for function in $awake; do
        [ ! -e "$function/$name" ] || patterns="$patterns $function/$name"
    done
}

# Vital product data: of all on request; else of ConnectX-7 (15b3:1021), some of which only manage NVLink switches and say
# so there, and of all NVIDIA's NICs where one is a Data Direct function (15b3:2100), whose partner is found through it.
vital_product_data() {
    wanted=$vpd
    for function in "$functions"/*; do
        ids "$function"
        [ "$id" != 0x15b3:0x2100 ] || wanted=${vpd:-0x15b3}
    done
    for function in "$functions"/*; do
        [ -e "$function/$FUNCTION_VPD" ] || continue
        ids "$function"
        state=
        { read -r state < "$function/power/runtime_status"; } 2> /dev/null
        case $state:${wanted:-none}:$id in
            suspend*) fail suspended "$function/$FUNCTION_VPD" ;;
            *:all:* | *:0x15b3:0x15b3:* | *:0x15b3:0x1021) patterns="$patterns $function/$FUNCTION_VPD" files=$((files + 1)) ;;
            *) fail not-asked "$function/$FUNCTION_VPD" ;;
        esac
        [ "$files" -lt 8 ] || flush bytes
    done
    flush bytes
}
ids() {
    id=
    { read -r vendor < "$1/vendor" && read -r device < "$1/device" && id=$vendor:$device; } 2> /dev/null
}

names_inside() {
    for name in $FUNCTION_NAMES; do patterns="$patterns $functions/*/$name $functions/*/$name/*"; done
    for name in $HOST_NAMES; do [ ! -d "$name" ] || patterns="$patterns $name $name/*"; done
    for name in $HOST_EXISTS; do [ ! -e "$name" ] || patterns="$patterns $name"; done
    flush names
}

# The lines of pci.ids about the functions at hand, so that their names can be shown.
pci_names() {
    printf '==> peerpath/pci.ids <==\n'
    # shellcheck disable=SC2016,SC2086
    awk '
        /^pci:v/ { v = tolower(substr($0, 10, 4)); d = v tolower(substr($0, 19, 4))
                   want[v]; want[d]; want[d tolower(substr($0, 29, 4) substr($0, 39, 4))]; next }
        /^[0-9a-f][0-9a-f][0-9a-f][0-9a-f] /     { v = substr($0, 1, 4); on = v in want; if (on) print; next }
        !on                                      { if (/^C /) exit; next }
        /^\t[0-9a-f]/                            { d = v substr($0, 2, 4); hit = d in want; if (hit) print; next }
        /^\t\t[0-9a-f]/ && hit                   { if (d substr($0, 3, 4) substr($0, 8, 4) in want) print }
    ' $functions/*/modalias "$1" 2> /dev/null
    return 0
}

# What descriptors of processes lead to, a line each: "fd MAJOR:MINOR PATH" (hexadecimal) for devices, and "vfio PATH" for a
# VFIO device that its group gave out, which has neither name nor number. What counts is what a descriptor leads to: names
# of files are any user's choice, also where such a name shows a device in a mount namespace. Nothing is opened.
# A process whose first thread has ended is looked at through the others.
descriptors() {
    characters='' others='' held=0
    for process in proc/[0-9]*; do
        set -- "$process"/fd/*
        [ -L "$1" ] || set -- "$process"/task/*/fd/*
        for fd in "$@"; do
            if [ -c "$fd" ]; then
                # shellcheck disable=SC3013  # dash and busybox know -ef
                [ "$fd" -ef dev/null ] || characters="$characters $fd"
            elif [ -e "$fd" ] && [ ! -f "$fd" ] && [ ! -S "$fd" ] && [ ! -p "$fd" ] && [ ! -d "$fd" ] && [ ! -b "$fd" ]; then
                others="$others $fd"
            else
                continue
            fi
            held=$((held + 1))
            [ "$held" -lt 500 ] || held_devices
        done
    done
    held_devices
}
# The list shows who may hold such a device; each is asked by itself then, since a name may hold line breaks, and a
# descriptor may have become another meanwhile. A user's file has a name that begins with a slash.
# shellcheck disable=SC2012,SC2016
held_devices() {
    # shellcheck disable=SC2086
    [ -z "$characters" ] || stat -L -c 'fd %t:%T %n' -- $characters
    # Without a type of file: a symbolic link, which can be held too, has one and a name.
    # shellcheck disable=SC2086
    [ -z "$others" ] || others=$(stat -L -c '%f %n' -- $others | awk 'length($1) <= 3 { print $2 }')
    # shellcheck disable=SC2086
    [ -z "$others" ] || ls -ln -- $others | awk '/ -> anon_inode:\[vfio-device\]$/ { print $(NF - 2) }' |
        while read -r fd; do
            [ "$(readlink -- "$fd")" != 'anon_inode:[vfio-device]' ] || printf 'vfio %s\n' "$fd"
        done
    characters='' others='' held=0
}
# The devices whose holders are asked for: "node MAJOR:MINOR /PATH".
nodes() {
    for node in "$@"; do
        [ ! -c "$node" ] || stat -L -c 'node %t:%T /%n' -- "$node"
    done
}

# Which processes hold VFIO devices: one line each, "PID TARGET COMMAND [GUEST]". Where a process holds a device but no
# group, TARGET is /dev/vfio/?.
vfio_holders() {
    printf '==> peerpath/vfio-holders <==\n'
    set -- proc/1/fd/*
    [ -L "$1" ] || return 1
    vfio_held | while read -r pid target; do
        command=$(plain_word < "proc/$pid/comm")
        guest=$(tr '\n\000' '?\n' < "proc/$pid/cmdline" 2> /dev/null | sed -n '/^-name$/{n;p;q;}' | plain_word)
        printf '%s %s %s %s\n' "$pid" "$target" "${command:-?}" "$guest"
    done
}
vfio_held() {
    {
        nodes dev/vfio/* dev/vfio/devices/* dev/iommu
        descriptors
    } 2> /dev/null | held_by
}
# "PID NODE" for each process and device.
# shellcheck disable=SC2016
held_by() {
    awk '
        $1 == "node" { name[$2] = $3; next }
        { split($NF, part, "/") }
        $1 == "fd"   { if ($2 in name && !seen[part[2] name[$2]]++) {
                           named[part[2]] = named[part[2]] || name[$2] ~ /[0-9]$/; print part[2], name[$2] } next }
        $1 == "vfio" { device[part[2]] }
        END          { for (pid in device) if (!named[pid]) print pid, "/dev/vfio/?" }
    '
}
# One word of what any user may have written: other signs become question marks.
plain_word() {
    head -c 200 2> /dev/null | tr -d '\n' | tr -c 'A-Za-z0-9_.:@+,=/-' '?'
}

# Who this machine is: hashes, since systemd asks that its id be told to nobody (machine-id(5)). What makers leave in place
# of a UUID is none.
identity() {
    printf '==> peerpath/identity <==\n'
    hashed machine-id etc/machine-id
    hashed dmi-uuid sys/class/dmi/id/product_uuid
}
hashed() {
    id=
    { read -r id < "$2"; } 2> /dev/null
    id=$(printf '%s' "$id" | tr 'A-F' 'a-f')
    case $id in
        '' | *[!0-9a-f-]* | 03000200-0400-0500-0006-000700080009) return 0 ;;
        *[!0f-]*) ;;
        *) return 0 ;;
    esac
    sum=$(printf 'peerpath %s %s' "$1" "$id" | sha256sum) && printf '%s %s\n' "$1" "${sum%% *}"
}

# The VMs that run: of each process of a hypervisor, or with VFIO devices, its name, its control group, its VFIO
# descriptors, and those words of its command line that tell what the VM is given. All other words may be secret.
vms() {
    held=$(vfio_held | sed '/?$/d; s/$/ /')
    printf '==> peerpath/vms <==\n'
    for process in proc/[0-9]*; do
        command='' pid=${process#proc/}
        { read -r command < "$process/comm"; } 2> /dev/null
        case $command in
            qemu* | kvm | cloud-hyperviso*) ;;
            *)
                case "
$held" in
                    *"
$pid "*) ;;
                    *) continue ;;
                esac
                ;;
        esac
        printf 'vm %s\ncomm %s\n' "$pid" "$command"
        # shellcheck disable=SC2016
        {
            awk '{ print "cgroup " substr($0, 1, 500) }' "$process/cgroup"
            tr '\000' '\n' < "$process/cmdline" | vm_words
            printf '%s\n' "$held" | awk -v pid="$pid" '$1 == pid { print "fd " $2 }'
        } 2> /dev/null
    done
    return 0
}
# shellcheck disable=SC2016
vm_words() {
    awk '
        NR == 1 { print "arg " substr($0, 1, 500); next }
        /^-/    { option = $0; name = $0; sub(/^--?/, "", name); given = 0
                  keep = name ~ /^(name|uuid|machine|M|cpu|device|object|global|set|readconfig|fw_cfg|platform|pci-segment|qmp|qmp-pretty|mon|chardev)$/
                  next }
        !keep                            { next }
        given && option != "--device"    { next }
        name == "object" && !/iommufd|memory-backend|sev|tdx|monitor-qmp/ { next }
        name == "fw_cfg" && !/opt\/ovmf\/X-Pci/               { next }
        name == "set" && !/^device\./                         { next }
        # Where a monitor listens, and nothing of what else passes through character devices.
        name == "chardev" && !/^(backend=)?socket,/           { next }
        name ~ /^qmp/ && !/^(unix|chardev):/                  { next }
        {
            gsub(/"[A-Za-z0-9_.-]*(pass|password|passwd|passphrase|secret|token|key|serial|mac|loadparm)[0-9]*" *: *"([^"\\]|\\.)*"/, "\"masked\":\"\"")
            gsub(/,[A-Za-z0-9_.-]*(pass|password|passwd|passphrase|secret|token|key|serial|mac|loadparm)[0-9]*=([^,]|,,)*/, ",masked=")
            gsub(/:\/\/[^\/@ ,"]*@/, "://masked@")
            if (!given++) print "arg " option
            print "arg " substr($0, 1, 4000)
        }'
}

# What libvirt's logs say of the memory of VMs since their last start: "log PATH", then "line TEXT".
# shellcheck disable=SC2016
vm_logs() {
    printf '==> peerpath/vm-logs <==\n'
    for file in var/log/libvirt/qemu/*.log; do
        [ -r "$file" ] || continue
        awk -v want="$VM_LOG" '
            / starting up libvirt version: /                        { n = 0 }
            / starting up libvirt version: |: shutting down, reason=/ || $0 ~ want {
                if (n < 200) line[n++] = substr($0, 1, 500)
            }
            END { if (n) print "log " FILENAME; for (i = 0; i < n; i++) print "line " line[i] }
        ' "$file" 2> /dev/null
    done
    return 0
}

# What the running kernel was built with of VFIO and iommufd; nothing where its configuration is not kept.
kernel_config() {
    release=
    { read -r release < proc/sys/kernel/osrelease; } 2> /dev/null
    printf '==> peerpath/kernel-config <==\n'
    for file in "boot/config-$release" "lib/modules/$release/config"; do
        if [ -r "$file" ]; then
            grep -E '^CONFIG_(VFIO|IOMMUFD)' "$file"
            return 0
        fi
    done
    [ ! -r proc/config.gz ] || zcat proc/config.gz 2> /dev/null | grep -E '^CONFIG_(VFIO|IOMMUFD)'
    return 0
}

# Which of $TOOLS there are, a line each. No process: "command -v" is the shell's own.
tools() {
    printf '==> peerpath/tools <==\n'
    for tool in $TOOLS; do
        ! command -v "$tool" > /dev/null || printf '%s\n' "$tool"
    done
}

# What the host itself stands on, without the names of anything but devices: a line for each mounted or swapped-to
# device ("mounted MAJOR:MINOR SOURCE TYPE", "swap SOURCE"), for the interface through which each mounted file system of a
# network is reached ("network NAME TYPE", "network ? TYPE"), for each interface of a default route ("default NAME") and
# for the interface through which the SSH session that reads this came ("ssh NAME", "ssh -" without one, "ssh ?").
in_use() {
    printf '==> peerpath/in-use <==\n'
    set -- proc/self/mountinfo
    for file in proc/swaps proc/net/route proc/net/ipv6_route; do
        [ ! -r "$file" ] || set -- "$@" "$file"
    done
    # shellcheck disable=SC2016
    awk '
        FILENAME ~ /mountinfo$/  { for (i = 7; i < NF && $i != "-"; i++); source = $(i + 2); type = $(i + 1)
                                   # Any user may mount with FUSE, and call the source what they like.
                                   if (type ~ /^fuse/ && $NF !~ /(^|,)user_id=0(,|$)/) next
                                   if ((source ~ /^\/dev\// || type == "zfs") && !seen[$3 source]++)
                                       print "mounted", $3, (source ~ /^\/dev\// ? source : "-"), type; next }
        FILENAME ~ /swaps$/      { if (FNR > 1) print "swap", $1; next }
        FILENAME ~ /ipv6_route$/ { if ($1 ~ /^0+$/ && $2 == "00" && $10 != "lo" && !seen[$10]++) print "default", $10; next }
        FILENAME ~ /route$/      { if ($2 == "00000000" && $8 == "00000000" && !seen[$1]++) print "default", $1 }
    ' "$@" 2> /dev/null || return 1
    network_mounts
    ssh_session
}

# Through which interface an address is reached, in $name; "?" where that cannot be told.
interface_to() {
    name='?'
    case $1 in '' | *[!0-9A-Fa-f.:]*) return 0 ;; esac
    route=$(ip -o route get "$1" 2> /dev/null)
    case $route in *' dev '*) name=${route#* dev } name=${name%% *} ;; esac
    return 0
}

# Servers are named in the mount options only; none of their addresses is printed.
network_mounts() {
    # shellcheck disable=SC2016
    awk '{ for (i = 7; i < NF && $i != "-"; i++); type = $(i + 1)
           if (type !~ /^(nfs|nfs4|cifs|smb3|ceph|lustre|beegfs|gpfs|glusterfs)$/) next
           address = "?"; n = split($(i + 3), option, ",")
           for (k = 1; k <= n; k++) if (option[k] ~ /^addr=/) address = substr(option[k], 6)
           if (!seen[address type]++ && ++count <= 64) print address, type }' proc/self/mountinfo 2> /dev/null |
        while read -r address type; do
            interface_to "$address"
            printf 'network %s %s\n' "$name" "$type"
        done
}

# Who uses interfaces and device nodes, without addresses and contents: for each interface whether it is switched on, has
# an address of its own, whose port it is and the name of its port ("net NAME up|down addressed|- MASTER|- PORT|-"); for
# each process that has a device of RDMA, graphics or computing open ("open PID NODE COMMAND"); which function an nvidia
# node is ("nvidia NODE FUNCTION"); and below which functions mlx5 subfunctions stand ("subfunction FUNCTION").
users() {
    printf '==> peerpath/users <==\n'
    addressed=" $(ip -o addr show scope global 2> /dev/null | awk '{ print $2 }' | tr '\n' ' ') "
    for net in sys/class/net/*; do
        [ -e "$net/flags" ] || continue
        name=${net##*/} state=down own=- master=- port=
        { read -r flags < "$net/flags"; } 2> /dev/null || continue
        [ $((flags & 1)) -eq 0 ] || state=up
        case $addressed in *" $name "*) own=addressed ;; esac
        [ ! -e "$net/master" ] || { master=$(readlink "$net/master"); master=${master##*/}; }
        { read -r port < "$net/phys_port_name"; } 2> /dev/null
        printf 'net %s %s %s %s %s\n' "$name" "$state" "$own" "$master" "${port:--}"
    done
    minors=
    for function in proc/driver/nvidia/gpus/*; do
        minor=$(sed -n 's/^Device Minor:[[:space:]]*//p' "$function/information" 2> /dev/null)
        [ -z "$minor" ] || { printf 'nvidia nvidia%s %s\n' "$minor" "${function##*/}"; minors="$minors $minor"; }
    done
    for part in sys/bus/auxiliary/devices/mlx5_core.sf.*; do
        [ ! -e "$part" ] || { path=$(readlink "$part"); path=${path%/*}; printf 'subfunction %s\n' "${path##*/}"; }
    done
    {
        nodes dev/dri/* dev/kfd dev/nvidia[0-9]* dev/infiniband/uverbs*
        # Where only containers have nodes of the driver: its major number is always 195.
        for minor in $minors; do printf 'node c3:%x /dev/nvidia%s\n' "$minor" "$minor"; done
        descriptors
    } 2> /dev/null | held_by | while read -r pid node; do
        [ "$node" != '/dev/vfio/?' ] || continue
        command=$(plain_word < "proc/$pid/comm")
        printf 'open %s %s %s\n' "$pid" "${node#/dev/}" "${command:--}"
    done
}

# sudo takes SSH_CONNECTION away, so whoever started this shell is asked for it.
ssh_session() {
    session=${SSH_CONNECTION:-} process=$$
    while [ -z "$session" ] && [ "$process" -gt 1 ]; do
        { read -r stat < "/proc/$process/stat"; } 2> /dev/null || break
        # After the name in brackets: state, parent.
        # shellcheck disable=SC2086
        set -- ${stat##*) }
        process=${2:-0}
        session=$(tr '\000' '\n' 2> /dev/null < "/proc/$process/environ" | sed -n 's/^SSH_CONNECTION=//p')
    done
    name=-
    [ -z "$session" ] || interface_to "${session%% *}"
    printf 'ssh %s\n' "$name"
}

# What NICs have set for their virtual functions, a line each, as ip prints it: "INTERFACE vf N link/ether MAC brd …".
vf_links() {
    printf '==> peerpath/vf-links <==\n'
    # shellcheck disable=SC2016
    ip link show 2> /dev/null | awk '
        /^[0-9]+: / { name = $2; sub(/[:@].*/, "", name); next }
        $1 == "vf"  { $1 = $1; print substr(name " " $0, 1, 500) }'
}

# What the kernel said of $KERNEL_LOG in this boot, and its first line up to its version, if the log goes back so far: of
# the ring buffer, or of the journal where the buffer has lost it. Fails if neither may be read.
kernel_log() {
    most=2 said=
    for log in dmesg 'journalctl -k -b -q --no-pager -o short-monotonic'; do
        # shellcheck disable=SC2086
        lines=$($log 2> /dev/null | log_lines)
        status=$?
        [ "$status" -ge "$most" ] || most=$status said=$lines
        [ "$most" -ne 0 ] || break
    done
    [ "$most" -lt 2 ] && printf '==> peerpath/kernel-log <==\n%s\n' "$said"
}
# Status 1: the beginning of the boot is missing; 2: there is nothing at all.
# shellcheck disable=SC2016
log_lines() {
    awk -v want="$KERNEL_LOG" '
        # What goes on below a line with its time may be a name with a line break that a user chose.
        /^\[/                            { stamped = 1 }
        stamped && !/^\[/                { next }
        match($0, /Linux version [^ ]+/) { print substr($0, 1, RSTART + RLENGTH - 1); whole = 1; next }
        $0 ~ want && kept++ < 200        { print substr($0, 1, 500) }
        END                              { exit NR ? !whole : 2 }
    '
}

extras() {
    if [ "$live" ]; then
        section text extras
        guard identity || fail not-read peerpath/identity
        section text extras
        tools
    fi
    if ! command -v awk > /dev/null; then
        fail no-awk peerpath/pci.ids
        fail no-awk peerpath/vfio-holders
        fail no-awk peerpath/vms
        fail no-awk peerpath/vm-logs
        fail no-awk peerpath/in-use
        fail no-awk peerpath/users
        fail no-awk peerpath/vf-links
        fail no-awk peerpath/kernel-log
        return
    fi
    for file in $PCI_IDS; do
        [ -r "$file" ] || continue
        section text extras
        guard pci_names "$file" || fail timed-out peerpath/pci.ids
        break
    done
    if [ "$user" -ne 0 ]; then
        fail not-root peerpath/vfio-holders
    elif [ "$live" ]; then
        section text extras
        guard vfio_holders || fail not-read peerpath/vfio-holders
    fi
    if [ "$user" -ne 0 ]; then
        fail not-root peerpath/users
    elif [ "$live" ]; then
        section text extras
        guard users || fail timed-out peerpath/users
    fi
    if [ "$live" ]; then
        section text extras
        guard kernel_config || fail not-read peerpath/kernel-config
        if [ "$user" -ne 0 ]; then
            fail not-root peerpath/vms
            fail not-root peerpath/vm-logs
        else
            section text extras
            guard vms || fail timed-out peerpath/vms
            section text extras
            guard vm_logs || fail timed-out peerpath/vm-logs
        fi
        section text extras
        guard in_use || fail not-read peerpath/in-use
        if command -v ip > /dev/null; then
            section text extras
            guard vf_links || fail not-read peerpath/vf-links
        else
            fail not-read peerpath/vf-links
        fi
        section text extras
        if ! guard kernel_log; then
            [ "$user" -eq 0 ] && fail not-read peerpath/kernel-log || fail not-root peerpath/kernel-log
        fi
    fi
}

main() {
    PATH=$PATH:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C
    export PATH LC_ALL
    unset IFS
    limit=${PEERPATH_LIMIT:-5} mark='' part='' sections=0 hangs=0 ticks=0 stuck='' patterns='' files=0 kin='' job=''
    user=$(id -u) live='' vpd=''
    [ "${PEERPATH_ROOT:-/}" != / ] || live=1
    [ -z "${PEERPATH_VPD:-}" ] || vpd=all
    # base64 is half as long and ten times as fast, but not everywhere (busybox may know it and still not have it).
    encode='od -An -v -tx1' coded=hex
    [ "$(printf x | base64 2> /dev/null)" != eA== ] || encode=base64 coded=base64
    exec 3<&0 4>&1 < /dev/null

    # Once a second: wakes the waits in guard. It holds none of our files, and ends when this shell has ended.
    trap 'ticks=$((ticks + 1))' ALRM
    (while sleep 1; do kill -s ALRM $$ || exit; done) > /dev/null 2>&1 3<&- 4>&- &
    ticker=$!
    watch=
    if [ -n "${PEERPATH_WATCH:-}" ]; then
        (read -r _ <&3; kill -s TERM $$) > /dev/null 2>&1 4>&- &
        watch=$!
    fi
    exec 3<&-
    trap stopped TERM HUP INT

    mark=${PEERPATH_MARK:-}
    [ -n "$mark" ] || { read -r mark < /proc/sys/kernel/random/uuid; } 2> /dev/null || mark=$$
    printf '@@ peerpath-collector 2 euid=%s live=%s vpd=%s bytes=%s mark=%s\n' "$user" "$live" "$vpd" "$coded" "$mark"
    if cd "${PEERPATH_ROOT:-/}" && [ -d $functions ]; then
        set -- "$functions"/*
        count=$#
        set --
        part=functions
        attempt links "$functions/*"
        part=attributes
        of_every text "$FUNCTION_TEXT"
        of_every links "$FUNCTION_LINKS"
        part=config
        awake_functions
        part=vpd
        vital_product_data
    else
        fail missing "$functions"
    fi
    part=names
    names_inside
    part=host
    patterns=$HOST_TEXT
    flush text
    patterns=$HOST_LINKS
    flush links
    for name in $HOST_BYTES; do [ ! -e "$name" ] || patterns="$patterns $name"; done
    flush bytes
    extras

    left_behind tell
    kill $ticker $watch
    section end "$sections"
}

main; exit
