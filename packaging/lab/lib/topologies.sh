# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# The PCIe trees, as emulator arguments in the array "devices" ("memory_arguments" and "cpus" too).
# Names matter: disguise.pl makes gpu* GPUs, up* and d* the ports of a server's switch.

readonly topologies="hgx cascade flat numa crowd own"

device() { devices+=(-device "$1"); }

# An emulator without igb knows no link faster than 16 GT/s either.
root_port() { # ID BUS SLOT [,MORE]
    local speed=32
    [ "$has_igb" = yes ] || speed=16
    device "pcie-root-port,id=$1,bus=$2,chassis=$3,slot=$3,x-speed=$speed,x-width=16${4-}"
}
switch() { device "x3130-upstream,id=$1,bus=$2"; }                                                           # ID BUS
port() { device "xio3130-downstream,id=$1,bus=$2,chassis=$3,slot=$3"; }                                      # ID BUS SLOT
gpu() { device "virtio-gpu-pci,id=$1,bus=$2,disable-legacy=on,iommu_platform=on,ats=on,aer=on,max_outputs=1"; } # ID BUS

# A network card with SR-IOV and no ATS; an old emulator has none, then one with neither.
nic() { # ID BUS NUMBER
    if [ "$has_igb" = yes ]; then
        devices+=(-netdev "hubport,id=net-$1,hubid=$((10 + $3))")
        device "igb,id=$1,bus=$2,netdev=net-$1,mac=52:54:00:00:01:0$3"
    else
        ats_nic "$@"
    fi
}

# A network card with ATS and no SR-IOV.
ats_nic() { # ID BUS NUMBER
    devices+=(-netdev "hubport,id=net-$1,hubid=$((20 + $3))")
    device "virtio-net-pci,id=$1,bus=$2,netdev=net-$1,disable-legacy=on,iommu_platform=on,ats=on,romfile=,mac=52:54:00:00:02:0$3"
}

nvme() { # ID BUS
    device "nvme-subsys,id=subsystem-$1,nqn=$1"
    device "nvme,id=$1,bus=$2,serial=$1,subsys=subsystem-$1,sriov_max_vfs=2,sriov_vq_flexible=4,sriov_vi_flexible=2,max_ioqpairs=6,msix_qsize=5"
}

# Two complexes of root port and switch: each a GPU and an SR-IOV NIC, then an NVMe drive or an ATS NIC.
topology_hgx() {
    root_port rp1 pcie.0 1; switch up1 rp1; port d11 up1 11; port d12 up1 12; port d13 up1 13
    gpu gpu0 d11; nic nic0 d12 1; nvme nvme0 d13
    root_port rp2 pcie.0 2; switch up2 rp2; port d21 up2 21; port d22 up2 22; port d23 up2 23
    gpu gpu1 d21; nic nic1 d22 2; ats_nic vnic0 d23 1
}

# One switch with a GPU, two SR-IOV NICs and an NVMe drive: whatever is done for one of them, the others are beside it.
topology_crowd() {
    root_port rp1 pcie.0 1; switch up1 rp1; port d11 up1 11; port d12 up1 12; port d13 up1 13; port d14 up1 14
    gpu gpu0 d11; nic nic0 d12 1; nic nic1 d13 2; nvme nvme0 d14
}

# A switch below a switch: root port, switch A with a GPU and switch B, on that a GPU and a NIC.
topology_cascade() {
    root_port rp1 pcie.0 1; switch upA rp1; port dA1 upA 11; port dA2 upA 12
    gpu gpu0 dA1
    switch upB dA2; port dB1 upB 21; port dB2 upB 22
    gpu gpu1 dB1; nic nic0 dB2 1
}

# No switch; the last root port has no ACS capability.
topology_flat() {
    root_port rp1 pcie.0 1; root_port rp2 pcie.0 2; root_port rp3 pcie.0 3; root_port rp4 pcie.0 4 ,disable-acs=on
    gpu gpu0 rp1; gpu gpu1 rp2; nic nic0 rp3 1; ats_nic vnic0 rp4 1
}

# Two NUMA nodes, each with its own host bridge, switch, GPU and NIC.
topology_numa() {
    local half=$((memory / 2))
    cpus=2
    # shellcheck disable=SC2054 # the emulator's arguments have commas
    memory_arguments=(-object "memory-backend-ram,id=m0,size=${half}M" -object "memory-backend-ram,id=m1,size=${half}M"
        -numa node,nodeid=0,cpus=0,memdev=m0 -numa node,nodeid=1,cpus=1,memdev=m1)
    device pxb-pcie,id=node0,bus_nr=32,numa_node=0,bus=pcie.0
    device pxb-pcie,id=node1,bus_nr=128,numa_node=1,bus=pcie.0
    root_port rp1 node0 1; switch up1 rp1; port d11 up1 11; port d12 up1 12
    gpu gpu0 d11; nic nic0 d12 1
    root_port rp2 node1 2; switch up2 rp2; port d21 up2 21; port d22 up2 22; port d23 up2 23
    gpu gpu1 d21; nic nic1 d22 2; nvme nvme0 d23
}

# What a file says, one option of the emulator a line: -device, -object and -numa.
topology_own() {
    local option value nodes=0
    [ -r "$own_devices" ] || usage_error "the topology 'own' needs --devices FILE."
    while read -r option value; do
        case $option in
            -device) device "$value" ;;
            -object) memory_arguments+=(-object "$value") ;;
            -numa) memory_arguments+=(-numa "$value"); nodes=$((nodes + 1)) ;;
            *) usage_error "--devices takes lines of -device, -object and -numa, not '$option'." ;;
        esac
    done <"$own_devices"
    [ "$nodes" -eq 0 ] || cpus=$nodes
}
