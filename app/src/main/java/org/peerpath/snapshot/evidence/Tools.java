// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

/** Host-wide readings that other tools' output gives, by path; not files of any kernel. */
public final class Tools {
    /** How such paths begin. */
    public static final String PREFIX = "peerpath/tools/";
    /** One line for each pair: {@code GPU0 NIC3 PIX}; and for names that stand for others: {@code NIC3 = mlx5_3}. */
    public static final String NVIDIA_TOPO = PREFIX + "nvidia-smi-topo";
    /** The same for peer access: {@code GPU0 GPU1 OK}. */
    public static final String NVIDIA_P2P = PREFIX + "nvidia-smi-p2p";
    /** One line for each GPU, in nvidia-smi's order: {@code GPU0 = 0000:1b:00.0}. */
    public static final String NVIDIA_GPUS = PREFIX + "nvidia-smi-gpus";
    /** One line for each pair: {@code 0000:1b:00.0 0000:18:00.0 PXB}. */
    public static final String NCCL = PREFIX + "nccl";
    /** Registers without their function's listing, as {@link LooseRegister} takes them apart: {@code 12 - ACSCtl 001d}. */
    public static final String REGISTERS = PREFIX + "registers";
    /** What is known of an RDMA device whose function is not: {@code peerpath/tools/rdma/mlx5_0/fw_ver}. */
    public static final String RDMA = PREFIX + "rdma/";
    /** Settings of an adapter that is only named by its device file: {@code peerpath/tools/mlxconfig/NAME/KEY}. */
    public static final String MLXCONFIG = PREFIX + "mlxconfig/";

    /** What the kernel's log says of the IOMMU as a whole, a word a line. */
    public static final String IOMMU = PREFIX + "iommu";
    /** The domain of a function that its own line in the kernel's log names; an attribute of the function. */
    static final String OWN_DOMAIN = PREFIX + "own-domain";

    private Tools() {}
}
