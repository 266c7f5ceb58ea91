// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What a line of a kernel log tells, by the kernel's own format strings. Each kind has a plain text that its lines
 * contain, in lower case and at least seven characters long, by which they are found fast; the pattern then decides.
 */
public enum EventKind {
    /** kernel/watchdog.c; older: NMI watchdog. Interrupts were off for longer than watchdog_thresh. */
    HARD_LOCKUP("hard lockup on cpu", "watchdog detected hard lockup on cpu #?(?<cpu>\\d+)"),
    /** kernel/watchdog.c. */
    SOFT_LOCKUP("bug: soft lockup", "bug: soft lockup - cpu#(?<cpu>\\d+) stuck for (?<detail>\\d+)s"),
    /** kernel/rcu/tree_stall.h. */
    RCU_STALL("rcu: info: ", "rcu: info: \\w+ (?:self-)?detected (?:expedited )?stalls? on"),
    /** kernel/hung_task.c. */
    HUNG_TASK("info: task ", "info: task (?<detail>\\S+):\\d+ blocked for more than \\d+ seconds"),
    /** arch fault handlers. */
    OOPS("unable to handle", "(?:bug: unable to handle|unable to handle kernel)"),
    BUG("kernel bug at", "kernel bug at"),
    PANIC("kernel panic - not syncing", "kernel panic - not syncing"),

    /** drivers/iommu/intel/dmar.c qi_dump_fault: a device did not answer an invalidation. */
    VTD_INVALIDATION_TIMEOUT(
            "invalidation time-out error", "vt-d detected invalidation time-out error:? sid (?<sid>[0-9a-f]{1,4})"),
    VTD_QUEUE_ERROR("invalidation queue error", "vt-d detected invalidation queue error: reason (?<detail>[0-9a-f]+)"),
    VTD_COMPLETION_ERROR(
            "invalidation completion error", "vt-d detected invalidation completion error: sid (?<sid>[0-9a-f]{1,4})"),
    /** drivers/iommu/intel/dmar.c dmar_fault_do_one. */
    VTD_FAULT(
            "fault addr",
            "dmar: ?\\[(?<detail>dma read|dma write|intr-remap)[^\\]]*] request device \\[(?<bdf>[0-9a-f:.]+)]"
                    + "(?: pasid [0-9a-f]+)? fault addr (?:0x)?(?<address>[0-9a-f]+).*?fault reason (?:0x)?(?<reason>[0-9a-f]+)"),

    /** drivers/iommu/amd/iommu.c wait_on_sem. */
    AMD_WAIT_TIMEOUT("completion-wait loop timed out", "amd-vi: .*completion-wait loop timed out"),
    /** drivers/iommu/amd/iommu.c iommu_print_event: a device did not answer an invalidation. */
    AMD_INVALIDATION_TIMEOUT("iotlb_inv_timeout", "iotlb_inv_timeout device=(?<bdf>[0-9a-f:.]+)"),
    AMD_PAGE_FAULT("io_page_fault", "event logged \\[io_page_fault .*?address=(?<address>0x[0-9a-f]+)"),
    AMD_BAD_REQUEST(
            "event logged",
            "event logged \\[(?<detail>illegal_dev_table_entry|invalid_device_request|invalid_ppr_request|"
                    + "dev_tab_hardware_error|page_tab_hardware_error|illegal_command_error|command_hardware_error)"),

    /** drivers/iommu/arm/arm-smmu-v3: CERROR_ATC_INV_SYNC. */
    SMMU_INVALIDATION_TIMEOUT("atc invalidate timeout", "cmdq error .*atc invalidate timeout"),
    SMMU_SYNC_TIMEOUT("arm-smmu-v3", "(?:cmd_sync timeout|cmdq timeout)"),
    SMMU_EVENT("arm-smmu-v3", "event(?: 0x(?<detail>[0-9a-f]{2}) received|: ?[fc]_\\w+)"),
    SMMU_GLOBAL_ERROR("arm-smmu-v3", "(?:unexpected global error reported|device has entered service failure mode)"),

