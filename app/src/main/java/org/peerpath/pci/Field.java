// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

/** Fields of the registers in {@link Register}, by the specification's names: the lowest bit and the number of bits. */
public enum Field {
    CAPABILITIES_LIST("Capabilities List", Register.STATUS, 4, 1),
    BUS_MASTER_ENABLE("Bus Master Enable", Register.COMMAND, 2, 1),
    MEMORY_SPACE_ENABLE("Memory Space Enable", Register.COMMAND, 1, 1),
    HEADER_LAYOUT("Header Layout", Register.HEADER_TYPE, 0, 7),
    MULTI_FUNCTION("Multi-Function Device", Register.HEADER_TYPE, 7, 1),

    SECONDARY_BUS_RESET("Secondary Bus Reset", Register.BRIDGE_CONTROL, 6, 1),

    EXPRESS_VERSION("Capability Version", Register.PCIE_CAPABILITIES, 0, 4),
    PORT_TYPE("Device/Port Type", Register.PCIE_CAPABILITIES, 4, 4),
    SLOT_IMPLEMENTED("Slot Implemented", Register.PCIE_CAPABILITIES, 8, 1),
    FLIT_MODE_SUPPORTED("Flit Mode Supported", Register.PCIE_CAPABILITIES, 15, 1),
    MAX_PAYLOAD_SUPPORTED("Max_Payload_Size Supported", Register.DEVICE_CAPABILITIES, 0, 3),
    EXTENDED_TAG_SUPPORTED("Extended Tag Field Supported", Register.DEVICE_CAPABILITIES, 5, 1),
    ROLE_BASED_ERRORS("Role-Based Error Reporting", Register.DEVICE_CAPABILITIES, 15, 1),
    FLR_CAPABLE("Function Level Reset Capability", Register.DEVICE_CAPABILITIES, 28, 1),
    CORRECTABLE_ERROR_REPORTING("Correctable Error Reporting Enable", Register.DEVICE_CONTROL, 0, 1),
    NON_FATAL_ERROR_REPORTING("Non-Fatal Error Reporting Enable", Register.DEVICE_CONTROL, 1, 1),
    FATAL_ERROR_REPORTING("Fatal Error Reporting Enable", Register.DEVICE_CONTROL, 2, 1),
    UNSUPPORTED_REQUEST_REPORTING("Unsupported Request Reporting Enable", Register.DEVICE_CONTROL, 3, 1),
    RELAXED_ORDERING("Enable Relaxed Ordering", Register.DEVICE_CONTROL, 4, 1),
    MAX_PAYLOAD("Max_Payload_Size", Register.DEVICE_CONTROL, 5, 3),
    EXTENDED_TAG_ENABLE("Extended Tag Field Enable", Register.DEVICE_CONTROL, 8, 1),
    PHANTOM_FUNCTIONS_ENABLE("Phantom Functions Enable", Register.DEVICE_CONTROL, 9, 1),
    AUX_POWER_ENABLE("Aux Power PM Enable", Register.DEVICE_CONTROL, 10, 1),
    NO_SNOOP("Enable No Snoop", Register.DEVICE_CONTROL, 11, 1),
    MAX_READ_REQUEST("Max_Read_Request_Size", Register.DEVICE_CONTROL, 12, 3),
    CORRECTABLE_ERROR_DETECTED("Correctable Error Detected", Register.DEVICE_STATUS, 0, 1),
    NON_FATAL_ERROR_DETECTED("Non-Fatal Error Detected", Register.DEVICE_STATUS, 1, 1),
    FATAL_ERROR_DETECTED("Fatal Error Detected", Register.DEVICE_STATUS, 2, 1),
    UNSUPPORTED_REQUEST_DETECTED("Unsupported Request Detected", Register.DEVICE_STATUS, 3, 1),
    TRANSACTIONS_PENDING("Transactions Pending", Register.DEVICE_STATUS, 5, 1),
    MAX_LINK_SPEED("Max Link Speed", Register.LINK_CAPABILITIES, 0, 4),
    MAX_LINK_WIDTH("Maximum Link Width", Register.LINK_CAPABILITIES, 4, 6),
    ASPM_SUPPORT("ASPM Support", Register.LINK_CAPABILITIES, 10, 2),
    LINK_ACTIVE_REPORTING_CAPABLE("Data Link Layer Link Active Reporting Capable", Register.LINK_CAPABILITIES, 20, 1),
    PORT_NUMBER("Port Number", Register.LINK_CAPABILITIES, 24, 8),
    ASPM_CONTROL("ASPM Control", Register.LINK_CONTROL, 0, 2),
    LINK_DISABLE("Link Disable", Register.LINK_CONTROL, 4, 1),
    FLIT_MODE_DISABLE("Flit Mode Disable", Register.LINK_CONTROL, 13, 1),
    CURRENT_LINK_SPEED("Current Link Speed", Register.LINK_STATUS, 0, 4),
    NEGOTIATED_LINK_WIDTH("Negotiated Link Width", Register.LINK_STATUS, 4, 6),
    LINK_TRAINING("Link Training", Register.LINK_STATUS, 11, 1),
    LINK_ACTIVE("Data Link Layer Link Active", Register.LINK_STATUS, 13, 1),
    HOT_PLUG_CAPABLE("Hot-Plug Capable", Register.SLOT_CAPABILITIES, 6, 1),
    PHYSICAL_SLOT("Physical Slot Number", Register.SLOT_CAPABILITIES, 19, 13),
    PRESENCE_DETECT("Presence Detect State", Register.SLOT_STATUS, 6, 1),
    ARI_FORWARDING_SUPPORTED("ARI Forwarding Supported", Register.DEVICE_CAPABILITIES_2, 5, 1),
    ATOMIC_ROUTING_SUPPORTED("AtomicOp Routing Supported", Register.DEVICE_CAPABILITIES_2, 6, 1),
    TEN_BIT_TAG_COMPLETER("10-Bit Tag Completer Supported", Register.DEVICE_CAPABILITIES_2, 16, 1),
    TEN_BIT_TAG_REQUESTER("10-Bit Tag Requester Supported", Register.DEVICE_CAPABILITIES_2, 17, 1),
    COMPLETION_TIMEOUT("Completion Timeout Value", Register.DEVICE_CONTROL_2, 0, 4),
    COMPLETION_TIMEOUT_DISABLE("Completion Timeout Disable", Register.DEVICE_CONTROL_2, 4, 1),
    ARI_FORWARDING("ARI Forwarding Enable", Register.DEVICE_CONTROL_2, 5, 1),
    ATOMIC_REQUESTER("AtomicOp Requester Enable", Register.DEVICE_CONTROL_2, 6, 1),
    ATOMIC_EGRESS_BLOCKING("AtomicOp Egress Blocking", Register.DEVICE_CONTROL_2, 7, 1),
    TEN_BIT_TAG_ENABLE("10-Bit Tag Requester Enable", Register.DEVICE_CONTROL_2, 12, 1),
    SUPPORTED_SPEEDS("Supported Link Speeds Vector", Register.LINK_CAPABILITIES_2, 1, 7),
    TARGET_LINK_SPEED("Target Link Speed", Register.LINK_CONTROL_2, 0, 4),
    FLIT_MODE_STATUS("Flit Mode Status", Register.LINK_STATUS_2, 10, 1),

