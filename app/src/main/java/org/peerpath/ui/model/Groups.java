// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.peerpath.advice.Labels;
import org.peerpath.iommu.IommuGroup;
import org.peerpath.iommu.Ownership;
import org.peerpath.iommu.VfioHolders;
import org.peerpath.pci.FunctionKind;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;

/** IOMMU groups as rows of a table. */
public final class Groups {
    private Groups() {}

    /**
     * One group.
     *
     * @param members their names, in the order of addresses
     * @param drivers what drives them, each once
     * @param holder who has it open through VFIO, nobody, or that it was not read
     * @param addresses of the members
     * @param bridges whether it holds nothing but bridges, which nobody gives to a VM
     * @param state whether a VM could be given it: in use by VFIO, free for it, or held back and by which member
     */
    public record Row(
            String name,
            int number,
            String type,
            int size,
            String members,
            List<Address> addresses,
            boolean bridges,
            String drivers,
            String holder,
            State state,
            String why) {
        public Row {
            addresses = List.copyOf(addresses);
        }
    }

    /** How a group stands towards VFIO. */
    public enum State {
        /** At least one member is bound to a VFIO driver and no host driver holds another. */
        VFIO,
        /** Nothing holds it: it can be bound. */
        FREE,
        /** Driven by the host. */
        HOST,
        /** Bound in part to VFIO and in part to a host driver: not viable. */
        MIXED,
        UNKNOWN
    }

    /** All groups by number. */
    public static List<Row> of(HostView view, Texts texts) {
        List<Row> rows = new ArrayList<>();
        Fact<VfioHolders> holders = VfioHolders.of(view.host().snapshot());
        for (IommuGroup group : view.host().iommu().groups().values()) {
            rows.add(row(view, texts, group, holders));
        }
        rows.sort(Comparator.comparingInt(Row::number).thenComparing(Row::name));
        return rows;
    }

    private static Row row(HostView view, Texts texts, IommuGroup group, Fact<VfioHolders> holders) {
        Labels labels = view.labels();
        List<PciFunction> members = group.members().stream()
                .flatMap(address -> view.host().topology().find(address).stream())
                .toList();
        State state = state(members);
        Message why = switch (state) {
            case MIXED ->
                holder(members)
                        .map(address -> Message.of("ui.groups.why.mixed", labels.shortName(address)))
                        .orElseGet(() -> Message.of("ui.groups.why.unknown"));
            case VFIO -> Message.of("ui.groups.why.vfio");
            case FREE -> Message.of("ui.groups.why.free");
            case HOST -> Message.of("ui.groups.why.host");
            case UNKNOWN -> Message.of("ui.groups.why.unknown");
        };
        return new Row(
                group.name(),
                number(group.name()),
                say(texts, group.domainType()),
                group.members().size(),
                group.members().stream()
                        .map(address -> texts.say(labels.shortName(address)))
                        .collect(Collectors.joining(", ")),
                group.members(),
                !members.isEmpty() && members.stream().allMatch(Groups::isBridge),
                members.stream()
                        .map(member -> say(texts, member.facts().text(Attributes.DRIVER)))
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining(", ")),
                texts.say(holder(members, holders)),
                state,
                texts.say(why));
    }

    /** Bridges do not count: their driver lets VFIO have what is below (drivers/pci/pcie/portdrv.c, driver_managed_dma). */
    private static State state(List<PciFunction> members) {
        boolean vfio = false;
        boolean host = false;
        for (PciFunction member : members) {
            if (isBridge(member)) {
                continue;
            }
            Fact<String> driver = member.facts().text(Attributes.DRIVER);
            if (driver.isUnknown()) {
                return State.UNKNOWN;
            }
            vfio |= driver.knownToBe(Ownership::isVfio);
            host |= driver.knownToBe(name -> !Ownership.isVfio(name));
        }
        if (members.stream().allMatch(Groups::isBridge)) {
            return State.HOST;
        }
        return vfio && host ? State.MIXED : vfio ? State.VFIO : host ? State.HOST : State.FREE;
    }

    /** Only what VFIO drives can be held through it; who does is in other processes' descriptors, for root to see. */
    private static Message holder(List<PciFunction> members, Fact<VfioHolders> holders) {
        boolean possible = members.stream()
                .map(member -> Ownership.heldByVfio(member.facts()))
                .anyMatch(vfio -> !vfio.knownToBe(held -> !held));
        if (!possible) {
            return Message.of("ui.groups.holder.none");
        }
        Optional<String> running = members.stream()
                .flatMap(member -> VfioHolders.guestOf(member).stream())
                .findFirst();
        if (running.isPresent()) {
            return Message.of("ui.groups.holder.guest", running.get());
        }
        return switch (holders) {
            case Fact.Known<VfioHolders>(VfioHolders known) ->
                members.stream()
                        .flatMap(member -> known.holderOf(member).stream())
                        .findFirst()
                        .map(holder -> holder.guest()
                                .map(guest ->
                                        Message.of("ui.groups.holder.vm", guest, holder.command(), holder.process()))
                                .orElseGet(() -> Message.of("ui.groups.holder", holder.command(), holder.process())))
                        .orElseGet(() -> Message.of("ui.groups.holder.nobody"));
            case Fact.Absent<VfioHolders>(), Fact.Unknown<VfioHolders> _ -> Message.of("ui.groups.holder.unknown");
        };
    }

    private static Optional<Address> holder(List<PciFunction> members) {
        return members.stream()
                .filter(member -> !isBridge(member))
                .filter(member -> member.facts().text(Attributes.DRIVER).knownToBe(name -> !Ownership.isVfio(name)))
                .map(PciFunction::address)
                .findFirst();
    }

    private static boolean isBridge(PciFunction function) {
        return function.kind() != FunctionKind.ENDPOINT && function.kind() != FunctionKind.VIRTUAL_FUNCTION;
    }

    private static int number(String name) {
        try {
            return Integer.parseInt(name);
        } catch (NumberFormatException e) {
            return Integer.MAX_VALUE;
        }
    }

    private static String say(Texts texts, Fact<String> fact) {
        return switch (fact) {
            case Fact.Known<String>(String value) -> value;
            case Fact.Absent<String>() -> texts.say("ui.fact.none");
            case Fact.Unknown<String> _ -> texts.say("ui.fact.not-read");
        };
    }
}