    /** drivers/pci/pcie/aer.c aer_print_error. */
    AER_ERROR(
            "pcie bus error: severity",
            "pcie bus error: severity=(?<detail>uncorrect\\w+ \\([^)]+\\)|uncorrect\\w+|corrected|correctable)"),
    /** The bits of an error, one a line, below {@link #AER_ERROR}. */
    AER_BIT("(first)", "\\[ ?(?<detail>\\d{1,2})\\] \\w+"),
    AER_STATUS("error status/mask", "error status/mask=(?<detail>[0-9a-f]{8})/"),
    AER_MESSAGE(
            "error message received from",
            "aer: (?:multiple )?(?<detail>uncorrect\\w+ \\([^)]+\\)) error message received from (?<bdf>[0-9a-f:.]+)"),
    /** drivers/pci/pcie/dpc.c. */
    DPC("containment event", "dpc: containment event, status:(?<detail>0x[0-9a-f]+)"),
    /** drivers/pci/pci.c: the device does not answer. */
    DEVICE_GONE("device inaccessible", "device inaccessible"),
    LINK_DOWN("link down", "pciehp: slot\\([^)]*\\): link down"),
    /** drivers/pci/quirks.c, drivers/pci/pci.c. */
    ATS_DISABLED("disabling ats", "disabling ats"),
    RESET_FAILED("not ready ", "not ready (?<detail>\\d+)ms after (?:flr|bus reset|\\w+); giving up"),
    SRIOV_NO_MEMORY("mmio resources for sr-iov", "not enough mmio resources for sr-iov"),
    /** drivers/pci/iov.c sriov_enable: the VFs' routing ids lie beyond the buses below the port. */
    SRIOV_NO_BUSES("vfs (bus ", "can't enable (?<detail>\\d+) vfs \\(bus [0-9a-f]+ out of range"),
    /** drivers/net/ethernet/intel/ice/ice_sriov.c. */
    SRIOV_NO_INTERRUPTS("interrupts available for sr-iov", "only \\d+ msi-x interrupts available for sr-iov"),
    /** drivers/pci/setup-res.c; expansion ROMs and I/O ports do not count. */
    NO_MEMORY_SPACE(
            "failed to assign", "bar [0-5][: ]+\\[mem [^\\]]*]: failed to assign|bar [0-5]: failed to assign \\[mem"),
    /** drivers/iommu/iommu.c. */
    GROUP_FAILED("failed to add to iommu group", "failed to add to iommu group"),
    SRIOV_BUSY("vfs already enabled", "\\d+ vfs already enabled"),

    /** drivers/iommu/iommu.c, drivers/iommu/intel/iommu.c. */
    VFIO_RMRR("ineligible for iommu domain", "device is ineligible for iommu domain attach due to platform rmrr"),
    VFIO_DIRECT_MAPPING("1:1 iommu mapping", "firmware has requested this device have a 1:1 iommu mapping"),
    VFIO_DENIED("vfio-pci device denylist", "exists in vfio-pci device (?:denylist|blacklist)"),

    /** NVIDIA open-gpu-kernel-modules, nverror.h. */
    XID("nvrm: xid", "nvrm: xid \\(pci:(?<bdf>[0-9a-f:.]+)\\): (?<detail>\\d+)"),
    /** drivers/net/ethernet/mellanox/mlx5/core/health.c. */
    NIC_HEALTH(
            "mlx5_core",
            "(?:health compromised|health issue observed|fatal error (?:\\d+ )?detected|handling bad device here|"
                    + "firmware internal error|irisc not responding|unrecoverable hardware error|icm fetch pci error|"
                    + "pci reads still not working)"),
    /** drivers/net/ethernet/mellanox/mlx5/core: main.c, cmd.c; drivers/base/dd.c. */
    NIC_PROBE_FAILED(
            "mlx5_core",
            "(?:mlx5_core: probe of (?<bdf>[0-9a-f:.]+) failed with error|failed initializing command interface|"
                    + "mlx5_load_one failed|mlx5_cmd_out_err:\\d+)"),
    NIC_OFFLINE("pci channel offline", "pci channel offline"),
    NIC_COMMAND_TIMEOUT("mlx5_core", "timeout\\. will cause a leak of a command resource"),
    /** drivers/infiniband/hw/mlx5/cq.c: a completion with an error. */
    RDMA_ERROR("wc error: ", "wc error: (?<detail>\\d+), message: [a-z ]+"),
    /** nvidia-peermem, nv_get_p2p_free_callback. */
    PEERMEM("nvidia-peermem", "nvidia-peermem.* error "),

    // Not events of their own: what the reader needs to know its way about.
    BOOT("linux version ", "linux version \\d+\\.\\d+\\S*"),
    TRACE_CPU(" comm: ", "cpu: (?<cpu>\\d+) (?:uid: \\d+ )?pid: \\d+ comm: "),
    TRACE_BACKTRACE("nmi backtrace for cpu", "nmi backtrace for cpu (?<cpu>\\d+)"),
    TRACE_END("end trace", "end trace"),
    PSTORE_PART("#1 part", "(?:oops|panic)#\\d+ part\\d+");

    private final String needle;
    private final Pattern pattern;
    private final String groups;

    EventKind(String needle, String pattern) {
        this.needle = needle;
        this.pattern = Pattern.compile(pattern);
        this.groups = String.join(" ", this.pattern.namedGroups().keySet());
    }

    /** The word used in bundle keys and JSON. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What every line of this kind contains. */
    String needle() {
        return needle;
    }

    Pattern pattern() {
        return pattern;
    }

    /** Whether its lines may have a part of this name. */
    boolean names(String part) {
        return groups.contains(part);
    }
}
