// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Note;
import org.peerpath.snapshot.Origin;
import org.peerpath.snapshot.ReadList;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.Unreadable;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/**
 * Makes a snapshot of what was seen in a host's file tree, whoever saw it: the collector on a live host or a recorded
 * tree. TreePaths are relative to the root; those that are not in the read list are ignored, whatever the source says.
 * A later reading of the same path replaces an earlier one.
 */
public final class Assembler {
    static final String DEVICES = "sys/bus/pci/devices/";

    private static final int MOST_FUNCTIONS = 65_536;
    private static final int MOST_READINGS = 2_000_000;
    private static final Set<String> REASONS =
            Set.of("not-root", "denied", "timed-out", "suspended", "not-asked", "no-awk", "not-read", "io-error");
    /** Every PCI function has these in every kernel: where one is not seen it was not read. */
    private static final List<String> ALWAYS_THERE =
            List.of(Attributes.REALPATH, Attributes.VENDOR, Attributes.DEVICE, Attributes.CLASS, Attributes.CONFIG);

    private static final ReadList.Filter FILTER = ReadList.SHIPPED.filter();

    private final String sourceName;
    private final Map<Address, SortedMap<String, Reading>> functions = new HashMap<>();
    private final SortedMap<String, Reading> host = new TreeMap<>();
    /** Directories of which names are kept, by their whole path. */
    private final Map<String, Set<String>> directories = new HashMap<>();

    private final List<Note> notes = new ArrayList<>();
    private int readings;
    /** Paths come in runs about the same function. */
    private String lastText = "";

    private Optional<Address> lastAddress = Optional.empty();

    public Assembler(String sourceName) {
        this.sourceName = sourceName;
    }

    /** Whether a reading of this path would be kept. */
    public boolean wants(String path) {
        Optional<FunctionPath> function = functionOf(path);
        return function.map(f -> FILTER.acceptsOfFunction(f.name())).orElseGet(() -> FILTER.acceptsOfHost(path));
    }

