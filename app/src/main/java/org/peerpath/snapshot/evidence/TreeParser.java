// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.lspci.DeviceKinds;
import org.peerpath.snapshot.lspci.LspciNames;
import org.peerpath.text.Message;

/**
 * The tree of {@code lspci -t}, with or without names and numbers: which function stands below which bridge. A branch is
 * found by the column in which it began; where a mail program broke the tree, what hangs on a column that was never
 * opened is left out and said so.
 */
final class TreeParser implements TextParser {
    static final String SOURCE = "lspci -t";
    private static final Pattern LINE = Pattern.compile("[ |]*(?:-\\[|-\\+-|[+\\\\]-|--).*");
    private static final Pattern ROOT = Pattern.compile("\\[([0-9a-f]{4,8}):?([0-9a-f]{2})?\\]");
    private static final Pattern FUNCTION = Pattern.compile("([0-9a-f]{2})\\.([0-7])(.*)");
    private static final Pattern BUSES = Pattern.compile("-\\[([0-9a-f]{2})(?:-([0-9a-f]{2}))?\\](-*)(.*)");
    private static final Pattern IDS = Pattern.compile("(?:(.*) )?\\[?([0-9a-f]{4}):([0-9a-f]{4})\\]?");
    private static final int LONGEST = 4096;
    private static final int FARTHEST = 8;

    private final Gathering gathering;
    /** By column: below what the functions stand whose lines begin there. */
    private final TreeMap<Integer, Below> branches = new TreeMap<>();

    private boolean rootSeen;
    private boolean onlyRoot;
    private boolean saidBroken;

    /** @param path the directory below which sysfs would have them; empty above the root buses */
    private record Below(int domain, int bus, String path) {}

    TreeParser(Gathering gathering) {
        this.gathering = gathering;
    }

    @Override
    public SourceKind kind() {
        return SourceKind.LSPCI_TREE;
    }

    @Override
    public boolean take(int number, String line) throws UnreadableSourceException {
        if (line.length() > LONGEST || !LINE.matcher(line).matches()) {
            return false;
        }
        int at = 0;
        while (line.charAt(at) == ' ' || line.charAt(at) == '|') {
            at++;
        }
        boolean root = line.startsWith("-[", at)
                || line.startsWith("+-[", at + (line.charAt(at) == '-' ? 1 : 0))
                || line.startsWith("\\-[", at);
        if (root && isRoot(line, at)) {
            rootSeen = true;
            onlyRoot = true;
            branches.tailMap(at, false).clear();
            root(number, line, line.indexOf('[', at));
            return true;
        }
        if (!rootSeen) {
            return false;
        }
        Below below = branches.get(at);
        if (below == null && onlyRoot && branches.size() == 1 && Math.abs(branches.firstKey() - at) <= FARTHEST) {
            // Quoting moved the first line alone; there is nothing else this one can hang on.
            below = branches.remove(branches.firstKey());
            branches.put(at, below);
        }
        onlyRoot = false;
        if (below == null) {
            broken(number, line);
            return true;
        }
        branches.tailMap(at, false).clear();
        function(number, line, at + 2, below);
        return true;
    }

    private static boolean isRoot(String line, int at) {
        int open = line.indexOf('[', at);
        Matcher root = ROOT.matcher(line);
        return root.find(open) && root.start() == open;
    }

    private void root(int number, String line, int open) throws UnreadableSourceException {
        Matcher root = ROOT.matcher(line);
        if (!root.find(open)) {
            return;
        }
        int domain = (int) Long.parseLong(root.group(1), 16);
        int bus = root.group(2) == null ? 0 : Integer.parseInt(root.group(2), 16);
        String name = String.format("/sys/devices/pci%s:%02x", root.group(1), bus);
        children(number, line, root.end(), new Below(domain, bus, name));
    }

    /** What follows a bus in its line: nothing, one function, or the first of several. */
    private void children(int number, String line, int from, Below below) throws UnreadableSourceException {
        int at = from;
        while (at < line.length() && line.charAt(at) == '-') {
            at++;
        }
        if (at == line.length() || line.charAt(at) == ' ') {
            return;
        }
        if (line.charAt(at) == '+' || line.charAt(at) == '\\') {
            branches.put(at, below);
            at++;
            while (at < line.length() && line.charAt(at) == '-') {
                at++;
            }
        }
        function(number, line, at, below);
    }

    private void function(int number, String line, int from, Below below) throws UnreadableSourceException {
        if (from > line.length()) {
            return;
        }
        Matcher function = FUNCTION.matcher(line.substring(from));
        if (!function.matches()) {
            broken(number, line);
            return;
        }
        int device = Integer.parseInt(function.group(1), 16);
        if (device > 0x1f) {
            broken(number, line);
            return;
        }
        Address address = new Address(below.domain(), below.bus(), device, Integer.parseInt(function.group(2)));
        String path = below.path() + "/" + address;
        if (path.length() > LONGEST) {
            broken(number, line);
            return;
        }
        gathering.put(address, Attributes.REALPATH, path, SOURCE);
        String rest = function.group(3);
        Matcher buses = BUSES.matcher(rest);
        if (buses.matches()) {
            // Only a bridge has buses behind it; lspci prints those of PCI and CardBus bridges alike.
            gathering.put(address, Attributes.CLASS, "0x060400", SOURCE);
            int bus = Integer.parseInt(buses.group(1), 16);
            if (bus != 0) {
                int open = from + line.substring(from).indexOf(']');
                children(number, line, open + 1, new Below(below.domain(), bus, path));
            }
            return;
        }
        name(address, rest.strip());
    }

    private void name(Address address, String text) throws UnreadableSourceException {
        if (text.isEmpty()) {
            return;
        }
        Matcher ids = IDS.matcher(text);
        Optional<String> name = Optional.of(text);
        Optional<Integer> vendor = LspciNames.vendorOf(text);
        Optional<Integer> device = Optional.empty();
        if (ids.matches()) {
            gathering.put(address, Attributes.VENDOR, "0x" + ids.group(2), "lspci -nnt");
            gathering.put(address, Attributes.DEVICE, "0x" + ids.group(3), "lspci -nnt");
            name = Optional.ofNullable(ids.group(1));
            vendor = Optional.of(Integer.parseInt(ids.group(2), 16));
            device = Optional.of(Integer.parseInt(ids.group(3), 16));
        } else if (vendor.isPresent()) {
            gathering.put(address, Attributes.VENDOR, String.format("0x%04x", vendor.get()), SOURCE);
        }
        if (name.isPresent()) {
            gathering.put(address, "name", new Reading.Text(name.get(), SOURCE));
        }
        // The tree prints no classes; without one nobody knew a network card from a GPU.
        Optional<String> type = DeviceKinds.classOf(vendor, device, name.orElse(""));
        if (type.isPresent()) {
            gathering.put(address, Attributes.CLASS, type.get(), SOURCE);
        }
    }

    private void broken(int number, String line) {
        if (!saidBroken) {
            saidBroken = true;
            gathering.notes().add(number, Message.of("note.tree-broken"));
        }
        gathering.notes().notUnderstood(number, line);
    }

    @Override
    public void end() {
        branches.clear();
        rootSeen = false;
        saidBroken = false;
    }
}
