// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Address;
import org.peerpath.vm.model.AssignedFunction;
import org.peerpath.vm.model.Backend;
import org.peerpath.vm.model.GuestBar;
import org.peerpath.vm.model.GuestFunction;
import org.peerpath.vm.model.VmDescription;
import org.peerpath.vm.model.VmEvent;
import org.peerpath.vm.model.Vmm;

/** What QEMU's human monitor prints on {@code info pci}, {@code info qtree} and {@code info mtree -f}, in any mixture. */
final class MonitorText {
    static final String KIND = "qemu-monitor";
    private static final int MOST = 8192;

    private static final Pattern PCI =
            Pattern.compile("\\s*Bus\\s+(\\d{1,3}), device\\s+(\\d{1,2}), function\\s+(\\d):\\s*");
    private static final Pattern PCI_IDS =
            Pattern.compile("\\s*[^:]{1,80}: PCI device ([0-9a-f]{4}):([0-9a-f]{4})\\s*");
    private static final Pattern PCI_BAR = Pattern.compile(
            "\\s*BAR(\\d): (?:32|64) bit (?:prefetchable )?memory at 0x([0-9a-f]{1,16}) \\[0x([0-9a-f]{1,16})]\\.\\s*");
    private static final Pattern PCI_ID = Pattern.compile("\\s*id \"([^\"]*)\"\\s*");

    private static final Pattern DEV = Pattern.compile("\\s*dev: ([\\w.-]+), id \"([^\"]*)\"\\s*");
    private static final Pattern PROPERTY = Pattern.compile("\\s*([\\w-]+) = \"?([^\"(]*?)\"?\\s*(?:\\(.*)?");
    private static final Pattern AT = Pattern.compile(
            "\\s*class .*, addr ([0-9a-f]{2}):([0-9a-f]{2})\\.([0-7]), pci id ([0-9a-f]{4}):([0-9a-f]{4}).*");
    private static final Pattern QTREE_BAR =
            Pattern.compile("\\s*bar (\\d): mem at 0x([0-9a-f]{1,16}) \\[0x([0-9a-f]{1,16})]\\s*");

    private static final Pattern FLAT =
            Pattern.compile("\\s*([0-9a-f]{8,32})-([0-9a-f]{8,32}) \\(prio -?\\d+, ([a-z/]+)\\): "
                    + "([0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]) BAR (\\d)(.*)");
    private static final int UNSET_CLIQUE = 255;

    private final String source;
    private final List<VmEvent> events = new ArrayList<>();
    private final List<GuestFunction> found = new ArrayList<>();
    private final VmDescription.Builder vm;
    private Optional<Draft> open = Optional.empty();

    /** One device while its lines are read. */
    private static final class Draft {
        private Optional<Address> guest = Optional.empty();
        private String id = "";
        private String driver = "";
        private OptionalInt vendor = OptionalInt.empty();
        private OptionalInt device = OptionalInt.empty();
        private final List<GuestBar> bars = new ArrayList<>();
        private final Map<String, String> properties = new LinkedHashMap<>();
    }

    private MonitorText(String source, VmDescription.Builder vm) {
        this.source = source;
        this.vm = vm;
    }

    static boolean recognises(List<String> lines) {
        return lines.stream()
                .limit(20_000)
                .anyMatch(line -> PCI.matcher(line).matches()
                        || line.startsWith("FlatView #")
                        || line.startsWith("address-space:")
                        || line.startsWith("bus: main-system-bus")
                        || DEV.matcher(line).matches());
    }

    static void read(List<String> lines, String source, VmDescription.Builder into) {
        MonitorText text = new MonitorText(source, into);
        for (int i = 0; i < lines.size(); i++) {
            text.line(i + 1, lines.get(i));
        }
        text.close();
        into.vmm(Vmm.QEMU).guestFunctions(text.found).events(text.events).kind(KIND);
    }

    private void line(int number, String line) {
        if (line.indexOf(" BAR ") > 0 && flat(number, line)) {
            return;
        }
        Matcher pci = PCI.matcher(line);
        if (pci.matches()) {
            close();
            Draft draft = new Draft();
            draft.guest = QueryPciReader.address(
                    Integer.parseInt(pci.group(1)), Integer.parseInt(pci.group(2)), Integer.parseInt(pci.group(3)));
            open = Optional.of(draft);
            return;
        }
        Matcher dev = DEV.matcher(line);
        if (dev.matches()) {
            close();
            Draft draft = new Draft();
            draft.driver = dev.group(1);
            draft.id = dev.group(2);
            open = Optional.of(draft);
            return;
        }
        open.ifPresent(draft -> inside(draft, line));
    }

