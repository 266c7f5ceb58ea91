# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# One machine: starting, stopping, and the mishaps a test can ask for. $name and $dir say which.

ssh_config=
select_machine() { # NAME
    [[ $1 =~ ^[a-z][a-z0-9-]{0,30}$ ]] || usage_error "'$1' is no machine name: a letter, then letters, digits, '-'."
    name=$1
    dir=$state/$name
    ssh_config=$state/ssh_config
}

# The emulator's process, if it runs: a stale number may belong to someone else by now.
process() {
    local pid
    pid=$(cat "$dir/pid" 2>/dev/null) || return 1
    tr '\0' '\n' 2>/dev/null <"/proc/$pid/cmdline" | grep -qF "$dir/authorized_keys" || return 1
    printf '%s\n' "$pid"
}

running() { process >/dev/null; }
frozen() { grep -q '^State:.T' "/proc/$(process)/status"; }
need_running() { running || die "$name is not running; start it with: lab start $name"; }
monitor() { (cd "$dir" && perl "$lab_home/lib/monitor.pl" monitor "$@"); }
on_guest() { ssh -F "$ssh_config" -o BatchMode=yes -o ConnectTimeout="${login_timeout:-20}" "lab-$name" "$@"; }
console_lines() { grep -ac "$1" "$dir/console" || true; } # PATTERN
ready_lines() { console_lines '^lab: ready '; }
panics() { console_lines 'end Kernel panic'; }

# Becomes the emulator, with its own libraries and in its own session, so that Ctrl-C in a terminal does not reach it half-way.
emulator() {
    exec env LD_LIBRARY_PATH="$emulator_dir/$libs:$emulator_dir/lib/x86_64-linux-gnu" QEMU_MODULE_DIR="$emulator_dir/$libs/qemu" \
        setsid "$emulator_dir/usr/bin/qemu-system-x86_64" "$@"
}

# /dev/kvm alone says little: it may be there without hardware support, and then boots nothing.
kvm_usable() { [ -r /dev/kvm ] && [ -w /dev/kvm ] && grep -qE '^flags.* (vmx|svm)( |$)' /proc/cpuinfo; }

iommu_arguments() {
    local unit=intel-iommu,intremap=on,device-iotlb=on,caching-mode=on
    case $iommu in
        pt) devices+=(-device "$unit"); kernel_line+=" intel_iommu=on iommu=pt" ;;
        nopt) devices+=(-device "$unit"); kernel_line+=" intel_iommu=on iommu=nopt" ;;
        scalable) devices+=(-device "$unit,x-scalable-mode=on"); kernel_line+=" intel_iommu=on,sm_on" ;;
        no-ats) devices+=(-device "${unit/device-iotlb=on/device-iotlb=off}"); kernel_line+=" intel_iommu=on iommu=pt" ;;
        off) devices+=(-device "$unit"); kernel_line+=" intel_iommu=off" ;;
        none) ;;
        *) usage_error "--iommu is one of pt nopt scalable no-ats off none." ;;
    esac
}

