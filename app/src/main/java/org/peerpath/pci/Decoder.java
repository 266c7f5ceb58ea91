// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.peerpath.hardware.AcsBehavior;
import org.peerpath.hardware.Knowledge;
import org.peerpath.hardware.KnownDevice;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Reading;
import org.peerpath.text.Message;

/** Turns what was read of one function into {@link PciFunction}. */
final class Decoder {
    private static final Message PF_NOT_READ = Message.of("unknown.vf.pf-not-read");
    private static final Message RESERVED = Message.of("unknown.register.reserved-value");
    private static final int NO_VENDOR = 0xffff;
    private static final int BRIDGE_LAYOUT = 1;
    private static final int CARDBUS_LAYOUT = 2;

    private final FunctionFacts facts;
    private final Knowledge knowledge;
    private final ConfigSpace config;
    private final CapabilityLists lists;

    private Decoder(FunctionFacts facts, ConfigSpace config, Knowledge knowledge) {
        this.facts = facts;
        this.knowledge = knowledge;
        this.config = config;
        this.lists = CapabilityLists.of(config);
    }

    /**
     * Decodes a function.
     *
     * @param knowledge what is known about devices
     * @param virtual whether it is a VF
     * @param physical the PF of a VF, where it was read
     */
    static PciFunction decode(
            FunctionFacts facts,
            LspciText.Context context,
            Knowledge knowledge,
            boolean virtual,
            @Nullable PciFunction physical) {
        return new Decoder(facts, ConfigSpace.of(facts, context), knowledge).function(virtual, physical);
    }

    private PciFunction function(boolean virtual, @Nullable PciFunction physical) {
        Fact<Integer> vendor = vendor(virtual, physical);
        Fact<Integer> device = device(virtual, physical);
        Optional<KnownDevice> hardware = hardware(vendor, device);
        Fact<Integer> classCode = classCode();
        Fact<PortType> type = portType();
        Fact<Integer> layout = layout(classCode);
        Capability express = lists.first(RegisterBlock.EXPRESS);
        return new PciFunction(
                facts,
                vendor,
                device,
                hardware,
                classCode,
                kind(virtual, type, layout),
                type,
                bridge(layout),
                lists.all(),
                new AcsDecoder(config, lists)
                        .acs(hardware.flatMap(KnownDevice::acs).orElse(AcsBehavior.STANDARD), type),
                ats(),
                virtual ? Fact.absent() : sriov(),
                express == null ? lists.missing(RegisterBlock.EXPRESS) : link(express.offset(), type),
                express == null ? lists.missing(RegisterBlock.EXPRESS) : Fact.known(deviceControl(express.offset())),
                notes());
    }

    /** What is known of such a device; its vital product data may say that it is of another kind. */
    private Optional<KnownDevice> hardware(Fact<Integer> vendor, Fact<Integer> device) {
        return vendor.asOptional()
                .flatMap(v -> device.asOptional().flatMap(d -> knowledge.device(v, d)))
                .map(known -> known.vpd().isEmpty() ? known : known.saying(Vpd.vendorText(facts)));
    }

    /** Whether the ids read as ones although the rest does not, as only a VF's do (PCIe 9.3.4.1.1). */
    static boolean idsReadAsOnes(FunctionFacts facts) {
        return facts.attributes().containsKey(Attributes.CONFIG)
                && facts.bytes(Attributes.CONFIG) instanceof Fact.Known<Bytes>(Bytes bytes)
                && bytes.length() >= ConfigSpace.HEADER_SIZE
                && bytes.dword(0) == -1
                && ConfigSpace.of(bytes).knows(0, 4, -1);
    }

    private List<Message> notes() {
        return lists.notes().isEmpty() ? List.of() : new ArrayList<>(lists.notes());
    }

    private Fact<Integer> vendor(boolean virtual, @Nullable PciFunction physical) {
        Fact<Integer> told = hex(facts, Attributes.VENDOR);
        if (told.isKnown()) {
            return told;
        }
        if (virtual) {
            return physical == null ? Fact.unknown(PF_NOT_READ) : physical.vendor();
        }
        return id(Register.VENDOR_ID);
    }

