// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

/** What a source was recognised as. */
public enum SourceKind {
    /** The collector's stream from a live host. */
    LIVE("live"),
    /** Our own file format. */
    SNAPSHOT_FILE("snapshot"),
    /** A folder or archive that holds {@code sys/}. */
    SYSFS_TREE("sysfs-tree"),
    /** lspci output with rows of hexadecimal bytes. */
    LSPCI_HEX("lspci-hex"),
    /** lspci output without them. */
    LSPCI_TEXT("lspci-text"),
    /** {@code rdma_topo dump} (rdma-core). */
    RDMA_TOPO("rdma-topo"),
    /** {@code lspci -t}: which function stands below which. */
    LSPCI_TREE("lspci-tree"),
    /** Registers without the functions they belong to: grep's, setpci's, a single value. */
    REGISTERS("registers"),
    /** A listing of IOMMU groups by one of the usual shell loops. */
    IOMMU_GROUPS("iommu-groups"),
    /** A kernel log: dmesg, journal, syslog, pstore. */
    KERNEL_LOG("kernel-log"),
    /** {@code nvidia-smi topo -m}, {@code -mp} or {@code -p2p}. */
    NVIDIA_TOPO("nvidia-topo"),
    /** {@code nvidia-smi -q}. */
    NVIDIA_SMI("nvidia-smi"),
    /** NCCL's or RCCL's topology XML. */
    NCCL_TOPOLOGY("nccl-topology"),
    /** hwloc's XML, or what {@code lstopo} prints to a console. */
    HWLOC("hwloc"),
    /** {@code mlxconfig q}, {@code mstconfig q}. */
    MLXCONFIG("mlxconfig"),
    /** {@code flint q}, {@code mst status}, {@code mlxlink} and the like. */
    FLINT("flint"),
    /** {@code ethtool -i}. */
    ETHTOOL("ethtool"),
    /** {@code ibstat}, {@code ibstatus}. */
    IBSTAT("ibstat"),
    /** {@code ibdev2netdev}. */
    IBDEV2NETDEV("ibdev2netdev"),
    /** {@code devlink dev info}. */
    DEVLINK("devlink"),
    /** {@code ip -d link}. */
    IP_LINK("ip-link"),
    /** {@code virsh nodedev-dumpxml}, {@code virsh dumpxml}. */
    LIBVIRT("libvirt"),
    /** {@code nvidia-bug-report.log}. */
    NVIDIA_BUG_REPORT("nvidia-bug-report"),
    /** A support archive of sos. */
    SOSREPORT("sosreport"),
    /** Several files, taken together. */
    SEVERAL("several");

    private final String id;

    SourceKind(String id) {
        this.id = id;
    }

    /** The word used in JSON and in bundle keys. */
    public String id() {
        return id;
    }
}