machine_start() {
    local began pid accel cpus=1 devices=() memory_arguments=() kernel_line has_igb=no
    began=$(now_ms)
    running && die "$name is running already."
    rm -rf "$dir"
    mkdir -p "$dir"
    [[ " $topologies " = *" $topology "* ]] || usage_error "no topology '$topology'; there are: $topologies"
    # Asked for by itself: a list of all devices loads modules, also those of another emulator that is installed here.
    [[ $(emulator -device igb,help 2>/dev/null) != 'igb options'* ]] || has_igb=yes
    accel=$acceleration
    [ "$accel" != auto ] || { accel=tcg; ! kvm_usable || accel=kvm; }
    kernel_line="console=ttyS0 rdinit=/init quiet"
    # On a busy computer the emulated kernel can fail the test of its timer and panic (no_timer_check), measure
    # the processor's clock ten times too slow and then run ten times too fast (tsc), and miss a one-shot timer for
    # good where a periodic one comes again (nohz, highres).
    [ "$accel" != tcg ] || kernel_line+=" no_timer_check tsc=unstable nohz=off highres=off"
    iommu_arguments
    "topology_$topology"
    cp "$state/id_ed25519.pub" "$dir/authorized_keys"
    # shellcheck disable=SC2054 # the emulator's arguments have commas
    local arguments=(
        -name "peerpath-lab-$name" -machine q35,kernel-irqchip=split -accel "$accel" -cpu max -smp "$cpus" -m "$memory" "${memory_arguments[@]}"
        -L "$emulator_dir/usr/share/qemu" -L "$emulator_dir/usr/share/seabios" -L "$emulator_dir/usr/lib/ipxe/qemu"
        -display none -nodefaults -no-user-config -S
        -serial file:console -monitor none -qmp unix:monitor,server=on,wait=off
        -kernel "$image_dir/vmlinux" -initrd "$image_dir/initramfs.cpio" -append "$kernel_line${append:+ $append}"
        -fw_cfg "name=opt/peerpath/authorized_keys,file=$dir/authorized_keys"
        "${devices[@]}"
        -netdev "user,id=management,restrict=on,hostfwd=tcp:127.0.0.1:$port-10.0.2.15:22"
        -device virtio-net-pci,netdev=management,bus=pcie.0,addr=1e.0,mac=52:54:00:aa:aa:aa,romfile=
    )
    (cd "$dir" && emulator "${arguments[@]}" >emulator.log 2>&1 </dev/null 9>&-) &
    pid=$!
    echo "$pid" >"$dir/pid"
    trap machine_stop EXIT
    wait_for_monitor
    [ "$disguise" = no ] || apply_disguise "$pid"
    monitor cont >/dev/null
    port=$(monitor human "info usernet" | awk '/HOST_FORWARD/ { print $4; exit }')
    write_ssh_files
    printf '%s=%s\n' topology "$topology" port "$port" iommu "$iommu" userland "$userland" acceleration "$accel" disguise "$disguise" sriov_nic "$has_igb" \
        emulator "$emulator_dir" kernel "$(cat "$image_dir/kernel-release")" >"$dir/machine"
    wait_ready 1
    trap - EXIT
    [ -z "$owner" ] || stop_with_owner
    say "$name is ready after $(seconds_since "$began") ($accel, port $port, $(awk '/VmRSS/ { print int($2 / 1024) }' "/proc/$pid/status") MB)"
}

wait_for_monitor() {
    local waited=0
    until [ -S "$dir/monitor" ]; do
        running || die "the emulator ended: $(tail -n 5 "$dir/emulator.log")"
        waited=$((waited + 1))
        [ "$waited" -lt 600 ] || die "the emulator opened no control socket within a minute."
        sleep 0.1
    done
}

apply_disguise() { # PID
    if perl "$lab_home/lib/disguise.pl" "$1" "$dir/monitor" "$dir/acs-controls" 2>"$dir/disguise.log"; then
        disguise=yes
    elif [ "$disguise" = yes ]; then
        die "$(cat "$dir/disguise.log")"
    else
        disguise=no
        say "$(cat "$dir/disguise.log")"
        say "so $name shows plain emulated devices: GPUs appear as virtio displays (with ATS), the switch as TI XIO3130 ports"
        say "without ACS. SR-IOV, IOMMU groups, VFIO and ACS on root ports are there. For the rest run this as root."
    fi
}

# Waits until the guest has said for the COUNTth time that it is ready, and takes a login. On a busy computer a boot
# can fail for want of timely interrupts; then it is tried again, twice.
wait_ready() { # COUNT
    local attempt deadline
    for attempt in 1 2 3; do
        deadline=$(($(now_ms) + patience * 1000 / 3))
        ! boot_succeeds "$1" "$deadline" || break
        [ "$attempt" -lt 3 ] || die "$name does not boot; its last words: $(tail -n 5 "$dir/console")"
        say "$name did not boot; once more. Its last words: $(tail -n 1 "$dir/console")"
        power_cycle
    done
    deadline=$(($(now_ms) + patience * 1000))
    until login_timeout=$patience on_guest true 2>"$dir/ssh.log"; do
        running || die "the emulator ended: $(tail -n 5 "$dir/emulator.log")"
        [ "$(now_ms)" -lt "$deadline" ] || die "$name takes no login: $(tail -n 1 "$dir/ssh.log")"
        sleep 0.2
    done
}