    private static void inside(Draft draft, String line) {
        boolean tree = !draft.driver.isEmpty();
        Matcher ids = PCI_IDS.matcher(line);
        Matcher bar = PCI_BAR.matcher(line);
        Matcher treeBar = QTREE_BAR.matcher(line);
        Matcher id = PCI_ID.matcher(line);
        Matcher at = AT.matcher(line);
        Matcher property = PROPERTY.matcher(line);
        if (!tree && draft.vendor.isEmpty() && ids.matches()) {
            draft.vendor = OptionalInt.of(Integer.parseInt(ids.group(1), 16));
            draft.device = OptionalInt.of(Integer.parseInt(ids.group(2), 16));
        } else if (bar.matches()) {
            bar(draft, bar);
        } else if (treeBar.matches()) {
            bar(draft, treeBar);
        } else if (!tree && id.matches()) {
            draft.id = id.group(1);
        } else if (at.matches()) {
            draft.guest = QueryPciReader.address(
                    Integer.parseInt(at.group(1), 16),
                    Integer.parseInt(at.group(2), 16),
                    Integer.parseInt(at.group(3)));
            draft.vendor = OptionalInt.of(Integer.parseInt(at.group(4), 16));
            draft.device = OptionalInt.of(Integer.parseInt(at.group(5), 16));
        } else if (tree && draft.properties.size() < 512 && property.matches()) {
            draft.properties.putIfAbsent(property.group(1), property.group(2).strip());
        }
    }

    private static void bar(Draft draft, Matcher m) {
        int number = Integer.parseInt(m.group(1));
        long first = Long.parseUnsignedLong(m.group(2), 16);
        long last = Long.parseUnsignedLong(m.group(3), 16);
        if (number < 6 && draft.bars.size() < 6) {
            // Where it was not placed, both numbers mean nothing; the end is then below the beginning.
            long size = Long.compareUnsigned(last, first) < 0 ? 0 : last - first + 1;
            draft.bars.add(new GuestBar(number, first, size));
        }
    }

    private void close() {
        Optional<Draft> done = open;
        open = Optional.empty();
        if (done.isEmpty() || found.size() == MOST) {
            return;
        }
        Draft draft = done.get();
        Optional<Address> host = Address.parse(draft.properties.getOrDefault("host", ""));
        if (draft.guest.isPresent()) {
            found.add(new GuestFunction(draft.guest, draft.id, host, draft.vendor, draft.device, draft.bars));
        }
        if (draft.driver.startsWith("vfio-pci")) {
            assigned(draft, host);
        }
    }

    /** {@code info qtree} tells of a running VM's functions what its command line may have left out. */
    private void assigned(Draft draft, Optional<Address> host) {
        String iommufd = draft.properties.getOrDefault("iommufd", "");
        OptionalInt clique = KeyValues.number(draft.properties, "x-nv-gpudirect-clique");
        Optional<Boolean> mapped = draft.properties.containsKey("x-no-mmap")
                ? Optional.of(!KeyValues.on(draft.properties, "x-no-mmap"))
                : Optional.empty();
        vm.function(AssignedFunction.of(
                        host.filter(address -> !address.equals(new Address(0, 0, 0, 0))),
                        draft.id,
                        iommufd.isEmpty() ? Backend.TYPE1 : Backend.IOMMUFD)
                .withMapped(mapped)
                .withClique(clique.orElse(UNSET_CLIQUE) == UNSET_CLIQUE ? OptionalInt.empty() : clique));
    }

    /** {@code FIRST-LAST (prio 0, ramd): BDF BAR 2 mmaps[0]}: ramd is the device's memory, i/o is emulated. */
    private boolean flat(int number, String line) {
        Matcher m = FLAT.matcher(line);
        if (!m.matches() || events.size() >= MOST) {
            return false;
        }
        long first = new BigInteger(m.group(1), 16).longValue();
        long last = new BigInteger(m.group(2), 16).longValue();
        boolean ram = m.group(3).startsWith("ram");
        VmEvent event = new VmEvent(
                ram ? VmEvent.Kind.IN_MEMORY : VmEvent.Kind.NOT_IN_MEMORY,
                Address.parse(m.group(4)),
                OptionalInt.of(Integer.parseInt(m.group(5))),
                OptionalLong.of(first),
                OptionalLong.of(last - first + 1),
                OptionalInt.empty(),
                OptionalInt.empty(),
                source,
                number,
                LogLines.shown(line));
        events.add(event);
        return true;
    }
}