    private Fact<Integer> device(boolean virtual, @Nullable PciFunction physical) {
        Fact<Integer> told = hex(facts, Attributes.DEVICE);
        if (told.isKnown()) {
            return told;
        }
        if (virtual) {
            return physical == null
                    ? Fact.unknown(PF_NOT_READ)
                    : physical.sriov().map(Sriov::vfDeviceId);
        }
        return id(Register.DEVICE_ID);
    }

    private Fact<Integer> id(Register register) {
        return config.read(register, 0)
                .flatMap(value -> config.get(0, 2) == NO_VENDOR ? Fact.unknown(PF_NOT_READ) : Fact.known(value));
    }

    private Fact<Integer> classCode() {
        Fact<Integer> told = hex(facts, Attributes.CLASS);
        return told.isKnown() ? told : config.read(Register.CLASS_CODE, 0);
    }

    static Fact<Integer> revision(FunctionFacts facts) {
        Fact<Integer> told = hex(facts, Attributes.REVISION);
        return told.isKnown()
                ? told
                : ConfigSpace.of(facts, LspciText.Context.NONE).read(Register.REVISION_ID, 0);
    }

    private Fact<PortType> portType() {
        Capability express = lists.first(RegisterBlock.EXPRESS);
        return express == null
                ? lists.missing(RegisterBlock.EXPRESS)
                : config.read(Field.PORT_TYPE, express.offset()).map(PortType::of);
    }

    /** The header layout, from the header or else, as far as bridges go, from the class code. */
    private Fact<Integer> layout(Fact<Integer> classCode) {
        Fact<Integer> read = config.read(Field.HEADER_LAYOUT, 0);
        if (read.isKnown()) {
            return read;
        }
        return classCode.map(code ->
                code >> 8 == 0x0604 || code >> 8 == 0x0609 ? BRIDGE_LAYOUT : code >> 8 == 0x0607 ? CARDBUS_LAYOUT : 0);
    }

    private static FunctionKind kind(boolean virtual, Fact<PortType> type, Fact<Integer> layout) {
        if (virtual) {
            return FunctionKind.VIRTUAL_FUNCTION;
        }
        if (layout.knownToBe(value -> value == CARDBUS_LAYOUT)) {
            return FunctionKind.BRIDGE;
        }
        if (layout.knownToBe(value -> value != BRIDGE_LAYOUT)) {
            return FunctionKind.ENDPOINT;
        }
        FunctionKind otherwise = layout.isKnown() ? FunctionKind.BRIDGE : FunctionKind.ENDPOINT;
        return switch (type) {
            case Fact.Known<PortType>(PortType known) ->
                switch (known) {
                    case ROOT_PORT -> FunctionKind.ROOT_PORT;
                    case UPSTREAM_PORT -> FunctionKind.UPSTREAM_PORT;
                    case DOWNSTREAM_PORT -> FunctionKind.DOWNSTREAM_PORT;
                    default -> otherwise;
                };
            case Fact.Absent<PortType> none -> otherwise;
            case Fact.Unknown<PortType> unread -> otherwise;
        };
    }

    private Fact<BusRange> bridge(Fact<Integer> layout) {
        return layout.flatMap(value -> {
            if (value != BRIDGE_LAYOUT && value != CARDBUS_LAYOUT) {
                return Fact.absent();
            }
            int at = Register.PRIMARY_BUS.offset();
            return config.knows(at, 3, 0xffffff)
                    ? Fact.known(new BusRange(config.get(at, 1), config.get(at + 1, 1), config.get(at + 2, 1)))
                    : Fact.unknown(config.whyUnknown());
        });
    }

    private Fact<Ats> ats() {
        Capability found = lists.first(RegisterBlock.ATS);
        if (found == null) {
            return lists.missing(RegisterBlock.ATS);
        }
        int base = found.offset();
        return Fact.known(
                new Ats(base, config.read(Register.ATS_CAPABILITY, base), config.read(Register.ATS_CONTROL, base)));
    }