boot_succeeds() { # COUNT DEADLINE
    local before
    before=$(panics)
    until [ "$(ready_lines)" -ge "$1" ]; do
        running || die "the emulator ended: $(tail -n 5 "$dir/emulator.log")"
        [ "$(panics)" -eq "$before" ] && [ "$(now_ms)" -lt "$2" ] || return 1
        sleep 0.1
    done
}

# The machine goes when the process that wanted it has gone, however that ended.
stop_with_owner() {
    (
        exec 9>&- </dev/null >/dev/null 2>&1
        setsid bash -c 'tail --pid="$1" -f /dev/null; exec "$2" stop "$3" --state "$4"' _ \
            "$owner" "$lab_home/lab" "$name" "$state" &
    )
}

machine_stop() {
    local pid i
    trap - EXIT
    if pid=$(process); then
        kill -CONT "$pid"
        kill -TERM "$pid"
        for ((i = 0; i < 100; i++)); do
            running || break
            sleep 0.05
        done
        ! running || kill -KILL "$pid"
    fi
    rm -f "$dir"/{pid,monitor,machine,ssh_config}
}

machine_freeze() { kill -STOP "$(process)"; }
machine_continue() { kill -CONT "$(process)"; }

power_cycle() {
    monitor stop >/dev/null
    monitor system_reset >/dev/null
    [ ! -s "$dir/acs-controls" ] || perl "$lab_home/lib/disguise.pl" --clear "$(process)" "$dir/acs-controls"
    monitor cont >/dev/null
}

# Whatever the guest does, it starts anew.
machine_reset() {
    local began seen
    began=$(now_ms)
    ! frozen || machine_continue
    seen=$(ready_lines)
    power_cycle
    wait_ready $((seen + 1))
    say "$name is ready again after $(seconds_since "$began")"
}

# The kernel dies and, as Debian sets it, does not restart.
machine_panic() {
    local i before
    before=$(panics)
    on_guest 'nohup sh -c "sleep 0.2; echo c > /proc/sysrq-trigger" >/dev/null 2>&1 </dev/null &'
    for ((i = 0; i < patience * 10; i++)); do
        [ "$(panics)" -eq "$before" ] || return 0
        sleep 0.1
    done
    die "$name did not panic within $patience s."
}

write_key() {
    mkdir -p "$state"
    chmod 700 "$state"
    [ -e "$state/id_ed25519" ] || ssh-keygen -q -t ed25519 -N '' -C peerpath-lab -f "$state/id_ed25519"
}

write_ssh_files() {
    local key
    key=$(cut -d' ' -f1,2 "$image_dir/host_key.pub")
    printf '%s %s\n' "[127.0.0.1]:$port" "$key" "lab-$name" "$key" >"$dir/known_hosts"
    cat >"$dir/ssh_config" <<CONFIG
Host lab-$name
    HostName 127.0.0.1
    Port $port
    HostKeyAlias lab-$name
    User root
    IdentityFile "$state/id_ed25519"
    IdentitiesOnly yes
    UserKnownHostsFile "$dir/known_hosts"
    GlobalKnownHostsFile /dev/null
    StrictHostKeyChecking yes
CONFIG
    printf 'Include "%s/*/ssh_config"\n' "$state" >"$state/ssh_config.$$"
    mv "$state/ssh_config.$$" "$ssh_config"
}

machine_status() {
    local now=stopped
    if running; then
        now=running
        ! frozen || now=frozen
    fi
    printf '%-16s %-8s %s\n' "$name" "$now" "$(paste -sd ' ' "$dir/machine" 2>/dev/null)"
}

# What a caller needs to reach the machine, one NAME=VALUE a line.
machine_address() {
    printf '%s\n' "source=lab-$name" "url=ssh://root@127.0.0.1:$(sed -n 's/^port=//p' "$dir/machine")" "config=$ssh_config" \
        "state=$state" "name=$name"
    cat "$dir/machine"
}
