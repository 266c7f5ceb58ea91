// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Snapshot;

/**
 * A second opinion on whether packets get through at all: it follows one from the function that sends it to the memory that
 * it is for, and looks at the raw bytes of whatever it meets. Register offsets and sysfs names are written out, and nothing
 * of the product is used but the snapshot that it reads.
 */
final class PacketLoss {
    private static final int WHOLE_HEADER = 64;
    private static final int UPSTREAM_PORT = 5;
    private static final Set<Integer> PORTS_WITH_A_LINK_BELOW = Set.of(4, 6);
    private static final Set<String> NOT_OF_THE_HOST = Set.of("vfio-pci", "pci-stub", "pci-pf-stub", "xen-pciback");
    private static final long MEMORY_LINE = 0x200;
    private static final long LINE_OF_64_BITS = 0x10_0000;
    private static final long LINE_WITHOUT_PLACE = 0x2000_0000;

    private final Snapshot snapshot;

    PacketLoss(Snapshot snapshot) {
        this.snapshot = snapshot;
    }

    /** Why a packet is lost, at which function, and how many ports lie above that. */
    record Loss(Address at, String cause, int depth) {
        @Override
        public String toString() {
            return cause + " " + at;
        }
    }

    /**
     * What loses the packet nearest to the root complex; more than one where several are equally near.
     *
     * @param guest whether both ends belong to a guest, whose drivers enable them
     * @param throughRoot whether the ports send it up to the root complex
     */
    Set<Loss> losses(Address from, Address to, boolean guest, boolean throughRoot) {
        List<Address> rising = new ArrayList<>(portsAbove(from));
        List<Address> falling = new ArrayList<>(portsAbove(to));
        List<Address> common = new ArrayList<>(rising);
        common.retainAll(falling);
        rising.removeAll(common);
        falling.removeAll(common);
        List<Loss> losses = new ArrayList<>();
        for (List<Address> ports : List.of(rising, falling, common)) {
            ports.forEach(port -> add(losses, port, linkBelow(port)));
        }
        rising.forEach(port -> add(losses, port, passingUp(port)));
        falling.forEach(port -> add(losses, port, passingDown(port, to)));
        if (throughRoot) {
            common.forEach(port -> add(losses, port, passingUp(port)));
            common.forEach(port -> add(losses, port, passingDown(port, to)));
        } else if (!common.isEmpty()) {
            add(losses, common.getFirst(), silent(common.getFirst()) ? "no-answer" : null);
        }
        end(losses, from);
        end(losses, to);
        if (!guest && driven(from) && !asleep(owner(from)) && clear(from, 0x04, 4)) {
            add(losses, from, "no-bus-master");
        }
        if (!guest && driven(to) && !asleep(owner(to)) && owner(to).equals(to) && clear(to, 0x04, 2)) {
            add(losses, to, "no-memory-space");
        }
        add(losses, to, aim(to).lost() ? "no-address" : null);
        int nearest = losses.stream().mapToInt(Loss::depth).min().orElse(0);
        return losses.stream().filter(loss -> loss.depth() == nearest).collect(Collectors.toSet());
    }

    /** Of a port the first cause counts; an end may be wrong in several ways at once. */
    private void add(List<Loss> losses, Address at, @Nullable String cause) {
        boolean known = !children(at).isEmpty()
                && losses.stream().anyMatch(loss -> loss.at().equals(at));
        if (cause != null && !known) {
            losses.add(new Loss(at, cause, portsAbove(at).size()));
        }
    }

    // ---- What a packet meets ---------------------------------------------------------------------------------------

    private @Nullable String linkBelow(Address port) {
        Bytes bytes = config(port);
        boolean hasLink = !express(bytes).isPresent() || PORTS_WITH_A_LINK_BELOW.contains(portType(bytes));
        int contained =
                extended(bytes, 0x001d).map(at -> bytes.word(at + 0x08) & 1).orElse(0);
        if (hasLink && contained != 0) {
            return "contained";
        }
        if (!ones(port) && bytes.length() >= WHOLE_HEADER && (bytes.word(0x3e) & 0x40) != 0) {
            return "in-reset";
        }
        boolean disabled =
                express(bytes).map(at -> (bytes.word(at + 0x10) & 0x10) != 0).orElse(false);
        if (hasLink && disabled) {
            return "link-disabled";
        }
        boolean resting = asleep(port) || children(port).stream().anyMatch(this::asleep);
        return hasLink && down(port) && !resting ? "no-link" : null;
    }

