// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.peerpath.handover.nccl.HostNccl;
import org.peerpath.handover.nccl.NcclClasses;
import org.peerpath.model.HostModel;
import org.peerpath.path.Outcome;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Resources;
import org.peerpath.pci.Vpd;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.vm.judge.VmState;
import org.peerpath.vm.shape.NcclDistance;

/**
 * What the host's map says about a guest: inside, virtual ports say nothing about the hardware, so the host's verdicts count.
 *
 * @param host the host's name
 * @param vm the VM's
 * @param functions what was handed over
 * @param pairs the host's verdicts
 */
public record HostTruth(String host, String vm, List<Function> functions, List<Pair> pairs) {
    private static final Set<String> BAD = ids(Outcome.BLOCKED, Outcome.UNUSABLE, Outcome.DETOUR);
    private static final Set<String> GOOD = ids(Outcome.INSIDE_SWITCH, Outcome.ROOT_COMPLEX);

    private static Set<String> ids(Outcome... outcomes) {
        return Stream.of(outcomes).map(Outcome::id).collect(Collectors.toUnmodifiableSet());
    }

    public HostTruth {
        functions = List.copyOf(functions);
        pairs = List.copyOf(pairs);
    }

    /**
     * A function as the host knows it.
     *
     * @param host its address on the host
     * @param guest where the kit expects it; empty where it does not
     * @param name the host's short name
     * @param vendor four hexadecimal digits, as the other ids; empty where they were not read
     * @param device likewise
     * @param subsystemVendor likewise
     * @param subsystemDevice likewise
     * @param serial its serial number in the vital product data
     * @param bars sizes of its BARs; empty where they were not read
     */
    public record Function(
            Address host,
            Optional<Address> guest,
            String name,
            Optional<String> vendor,
            Optional<String> device,
            Optional<String> subsystemVendor,
            Optional<String> subsystemDevice,
            Optional<String> serial,
            List<Long> bars) {
        public Function {
            bars = List.copyOf(bars);
        }
    }

    /**
     * A pair as the host judges it.
     *
     * @param requester the NIC on the host
     * @param target the GPU on the host
     * @param verdict the host's verdict, a word of the contract
     * @param message the same as a sentence
     * @param nccl what NCCL calls it with the kit's file
     */
    public record Pair(Address requester, Address target, String verdict, String message, Optional<String> nccl) {}

    /** What became of a function in the guest. */
    public enum Result {
        AS_EXPECTED,
        ELSEWHERE,
        ANOTHER_DEVICE,
        NOT_THERE,
        NOT_EXPECTED;

        /** Returns the word used in JSON. */
        public String id() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** A function, and where the guest shows it. */
    public record Seen(Function truth, Optional<Address> found, Result result) {}

    /** A pair, and what NCCL would call it in the guest without the kit's file. */
    public record SeenPair(Pair truth, Optional<NcclDistance> now) {}

    /**
     * The guest beside its map.
     *
     * @param state broken where a pair does not work on the host or the guest shows another device, unknown where a function
     *     or a verdict is missing, attention where something stands elsewhere
     */
    public record Answer(HostTruth truth, VmState state, List<Seen> functions, List<SeenPair> pairs) {
        public Answer {
            functions = List.copyOf(functions);
            pairs = List.copyOf(pairs);
        }
    }

    /** Compares a guest with this map. */
    public Answer judge(HostModel guest) {
        List<Seen> seen =
                functions.stream().map(function -> seen(function, guest)).toList();
        Map<Address, Address> found = new HashMap<>();
        seen.forEach(
                one -> one.found().ifPresent(address -> found.put(one.truth().host(), address)));
        NcclClasses classes = new NcclClasses(HostNccl.of(guest));
        List<SeenPair> shown = new ArrayList<>();
        for (Pair pair : pairs) {
            Optional<Address> nic = Optional.ofNullable(found.get(pair.requester()));
            Optional<Address> gpu = Optional.ofNullable(found.get(pair.target()));
            shown.add(new SeenPair(pair, nic.flatMap(n -> gpu.flatMap(g -> classes.of(n.toString(), g.toString())))));
        }
        return new Answer(this, state(seen), seen, shown);
    }

    private VmState state(List<Seen> seen) {
        boolean broken = pairs.stream().anyMatch(pair -> BAD.contains(pair.verdict()))
                || seen.stream().anyMatch(one -> one.result() == Result.ANOTHER_DEVICE);
        if (broken) {
            return VmState.BROKEN;
        }
        long places =
                seen.stream().flatMap(one -> one.found().stream()).distinct().count();
        boolean unknown = functions.isEmpty()
                || pairs.isEmpty()
                || !pairs.stream().allMatch(this::isTold)
                || !functions.stream().allMatch(HostTruth::isNamed)
                || places < seen.size();
        if (unknown) {
            return VmState.UNKNOWN;
        }
        return seen.stream().allMatch(one -> one.result() == Result.AS_EXPECTED) ? VmState.OK : VmState.ATTENTION;
    }

    /** Whether the map tells of both ends, and a verdict that this program knows. */
    private boolean isTold(Pair pair) {
        List<Address> known = functions.stream().map(Function::host).toList();
        return GOOD.contains(pair.verdict()) && known.containsAll(List.of(pair.requester(), pair.target()));
    }

    private static Seen seen(Function function, HostModel guest) {
        Optional<PciFunction> expected = function.guest().flatMap(guest.topology()::find);
        if (expected.filter(there -> fits(function, there)).isPresent()) {
            return new Seen(function, function.guest(), Result.AS_EXPECTED);
        }
        List<PciFunction> alike = guest.topology().functions().values().stream()
                .filter(there -> !there.kind().isBridge() && isNamed(function) && fits(function, there))
                .toList();
        if (alike.size() == 1) {
            Result result = function.guest().isPresent() ? Result.ELSEWHERE : Result.NOT_EXPECTED;
            return new Seen(function, Optional.of(alike.getFirst().address()), result);
        }
        return new Seen(function, Optional.empty(), expected.isPresent() ? Result.ANOTHER_DEVICE : Result.NOT_THERE);
    }

    private static boolean isNamed(Function function) {
        return function.vendor().isPresent() && function.device().isPresent();
    }

    /** Whether nothing that was read on both sides differs. */
    private static boolean fits(Function function, PciFunction there) {
        return same(function.vendor(), there.vendor().asOptional().map(HostTruth::id))
                && same(function.device(), there.device().asOptional().map(HostTruth::id))
                && same(function.subsystemVendor(), text(there, Attributes.SUBSYSTEM_VENDOR))
                && same(function.subsystemDevice(), text(there, Attributes.SUBSYSTEM_DEVICE))
                && same(function.serial(), Vpd.serial(there.facts()))
                && (function.bars().isEmpty()
                        || bars(there).isEmpty()
                        || function.bars().equals(bars(there)));
    }

    private static boolean same(Optional<String> one, Optional<String> other) {
        return one.isEmpty() || other.isEmpty() || one.equals(other);
    }

    private static String id(int number) {
        return String.format("%04x", number);
    }

    private static Optional<String> text(PciFunction function, String attribute) {
        return function.facts()
                .text(attribute)
                .asOptional()
                .map(text -> text.strip().replaceFirst("^0x", ""));
    }

    private static List<Long> bars(PciFunction function) {
        return Resources.of(function.facts())
                .map(Resources::barSizes)
                .asOptional()
                .orElse(List.of());
    }
}
