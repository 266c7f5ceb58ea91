// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.Fact;

/**
 * What a function's configuration space says beyond what routes depend on. Decoded on demand, for one function at a
 * time; {@link PciFunction} holds what every function is asked for.
 *
 * @param aer Advanced Error Reporting
 * @param ari Alternative Routing-ID Interpretation
 * @param dpc Downstream Port Containment
 * @param pri Page Request Interface
 * @param pasid Process Address Space ID
 * @param resizableBars one entry for each resizable BAR
 * @param serialNumber Device Serial Number, 64 bits
 * @param vpd vital product data, from sysfs; unknown where only the capability shows that there are some
 * @param vendorCapabilities capabilities with a vendor's own content
 * @param windows memory windows of a bridge; absent for other functions
 */
public record Details(
        Fact<Aer> aer,
        Fact<Ari> ari,
        Fact<Dpc> dpc,
        Fact<Pri> pri,
        Fact<Pasid> pasid,
        Fact<List<ResizableBar>> resizableBars,
        Fact<Long> serialNumber,
        Fact<Vpd> vpd,
        List<VendorCapability> vendorCapabilities,
        Fact<Windows> windows) {
    private static final int MOST_RESIZABLE_BARS = 6;

    /**
     * Error registers, as read (PCIe 7.8.4). ACS violations show in bit 21 of the uncorrectable ones.
     *
     * @param uncorrectableStatus errors seen since last cleared
     * @param uncorrectableMask errors not reported
     * @param uncorrectableSeverity errors reported as fatal
     * @param correctableStatus likewise for correctable errors
     */
    public record Aer(
            Fact<Integer> uncorrectableStatus,
            Fact<Integer> uncorrectableMask,
            Fact<Integer> uncorrectableSeverity,
            Fact<Integer> correctableStatus) {
        /** Whether an ACS violation was seen here. */
        public Fact<Boolean> acsViolation() {
            return uncorrectableStatus.map(value -> Field.AER_ACS_VIOLATION.of(value) != 0);
        }
    }

    /**
     * PCIe 7.8.8.
     *
     * @param nextFunction of the next function of the device, 0 at the last
     * @param functionGroup ACS function group
     */
    public record Ari(Fact<Integer> nextFunction, Fact<Integer> functionGroup) {}

    /**
     * PCIe 7.9.14.
     *
     * @param trigger 0 off, 1 fatal errors, 2 non-fatal and fatal errors
     * @param triggered whether the port contains an error now, so that its link is down
     */
    public record Dpc(Fact<Integer> trigger, Fact<Boolean> triggered) {}

    /** PCIe 10.5.2. A VF uses its PF's. */
    public record Pri(Fact<Boolean> enabled, Fact<Boolean> stopped, Fact<Integer> capacity, Fact<Integer> allocation) {}

    /**
     * PCIe 7.8.9.
     *
     * @param width bits of a PASID
     */
    public record Pasid(Fact<Boolean> enabled, Fact<Integer> width) {}

    /**
     * PCIe 7.8.6.
     *
     * @param index of the BAR
     * @param size now, in bytes
     * @param sizes supported: bit n stands for 2^(n+16) bytes, n from 4 (1 MB)
     */
    public record ResizableBar(int index, long size, int sizes) {}

    /**
     * What a bridge passes down (PCIe 7.5.1.3); bounds inclusive, as unsigned numbers. A window whose base lies above
     * its limit is closed.
     */
    public record Windows(long memoryBase, long memoryLimit, long prefetchableBase, long prefetchableLimit) {}

    /** Decodes a function again, in full. */
    public static Details of(PciFunction function) {
        // An absent capability shows that the list was read to its end, which text alone may not show.
        boolean wholeList = function.acs().isAbsent() || function.ats().isAbsent();
        ConfigSpace config = ConfigSpace.of(function.facts(), new LspciText.Context(wholeList));
        CapabilityLists lists = CapabilityLists.of(config);
        return new Details(
                in(
                        lists,
                        RegisterBlock.AER,
                        at -> Fact.known(new Aer(
                                config.read(Register.AER_UNCORRECTABLE_STATUS, at),
                                config.read(Register.AER_UNCORRECTABLE_MASK, at),
                                config.read(Register.AER_UNCORRECTABLE_SEVERITY, at),
                                config.read(Register.AER_CORRECTABLE_STATUS, at)))),
                in(
                        lists,
                        RegisterBlock.ARI,
                        at -> Fact.known(new Ari(
                                config.read(Field.ARI_NEXT_FUNCTION, at), config.read(Field.ARI_FUNCTION_GROUP, at)))),
                in(
                        lists,
                        RegisterBlock.DPC,
                        at -> Fact.known(new Dpc(
                                config.read(Field.DPC_TRIGGER_ENABLE, at), config.flag(Field.DPC_TRIGGERED, at)))),
                in(
                        lists,
                        RegisterBlock.PRI,
                        at -> Fact.known(new Pri(
                                config.flag(Field.PRI_ENABLE, at),
                                config.flag(Field.PRI_STOPPED, at),
                                config.read(Register.PRI_CAPACITY, at),
                                config.read(Register.PRI_ALLOCATION, at)))),
                in(
                        lists,
                        RegisterBlock.PASID,
                        at -> Fact.known(
                                new Pasid(config.flag(Field.PASID_ENABLE, at), config.read(Field.PASID_WIDTH, at)))),
                in(lists, RegisterBlock.RESIZABLE_BAR, at -> resizableBars(config, at)),
                in(lists, RegisterBlock.DSN, at -> serialNumber(config, at)),
                vpd(function, lists),
                vendorCapabilities(function, config),
                function.bridge().flatMap(range -> windows(config)));
    }

    private static <T> Fact<T> in(CapabilityLists lists, RegisterBlock block, IntFunction<Fact<T>> decode) {
        return Optional.ofNullable(lists.first(block))
                .map(found -> decode.apply(found.offset()))
                .orElseGet(() -> lists.missing(block));
    }

    private static Fact<List<ResizableBar>> resizableBars(ConfigSpace config, int at) {
        return config.read(Field.RESIZABLE_BAR_COUNT, at).flatMap(count -> {
            List<ResizableBar> bars = new ArrayList<>();
            for (int i = 0; i < Math.min(count, MOST_RESIZABLE_BARS); i++) {
                int entry = at + 8 * i;
                Fact<Integer> sizes = config.read(Register.RESIZABLE_BAR_CAPABILITY, entry);
                Fact<Integer> index = config.read(Field.RESIZABLE_BAR_INDEX, entry);
                if (!(sizes instanceof Fact.Known<Integer>(Integer supported))
                        || !(index instanceof Fact.Known<Integer>(Integer bar))) {
                    return Fact.unknown(config.whyUnknown());
                }
                int code = config.read(Field.RESIZABLE_BAR_SIZE, entry)
                        .asOptional()
                        .orElse(0);
                // Codes above 43 would be more than 2^63 bytes.
                bars.add(new ResizableBar(bar, 1L << (20 + Math.min(code, 42)), supported));
            }
            return Fact.known(List.copyOf(bars));
        });
    }

    private static Fact<Long> serialNumber(ConfigSpace config, int at) {
        return config.read(Register.SERIAL_NUMBER_HIGH, at)
                .flatMap(high -> config.read(Register.SERIAL_NUMBER_LOW, at)
                        .map(low -> ((long) high << 32) | Integer.toUnsignedLong(low)));
    }

    private static Fact<Vpd> vpd(PciFunction function, CapabilityLists lists) {
        if (function.facts().attributes().containsKey(Attributes.VPD)) {
            Fact<Bytes> read = function.facts().bytes(Attributes.VPD);
            if (read.isKnown() || read.isUnknown()) {
                return read.map(Vpd::parse);
            }
        }
        return lists.first(RegisterBlock.VPD) == null
                ? lists.missing(RegisterBlock.VPD)
                : Fact.unknown(ConfigSpace.VPD_NOT_READ);
    }

    private static List<VendorCapability> vendorCapabilities(PciFunction function, ConfigSpace config) {
        return function.capabilities().asOptional().orElse(List.of()).stream()
                .filter(VendorCapability::is)
                .map(capability -> VendorCapability.of(capability, function.vendor(), config))
                .toList();
    }

    private static Fact<Windows> windows(ConfigSpace config) {
        int from = Register.MEMORY_BASE.offset();
        int to = Register.PREFETCHABLE_LIMIT_UPPER.offset() + 4;
        for (int at = from; at < to; at += 4) {
            if (!config.knows(at, 4, -1)) {
                return Fact.unknown(config.whyUnknown());
            }
        }
        return Fact.known(new Windows(
                base(config, Register.MEMORY_BASE, 0),
                limit(config, Register.MEMORY_LIMIT, 0),
                base(config, Register.PREFETCHABLE_BASE, upper(config, Register.PREFETCHABLE_BASE_UPPER)),
                limit(config, Register.PREFETCHABLE_LIMIT, upper(config, Register.PREFETCHABLE_LIMIT_UPPER))));
    }

    private static long upper(ConfigSpace config, Register register) {
        return (long) config.get(register.offset(), 4) << 32;
    }

    private static long base(ConfigSpace config, Register register, long upper) {
        return upper | ((long) (config.get(register.offset(), 2) & 0xfff0) << 16);
    }

    private static long limit(ConfigSpace config, Register register, long upper) {
        return base(config, register, upper) | 0xfffff;
    }
}