    POWER_STATE("PowerState", Register.POWER_CONTROL, 0, 2),

    VSEC_ID("VSEC ID", Register.VSEC_HEADER, 0, 16),
    VSEC_REVISION("VSEC Rev", Register.VSEC_HEADER, 16, 4),
    VSEC_LENGTH("VSEC Length", Register.VSEC_HEADER, 20, 12),

    ACS_SOURCE_VALIDATION("Source Validation", Register.ACS_CAPABILITY, 0, 1),
    ACS_TRANSLATION_BLOCKING("Translation Blocking", Register.ACS_CAPABILITY, 1, 1),
    ACS_REQUEST_REDIRECT("P2P Request Redirect", Register.ACS_CAPABILITY, 2, 1),
    ACS_COMPLETION_REDIRECT("P2P Completion Redirect", Register.ACS_CAPABILITY, 3, 1),
    ACS_UPSTREAM_FORWARDING("Upstream Forwarding", Register.ACS_CAPABILITY, 4, 1),
    ACS_EGRESS_CONTROL("P2P Egress Control", Register.ACS_CAPABILITY, 5, 1),
    ACS_DIRECT_TRANSLATED("Direct Translated P2P", Register.ACS_CAPABILITY, 6, 1),
    ACS_ENHANCED("ACS Enhanced Capability", Register.ACS_CAPABILITY, 7, 1),
    ACS_EGRESS_VECTOR_SIZE("Egress Control Vector Size", Register.ACS_CAPABILITY, 8, 8),
    ACS_SOURCE_VALIDATION_ENABLE("Source Validation Enable", Register.ACS_CONTROL, 0, 1),
    ACS_TRANSLATION_BLOCKING_ENABLE("Translation Blocking Enable", Register.ACS_CONTROL, 1, 1),
    ACS_REQUEST_REDIRECT_ENABLE("P2P Request Redirect Enable", Register.ACS_CONTROL, 2, 1),
    ACS_COMPLETION_REDIRECT_ENABLE("P2P Completion Redirect Enable", Register.ACS_CONTROL, 3, 1),
    ACS_UPSTREAM_FORWARDING_ENABLE("Upstream Forwarding Enable", Register.ACS_CONTROL, 4, 1),
    ACS_EGRESS_CONTROL_ENABLE("P2P Egress Control Enable", Register.ACS_CONTROL, 5, 1),
    ACS_DIRECT_TRANSLATED_ENABLE("Direct Translated P2P Enable", Register.ACS_CONTROL, 6, 1),
    ACS_IO_REQUEST_BLOCKING("I/O Request Blocking Enable", Register.ACS_CONTROL, 7, 1),
    ACS_DSP_MEMORY_TARGET("DSP Memory Target Access Control", Register.ACS_CONTROL, 8, 2),
    ACS_USP_MEMORY_TARGET("USP Memory Target Access Control", Register.ACS_CONTROL, 10, 2),
    ACS_UNCLAIMED_REDIRECT("Unclaimed Request Redirect Control", Register.ACS_CONTROL, 12, 1),