    /** A port that counts lanes to a device which answers has a link, whatever else it says (QEMU's ports). */
    private boolean down(Address port) {
        Bytes bytes = config(port);
        String lanes = text(port, "current_link_width").orElse("");
        if (express(bytes).isEmpty()) {
            return lanes.equals("0");
        }
        int at = express(bytes).get();
        int width = bytes.word(at + 0x12) >> 4 & 0x3f;
        boolean reports = (bytes.dword(at + 0x0c) & 1 << 20) != 0;
        if (!reports) {
            return width == 0;
        }
        boolean answered =
                children(port).stream().anyMatch(below -> config(below).length() >= 6 && !ones(below));
        return (bytes.word(at + 0x12) & 1 << 13) == 0 && !(width > 0 && answered);
    }

    private @Nullable String passingUp(Address port) {
        return silent(port) ? "no-answer" : !asleep(port) && clear(port, 0x04, 4) ? "no-bus-master" : null;
    }

    private @Nullable String passingDown(Address port, Address to) {
        if (silent(port)) {
            return "no-answer";
        }
        if (!asleep(port) && clear(port, 0x04, 2)) {
            return "no-memory-space";
        }
        Bytes bytes = config(port);
        Aim aim = aim(to);
        boolean comparable =
                bytes.length() >= WHOLE_HEADER && !ones(port) && aim.bus().isPresent();
        return comparable && !aim.lost() && !inWindows(bytes, aim.bus().get()) ? "outside-window" : null;
    }

    private static boolean inWindows(Bytes bytes, long address) {
        long low = (long) (bytes.word(0x20) & 0xfff0) << 16;
        long high = (long) (bytes.word(0x22) & 0xfff0) << 16 | 0xf_ffff;
        boolean wide = (bytes.word(0x24) & 0xf) == 1;
        long lower = (long) (bytes.word(0x24) & 0xfff0) << 16 | (wide ? (long) bytes.dword(0x28) << 32 : 0);
        long upper = (long) (bytes.word(0x26) & 0xfff0) << 16 | 0xf_ffff | (wide ? (long) bytes.dword(0x2c) << 32 : 0);
        return between(low, address, high) || between(lower, address, upper);
    }

    private static boolean between(long low, long address, long high) {
        return Long.compareUnsigned(low, address) <= 0 && Long.compareUnsigned(address, high) <= 0;
    }

    private void end(List<Loss> losses, Address end) {
        Address owner = owner(end);
        for (Address function : List.of(owner, end)) {
            add(losses, function, silent(function) ? "no-answer" : null);
        }
        if (!owner.equals(end)) {
            Bytes bytes = config(owner);
            extended(bytes, 0x0010)
                    .filter(at -> (bytes.word(at + 0x08) & 0x09) != 0x09)
                    .ifPresent(at -> add(losses, owner, "vf-memory-off"));
        }
    }

    private boolean driven(Address function) {
        return text(function, "driver")
                .map(driver -> !NOT_OF_THE_HOST.contains(driver))
                .orElse(false);
    }

    private boolean clear(Address function, int offset, int bit) {
        Bytes bytes = config(function);
        return bytes.length() >= offset + 2 && (bytes.word(offset) & bit) == 0;
    }

    private boolean ones(Address function) {
        Bytes bytes = config(function);
        return bytes.length() >= 16
                && bytes.dword(0) == -1
                && bytes.dword(4) == -1
                && bytes.dword(8) == -1
                && bytes.dword(12) == -1;
    }

    private boolean silent(Address function) {
        return ones(function) && !asleep(function);
    }

    private boolean asleep(Address function) {
        String state = text(function, "power_state").orElse("");
        if (ones(function)) {
            return text(function, "power/runtime_status").orElse("").startsWith("suspend") && !state.equals("D0");
        }
        Bytes bytes = config(function);
        boolean low = conventional(bytes, 0x01)
                .map(at -> (bytes.word(at + 4) & 3) != 0)
                .orElse(false);
        return low || Set.of("D1", "D2", "D3hot").contains(state);
    }

    // ---- The memory that it is for ---------------------------------------------------------------------------------

    /**
     * @param lost whether it certainly has no address
     * @param bus its address as the register has it
     */
    private record Aim(boolean lost, Optional<Long> bus) {}

