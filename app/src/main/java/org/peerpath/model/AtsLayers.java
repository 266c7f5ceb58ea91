// SPDX-License-Identifier: Apache-2.0
package org.peerpath.model;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.peerpath.hardware.Vendors;
import org.peerpath.iommu.Ownership;
import org.peerpath.pci.Ats;
import org.peerpath.pci.NvSetting;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

/**
 * The layers that must all agree before a function's requests go out translated, shown apart because each has another
 * owner and another remedy: platform, NIC firmware, capability, enable bit, kernel, guest (facts B.2, B.5, C.1).
 *
 * @param all in that order
 */
public record AtsLayers(List<Layer> all) {

    public AtsLayers {
        all = List.copyOf(all);
    }

    /** Whose part it is. */
    public enum Part {
        /** The IOMMU serves ATS, and firmware lets this function use it. */
        IOMMU,
        /** The NIC's non-volatile setting that the running firmware began with ({@code ATS_ENABLED}). */
        NV_CONFIG,
        /** The same setting as the next start will find it. */
        NV_CONFIG_NEXT,
        CAPABILITY,
        ENABLE,
        /** What the kernel's IOMMU driver does or will do. */
        KERNEL,
        /** What uses ATS inside a guest. */
        GUEST;

        /** The word used in JSON and bundle keys. */
        public String id() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        public Message label() {
            return Message.of("ats-layer." + id());
        }
    }

    /** Whether a layer lets ATS be used. */
    public enum State {
        YES,
        NO,
        UNKNOWN,
        /** It plays no part. */
        NONE;

        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** One layer's answer, and why. */
    public record Layer(Part part, State state, Message why) {}

    /** The layer of a part. */
    public Layer layer(Part part) {
        return all.stream().filter(layer -> layer.part() == part).findFirst().orElseThrow();
    }

    /** The layers as they were read for one function. */
    public static AtsLayers of(HostModel host, PciFunction function) {
        AtsAssessment assessment = new AtsAssessment(host);
        PciFunction physical = host.topology()
                .physicalFunction(function.address())
                .flatMap(host.topology()::find)
                .orElse(function);
        NvSetting setting = NvSetting.of(host.topology(), physical.address(), NvSetting.ATS_ENABLED);
        return new AtsLayers(List.of(
                iommu(assessment, function),
                nvConfig(setting, physical),
                nvConfigNext(setting, physical),
                capability(function),
                enable(function),
                kernel(assessment, function),
                guest(function)));
    }

    private static Layer iommu(AtsAssessment assessment, PciFunction function) {
        AtsConditions conditions = new AtsConditions();
        assessment.iommuServes(function, conditions);
        return conditions
                .failed()
                .map(why -> new Layer(Part.IOMMU, State.NO, why))
                .or(() -> conditions.unknown().map(why -> new Layer(Part.IOMMU, State.UNKNOWN, why)))
                .orElseGet(() -> new Layer(Part.IOMMU, State.YES, Message.of("ats-layer.iommu.yes")));
    }

    /**
     * A ConnectX shows the capability only where the setting was on when its firmware started; what the tool said is asked
     * where the capability does not tell.
     */
    private static Layer nvConfig(NvSetting setting, PciFunction physical) {
        if (!physical.isBy(Vendors.MELLANOX)) {
            return new Layer(Part.NV_CONFIG, State.NONE, Message.of("ats-layer.nv-config.other"));
        }
        return physical.ats().isKnown()
                ? new Layer(
                        Part.NV_CONFIG,
                        State.YES,
                        Message.of(
                                setting.current().isOff()
                                        ? "ats-layer.nv-config.shown-since"
                                        : "ats-layer.nv-config.shown"))
                : read(Part.NV_CONFIG, setting.current());
    }

    private static Layer nvConfigNext(NvSetting setting, PciFunction physical) {
        return physical.isBy(Vendors.MELLANOX)
                ? read(Part.NV_CONFIG_NEXT, setting.nextBoot())
                : new Layer(Part.NV_CONFIG_NEXT, State.NONE, Message.of("ats-layer.nv-config.other"));
    }