    ARI_NEXT_FUNCTION("Next Function Number", Register.ARI_CAPABILITY, 8, 8),
    ARI_ACS_FUNCTION_GROUPS("ACS Function Groups Capability", Register.ARI_CAPABILITY, 1, 1),
    ARI_FUNCTION_GROUP("Function Group", Register.ARI_CONTROL, 4, 3),

    ATS_QUEUE_DEPTH("Invalidate Queue Depth", Register.ATS_CAPABILITY, 0, 5),
    ATS_PAGE_ALIGNED("Page Aligned Request", Register.ATS_CAPABILITY, 5, 1),
    ATS_GLOBAL_INVALIDATE("Global Invalidate Supported", Register.ATS_CAPABILITY, 6, 1),
    ATS_RELAXED_ORDERING("Relaxed Ordering Supported", Register.ATS_CAPABILITY, 7, 1),
    ATS_UNIT("Smallest Translation Unit", Register.ATS_CONTROL, 0, 5),
    ATS_ENABLE("Enable", Register.ATS_CONTROL, 15, 1),

    VF_ENABLE("VF Enable", Register.SRIOV_CONTROL, 0, 1),
    VF_MIGRATION_ENABLE("VF Migration Enable", Register.SRIOV_CONTROL, 1, 1),
    VF_MEMORY_ENABLE("VF MSE", Register.SRIOV_CONTROL, 3, 1),
    ARI_HIERARCHY("ARI Capable Hierarchy", Register.SRIOV_CONTROL, 4, 1),