    private Fact<Sriov> sriov() {
        Capability found = lists.first(RegisterBlock.SRIOV);
        if (found == null) {
            return lists.missing(RegisterBlock.SRIOV);
        }
        int base = found.offset();
        int from = base + Register.INITIAL_VFS.offset();
        int needed = Register.VF_DEVICE_ID.offset() + 2 - Register.INITIAL_VFS.offset();
        Fact<Boolean> enable = config.flag(Field.VF_ENABLE, base);
        for (int i = 0; i < needed; i += 2) {
            // The Function Dependency Link (+12h) and a reserved word (+18h) lie between; nobody here needs them.
            boolean gap = i == 0x06 || i == 0x0c;
            if (!gap && !config.knows(from + i, 2, 0xffff)) {
                return Fact.unknown(config.whyUnknown());
            }
        }
        return enable.map(on -> new Sriov(
                base,
                word(Register.INITIAL_VFS, base),
                word(Register.TOTAL_VFS, base),
                word(Register.NUM_VFS, base),
                on,
                word(Register.FIRST_VF_OFFSET, base),
                word(Register.VF_STRIDE, base),
                word(Register.VF_DEVICE_ID, base)));
    }

    private int word(Register register, int base) {
        return config.get(base + register.offset(), register.width());
    }

    private Fact<Link> link(int base, Fact<PortType> type) {
        if (type.knownToBe(known ->
                known == PortType.ROOT_COMPLEX_INTEGRATED_ENDPOINT || known == PortType.ROOT_COMPLEX_EVENT_COLLECTOR)) {
            return Fact.absent();
        }
        // Version 1 of the capability ends before the second set of registers (PCIe 7.5.3).
        boolean second = !config.read(Field.EXPRESS_VERSION, base).knownToBe(version -> version < 2);
        return Fact.known(new Link(
                speed(config.read(Field.MAX_LINK_SPEED, base)),
                config.read(Field.MAX_LINK_WIDTH, base),
                speed(config.read(Field.CURRENT_LINK_SPEED, base)),
                config.read(Field.NEGOTIATED_LINK_WIDTH, base),
                second ? speed(config.read(Field.TARGET_LINK_SPEED, base)) : Fact.absent(),
                config.read(Field.PORT_NUMBER, base),
                second ? config.flag(Field.FLIT_MODE_STATUS, base) : Fact.absent()));
    }

    private static Fact<LinkSpeed> speed(Fact<Integer> code) {
        return code.flatMap(value -> {
            LinkSpeed speed = LinkSpeed.ofCode(value);
            return speed == null ? Fact.unknown(RESERVED) : Fact.known(speed);
        });
    }

    private DeviceControl deviceControl(int base) {
        return new DeviceControl(
                config.flag(Field.RELAXED_ORDERING, base),
                size(config.read(Field.MAX_PAYLOAD, base)),
                size(config.read(Field.MAX_READ_REQUEST, base)),
                size(config.read(Field.MAX_PAYLOAD_SUPPORTED, base)));
    }

    /** The sizes are coded as powers of two from 128 bytes to 4096; 6 and 7 are reserved. */
    private static Fact<Integer> size(Fact<Integer> code) {
        return code.flatMap(value -> value > 5 ? Fact.unknown(RESERVED) : Fact.known(128 << value));
    }

    /** A sysfs number such as {@code 0x1234}. */
    private static Fact<Integer> hex(FunctionFacts facts, String name) {
        Reading reading = facts.attributes().get(name);
        if (!(reading instanceof Reading.Text(String text, String source))) {
            return Fact.absent();
        }
        int from = text.startsWith("0x") ? 2 : 0;
        int end = text.length();
        if (end == from || end - from > 7) {
            return Fact.unknown(Message.of("unknown.other-kind", name));
        }
        int value = 0;
        for (int i = from; i < end; i++) {
            int digit = Character.digit(text.charAt(i), 16);
            if (digit < 0) {
                return Fact.unknown(Message.of("unknown.other-kind", name));
            }
            value = (value << 4) | digit;
        }
        return Fact.known(value);
    }
}