    private static Layer read(Part part, NvSetting.Reading setting) {
        return switch (setting.on()) {
            case Fact.Known<Boolean>(Boolean on) ->
                new Layer(
                        part,
                        on ? State.YES : State.NO,
                        Message.of(on ? "ats-layer.nv-config.on" : "ats-layer.nv-config.off"));
            case Fact.Absent<Boolean>() -> new Layer(part, State.NONE, Message.of("ats-layer.nv-config.other"));
            case Fact.Unknown<Boolean>(Message why) -> new Layer(part, State.UNKNOWN, why);
        };
    }

    private static Layer capability(PciFunction function) {
        return switch (function.ats()) {
            case Fact.Known<Ats> there -> new Layer(Part.CAPABILITY, State.YES, Message.of("ats-layer.capability.yes"));
            case Fact.Absent<Ats>() -> new Layer(Part.CAPABILITY, State.NO, Message.of("ats.absent"));
            case Fact.Unknown<Ats>(Message why) -> new Layer(Part.CAPABILITY, State.UNKNOWN, why);
        };
    }

    private static Layer enable(PciFunction function) {
        return switch (function.ats().flatMap(Ats::enabled)) {
            case Fact.Known<Boolean>(Boolean on) ->
                on
                        ? new Layer(Part.ENABLE, State.YES, Message.of("ats-layer.enable.yes"))
                        : new Layer(Part.ENABLE, State.NO, Message.of("ats-layer.enable.no"));
            case Fact.Absent<Boolean>() -> new Layer(Part.ENABLE, State.NONE, Message.of("ats-layer.no-capability"));
            case Fact.Unknown<Boolean>(Message why) -> new Layer(Part.ENABLE, State.UNKNOWN, why);
        };
    }

    private static Layer kernel(AtsAssessment assessment, PciFunction function) {
        AtsConditions conditions = new AtsConditions();
        conditions.require(assessment::allowedAtAll, "ats.off.noats");
        switch (function.ats()) {
            case Fact.Known<Ats>(Ats ats) -> assessment.kernelAllows(function, ats, conditions);
            case Fact.Absent<Ats>() -> {
                return conditions
                        .failed()
                        .map(why -> new Layer(Part.KERNEL, State.NO, why))
                        .orElseGet(() -> new Layer(Part.KERNEL, State.NONE, Message.of("ats-layer.no-capability")));
            }
            case Fact.Unknown<Ats>(Message why) -> conditions.require(() -> Fact.unknown(why), "ats.off.noats");
        }
        boolean on = function.ats().flatMap(Ats::enabled).knownToBe(e -> e);
        if (!on) {
            conditions.require(() -> assessment.turnedOnAtAttach(function), "ats.off.not-enabled");
        }
        Message yes = Message.of(on ? "ats-layer.kernel.on" : "ats-layer.kernel.attach");
        Optional<Layer> no = conditions.failed().map(why -> new Layer(Part.KERNEL, State.NO, why));
        return no.or(() -> conditions.unknown().map(why -> new Layer(Part.KERNEL, State.UNKNOWN, why)))
                .orElseGet(() -> new Layer(Part.KERNEL, State.YES, yes));
    }

    /** A guest sees the capability and cannot write it; what its driver makes of it no host can read. */
    private static Layer guest(PciFunction function) {
        return switch (Ownership.heldByVfio(function.facts())) {
            case Fact.Known<Boolean>(Boolean held) ->
                held
                        ? new Layer(Part.GUEST, State.UNKNOWN, Message.of("ats-layer.guest.held"))
                        : new Layer(Part.GUEST, State.NONE, Message.of("ats-layer.guest.none"));
            case Fact.Absent<Boolean>() -> new Layer(Part.GUEST, State.NONE, Message.of("ats-layer.guest.none"));
            case Fact.Unknown<Boolean>(Message why) -> new Layer(Part.GUEST, State.UNKNOWN, why);
        };
    }
}