    PRI_ENABLE("Enable", Register.PRI_CONTROL, 0, 1),
    PRI_RESET("Reset", Register.PRI_CONTROL, 1, 1),
    PRI_RESPONSE_FAILURE("Response Failure", Register.PRI_STATUS, 0, 1),
    PRI_UNEXPECTED_GROUP("Unexpected Page Request Group Index", Register.PRI_STATUS, 1, 1),
    PRI_STOPPED("Stopped", Register.PRI_STATUS, 8, 1),
    PRI_PASID_REQUIRED("PRG Response PASID Required", Register.PRI_STATUS, 15, 1),

    PASID_EXECUTE("Execute Permission Supported", Register.PASID_CAPABILITY, 1, 1),
    PASID_PRIVILEGED("Privileged Mode Supported", Register.PASID_CAPABILITY, 2, 1),
    PASID_WIDTH("Max PASID Width", Register.PASID_CAPABILITY, 8, 5),
    PASID_ENABLE("PASID Enable", Register.PASID_CONTROL, 0, 1),
    PASID_EXECUTE_ENABLE("Execute Permission Enable", Register.PASID_CONTROL, 1, 1),
    PASID_PRIVILEGED_ENABLE("Privileged Mode Enable", Register.PASID_CONTROL, 2, 1),

    AER_ACS_VIOLATION("ACS Violation Status", Register.AER_UNCORRECTABLE_STATUS, 21, 1),
    AER_COMPLETION_TIMEOUT("Completion Timeout Status", Register.AER_UNCORRECTABLE_STATUS, 14, 1),
    AER_UNSUPPORTED_REQUEST("Unsupported Request Error Status", Register.AER_UNCORRECTABLE_STATUS, 20, 1),
    AER_ACS_VIOLATION_MASK("ACS Violation Mask", Register.AER_UNCORRECTABLE_MASK, 21, 1),
    AER_ACS_VIOLATION_SEVERITY("ACS Violation Severity", Register.AER_UNCORRECTABLE_SEVERITY, 21, 1),
    AER_FIRST_ERROR("First Error Pointer", Register.AER_CONTROL, 0, 5),

    RESIZABLE_BAR_INDEX("BAR Index", Register.RESIZABLE_BAR_CONTROL, 0, 3),
    RESIZABLE_BAR_COUNT("Number of Resizable BARs", Register.RESIZABLE_BAR_CONTROL, 5, 3),
    RESIZABLE_BAR_SIZE("BAR Size", Register.RESIZABLE_BAR_CONTROL, 8, 6),

    DPC_TRIGGER_ENABLE("DPC Trigger Enable", Register.DPC_CONTROL, 0, 2),
    DPC_TRIGGERED("DPC Trigger Status", Register.DPC_STATUS, 0, 1),
    DPC_TRIGGER_REASON("DPC Trigger Reason", Register.DPC_STATUS, 1, 2),

    DVSEC_VENDOR("DVSEC Vendor ID", Register.DVSEC_HEADER_1, 0, 16),
    DVSEC_REVISION("DVSEC Revision", Register.DVSEC_HEADER_1, 16, 4),
    DVSEC_LENGTH("DVSEC Length", Register.DVSEC_HEADER_1, 20, 12),
    DVSEC_ID("DVSEC ID", Register.DVSEC_HEADER_2, 0, 16),

    FOURTEEN_BIT_TAG_REQUESTER("14-Bit Tag Requester Supported", Register.DEVICE_CAPABILITIES_3, 2, 1),
    FOURTEEN_BIT_TAG_ENABLE("14-Bit Tag Requester Enable", Register.DEVICE_CONTROL_3, 2, 1);

    private final String title;
    private final Register register;
    private final int low;
    private final int width;

    Field(String title, Register register, int low, int width) {
        this.title = title;
        this.register = register;
        this.low = low;
        this.width = width;
    }

    /** The specification's name. */
    public String title() {
        return title;
    }

    public Register register() {
        return register;
    }

    /** Position of the lowest bit. */
    public int low() {
        return low;
    }

    /** In bits. */
    public int width() {
        return width;
    }

    /** The field's bits in its register. */
    public int mask() {
        return ((1 << width) - 1) << low;
    }

    /** The field's value in a value of its register. */
    public int of(int registerValue) {
        return (registerValue >>> low) & ((1 << width) - 1);
    }
}