    public void text(String path, String raw) throws UnreadableSourceException {
        String text = Clean.text(path.equals(HostFiles.CPUINFO_FLAGS) ? firstBlock(raw) : raw);
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == '\n') {
            end--;
        }
        put(path, new Reading.Text(text.substring(0, end), sourceOf(path)));
    }

    public void bytes(String path, byte[] content) throws UnreadableSourceException {
        put(path, new Reading.Data(Bytes.copyOf(content), sourceOf(path)));
    }

    /** A symbolic link; that of the function's own directory gives its whole path. */
    public void link(String path, String target) throws UnreadableSourceException {
        String name = path.startsWith(DEVICES) ? path.substring(DEVICES.length()) : "/";
        if (name.indexOf('/') < 0) {
            Optional<Address> address = Address.parse(name);
            Optional<String> whole = TreePaths.resolve(DEVICES, target);
            if (address.isPresent() && whole.isPresent()) {
                of(address.get())
                        .put(Attributes.REALPATH, new Reading.Text(Clean.line("/" + whole.get()), sourceOf(path)));
            }
            return;
        }
        String last = target.substring(target.lastIndexOf('/') + 1);
        String shown = path.startsWith(HostFiles.BLOCK_DEVICES)
                ? TreePaths.resolve(HostFiles.BLOCK_DEVICES, target)
                        .map(whole -> "/" + whole)
                        .orElse(last)
                : last;
        put(path, new Reading.Text(Clean.line(shown), sourceOf(path)));
    }

    /** A path that exists: a directory whose names are kept, an entry of one, or a file of which only that matters. */
    public void name(String path) throws UnreadableSourceException {
        if (isKeptDirectory(path)) {
            directories.computeIfAbsent(path, p -> new HashSet<>());
        }
        int slash = path.lastIndexOf('/');
        if (slash > 0 && isKeptDirectory(path.substring(0, slash))) {
            count();
            directories
                    .computeIfAbsent(path.substring(0, slash), p -> new HashSet<>())
                    .add(Clean.line(path.substring(slash + 1)));
        }
        if (ReadList.SHIPPED.hostExists().contains(path)) {
            put(path, new Reading.Text("", sourceOf(path)));
        }
    }

    public void failed(String path, String reason) throws UnreadableSourceException {
        Optional<FunctionPath> function = functionOf(path);
        String what = function.map(f -> f.address() + "/" + f.name()).orElse("/" + path);
        String key = "unknown." + (REASONS.contains(reason) ? reason : "io-error");
        put(path, new Reading.Failed(Message.of(key, Clean.line(what)), sourceOf(path)));
    }

    /** A fact that is about the reading itself. */
    public void made(String path, String value) {
        host.put(path, new Reading.Text(value, "collector"));
    }

    public void note(Note note) {
        notes.add(note);
    }

    public int functionCount() {
        return functions.size();
    }

    /**
     * The snapshot.
     *
     * @param origin but for the host's name, which is taken from the tree if it is there
     * @param complete whether everything in the read list was looked for on a live host; a recorded tree may lack what
     *     its maker did not care for
     */
    public Snapshot snapshot(Origin origin, boolean complete) throws UnreadableSourceException {
        if (functions.isEmpty()) {
            throw Unreadable.file(origin.source(), Message.of("read.no-functions"));
        }
        for (Map.Entry<String, Set<String>> directory : directories.entrySet()) {
            String path = directory.getKey();
            Reading listing = new Reading.Listing(new ArrayList<>(directory.getValue()), sourceOf(path));
            Optional<FunctionPath> function = functionOf(path);
            if (function.isPresent()) {
                of(function.get().address()).put(function.get().name(), listing);
            } else {
                host.put(path, listing);
            }
        }
        boolean links = complete || anyFunctionHas(Attributes.DRIVER);
        boolean groups = complete || anyFunctionHas(Attributes.IOMMU_GROUP) || host.containsKey(HostFiles.IOMMU_GROUPS);
        SortedMap<Address, FunctionFacts> facts = new TreeMap<>();
        for (Map.Entry<Address, SortedMap<String, Reading>> function : functions.entrySet()) {
            Address address = function.getKey();
            SortedMap<String, Reading> attributes = function.getValue();
            for (String name : ALWAYS_THERE) {
                attributes.putIfAbsent(name, notRead(address, name, complete));
            }
            if (!groups) {
                attributes.putIfAbsent(Attributes.IOMMU_GROUP, notRead(address, Attributes.IOMMU_GROUP, complete));
                attributes.putIfAbsent(Attributes.IOMMU, notRead(address, Attributes.IOMMU, complete));
            }
            facts.put(address, new FunctionFacts(address, attributes, List.of(), links));
        }
        String name = host.get(HostFiles.HOSTNAME) instanceof Reading.Text text
                        && !text.value().isBlank()
                ? Clean.line(text.value())
                : Clean.line(origin.host());
        return new Snapshot(
                new Origin(origin.source(), origin.kind(), name, origin.readAt()), host, complete, facts, notes);
    }

    private static Reading notRead(Address address, String name, boolean complete) {
        return new Reading.Failed(
                Message.of(complete ? "unknown.not-read" : "unknown.not-in-source", address + "/" + name), "sysfs");
    }

    private boolean anyFunctionHas(String name) {
        return functions.values().stream().anyMatch(a -> a.containsKey(name));
    }

    private void put(String path, Reading reading) throws UnreadableSourceException {
        Optional<FunctionPath> function = functionOf(path);
        if (function.isPresent()) {
            if (FILTER.acceptsOfFunction(function.get().name())) {
                count();
                of(function.get().address()).put(function.get().name(), reading);
            }
        } else if (FILTER.acceptsOfHost(path)) {
            count();
            host.put(path, reading);
        }
    }

    private SortedMap<String, Reading> of(Address address) throws UnreadableSourceException {
        SortedMap<String, Reading> known = functions.get(address);
        if (known == null) {
            if (functions.size() == MOST_FUNCTIONS) {
                throw Unreadable.file(
                        sourceName, Message.of("read.too-many-functions", Integer.toString(MOST_FUNCTIONS)));
            }
            known = new TreeMap<>();
            functions.put(address, known);
        }
        return known;
    }

    private void count() throws UnreadableSourceException {
        if (++readings > MOST_READINGS) {
            throw Unreadable.file(sourceName, Message.of("read.too-many-files", Integer.toString(MOST_READINGS)));
        }
    }

    private boolean isKeptDirectory(String path) {
        return functionOf(path)
                .map(f -> FILTER.functionNames().contains(f.name()))
                .orElseGet(() -> FILTER.hostNames().contains(path));
    }

    /** {@code /proc/cpuinfo} repeats itself for each processor. */
    private static String firstBlock(String cpuinfo) {
        int blank = cpuinfo.replace("\r", "").indexOf("\n\n");
        return blank < 0 ? cpuinfo : cpuinfo.replace("\r", "").substring(0, blank);
    }

    private static String sourceOf(String path) {
        return switch (path.substring(0, Math.max(0, path.indexOf('/')))) {
            case "sys" -> "sysfs";
            case "proc" -> "procfs";
            case "peerpath" -> "collector";
            default -> "file";
        };
    }

    private Optional<FunctionPath> functionOf(String path) {
        int slash = path.startsWith(DEVICES) ? path.indexOf('/', DEVICES.length()) : -1;
        if (slash < 0) {
            return Optional.empty();
        }
        String text = path.substring(DEVICES.length(), slash);
        if (!text.equals(lastText)) {
            lastText = text;
            lastAddress = Address.parse(text);
        }
        return lastAddress.map(a -> new FunctionPath(a, path.substring(slash + 1)));
    }

    /** A path below a function's directory. */
    private record FunctionPath(Address address, String name) {}
}