    private Aim aim(Address to) {
        Bytes bytes = config(to);
        List<long[]> lines = text(to, "resource")
                .orElse("")
                .lines()
                .map(line -> line.strip().split(" +"))
                .filter(words -> words.length == 3)
                .map(words -> new long[] {Long.decode(words[0]), Long.decode(words[1]), Long.decode(words[2])})
                .limit(6)
                .toList();
        boolean nvidia = text(to, "vendor").orElse("").equals("0x10de");
        int at = nvidia ? second(bytes, lines) : largest(lines);
        if (at < 0) {
            return new Aim(false, Optional.empty());
        }
        boolean registers = !ones(to) && bytes.length() >= WHOLE_HEADER && bytes.dword(0x10 + 4 * at) != 0;
        long bus = registers
                ? Integer.toUnsignedLong(bytes.dword(0x10 + 4 * at) & ~0xf)
                        | ((bytes.dword(0x10 + 4 * at) & 6) == 4 ? (long) bytes.dword(0x14 + 4 * at) << 32 : 0)
                : 0;
        long[] line = lines.size() > at ? lines.get(at) : new long[3];
        boolean memory = (line[2] & MEMORY_LINE) != 0;
        boolean kernelLost = memory && (line[0] == 0 || (line[2] & LINE_WITHOUT_PLACE) != 0);
        boolean givenUp = nvidia && !registers && !memory && lines.size() > at;
        return new Aim(
                (registers && bus == 0) || kernelLost || givenUp, registers ? Optional.of(bus) : Optional.empty());
    }

    /** Peers reach a GPU of NVIDIA through its second BAR; where that begins depends on how wide the first is. */
    private static int second(Bytes bytes, List<long[]> lines) {
        boolean read = bytes.length() >= WHOLE_HEADER && bytes.dword(0x10) != 0 && bytes.dword(0x10) != -1;
        if (read) {
            return (bytes.dword(0x10) & 6) == 4 ? 2 : 1;
        }
        boolean first = !lines.isEmpty() && (lines.getFirst()[2] & MEMORY_LINE) != 0;
        return !first ? -1 : (lines.getFirst()[2] & LINE_OF_64_BITS) != 0 ? 2 : 1;
    }

    private static int largest(List<long[]> lines) {
        int at = -1;
        for (int i = 0; i < lines.size(); i++) {
            boolean memory = (lines.get(i)[2] & MEMORY_LINE) != 0;
            if (memory && (at < 0 || size(lines.get(i)) > size(lines.get(at)))) {
                at = i;
            }
        }
        return at;
    }

    private static long size(long[] line) {
        return line[1] - line[0] + 1;
    }

    // ---- Raw readings ----------------------------------------------------------------------------------------------

    private List<Address> portsAbove(Address function) {
        List<Address> above = new ArrayList<>();
        String[] parts = text(function, "realpath").orElseThrow().split("/");
        for (int i = parts.length - 2; i >= 0; i--) {
            Address.parse(parts[i]).ifPresent(above::add);
        }
        return above;
    }

    private List<Address> children(Address port) {
        return snapshot.functions().keySet().stream()
                .filter(function -> portsAbove(function).stream().findFirst().equals(Optional.of(port)))
                .toList();
    }

    private Address owner(Address function) {
        return text(function, "physfn").flatMap(Address::parse).orElse(function);
    }

    private static int portType(Bytes bytes) {
        ToIntFunction<Integer> type = at -> bytes.at(at + 2) >> 4;
        return express(bytes).map(type::applyAsInt).orElse(UPSTREAM_PORT);
    }

    private static Optional<Integer> express(Bytes bytes) {
        return conventional(bytes, 0x10);
    }

    private static Optional<Integer> conventional(Bytes bytes, int id) {
        if (bytes.length() <= WHOLE_HEADER || (bytes.dword(0) == -1 && bytes.dword(4) == -1)) {
            return Optional.empty();
        }
        for (int at = bytes.at(0x34); at != 0; at = bytes.at(at + 1)) {
            if (bytes.at(at) == id) {
                return Optional.of(at);
            }
        }
        return Optional.empty();
    }

    private static Optional<Integer> extended(Bytes bytes, int id) {
        if (bytes.length() <= 256 || bytes.dword(0x100) == -1) {
            return Optional.empty();
        }
        for (int at = 0x100; at != 0 && bytes.dword(at) != 0; at = bytes.dword(at) >>> 20) {
            if (bytes.word(at) == id) {
                return Optional.of(at);
            }
        }
        return Optional.empty();
    }

    private Bytes config(Address function) {
        return facts(function).bytes("config").asOptional().orElse(Bytes.EMPTY);
    }

    private Optional<String> text(Address function, String name) {
        return facts(function).text(name).asOptional().map(String::strip);
    }

    private FunctionFacts facts(Address address) {
        FunctionFacts facts = snapshot.functions().get(address);
        if (facts == null) {
            throw new IllegalArgumentException("no function " + address);
        }
        return facts;
    }
}
