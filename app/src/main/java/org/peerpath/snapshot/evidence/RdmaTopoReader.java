// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.NoteLog;
import org.peerpath.snapshot.Origin;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.Unreadable;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.file.JsonSource;
import org.peerpath.text.Message;

/**
 * Reads what {@code rdma_topo dump} writes (rdma-core, kernel-boot/rdma_topo): a list of functions with their sysfs path,
 * configuration space and VPD (zlib in base64), module alias, IOMMU group, NUMA node and class devices. The tool leaves
 * out host bridges, ISA bridges and system peripherals, and says nothing about drivers or the host.
 */
public final class RdmaTopoReader {
    private static final String SOURCE = "rdma_topo";
    private static final int LONGEST_CONFIG = 4096;
    /** VPD addresses have 15 bits (PCIe 7.9.18.2). */
    private static final int LONGEST_VPD = 32 * 1024;

    private static final int MOST_FUNCTIONS = 200_000;
    /** The class devices the tool looks for; one it does not name is not there. */
    private static final List<String> SUBSYSTEMS =
            List.of(Attributes.DRM, Attributes.INFINIBAND, Attributes.NET, Attributes.NVME);

    private static final Pattern MODALIAS = Pattern.compile("pci:v0000([0-9A-F]{4})d0000([0-9A-F]{4})"
            + "sv0000([0-9A-F]{4})sd0000([0-9A-F]{4})bc([0-9A-F]{2})sc([0-9A-F]{2})i([0-9A-F]{2})");

    private final String name;
    private final JsonSource json;
    private final NoteLog notes;
    private final TreeMap<Address, FunctionFacts> functions = new TreeMap<>();

    private RdmaTopoReader(InputStream in, String name) throws UnreadableSourceException {
        this.name = name;
        this.json = new JsonSource(name, in);
        this.notes = new NoteLog(name);
    }

    /**
     * Reads to the end of the stream, which is left open.
     *
     * @param name what to call the source in messages
     * @throws UnreadableSourceException if it is not such a list, or a part of it is damaged
     */
    public static Snapshot read(InputStream in, String name) throws UnreadableSourceException {
        return new RdmaTopoReader(in, name).read();
    }

    private Snapshot read() throws UnreadableSourceException {
        return json.whole(() -> {
            json.array(element -> function());
            if (functions.isEmpty()) {
                throw Unreadable.file(name, Message.of("read.no-functions"));
            }
            Origin origin = new Origin(name, SourceKind.RDMA_TOPO, name, Optional.empty());
            return new Snapshot(origin, new TreeMap<>(), false, functions, notes.all());
        });
    }

    private void function() throws UnreadableSourceException {
        int line = json.line();
        TreeMap<String, Reading> attributes = new TreeMap<>();
        json.object(field -> {
            switch (field) {
                case "realpath" -> put(attributes, Attributes.REALPATH, fromSys(json.string()));
                case "config" -> bytes(attributes, Attributes.CONFIG, LONGEST_CONFIG);
                case "vpd" -> bytes(attributes, Attributes.VPD, LONGEST_VPD);
                case "modalias" -> modalias(attributes, json.string());
                case "iommu_group" -> number(attributes, Attributes.IOMMU_GROUP);
                case "numa_node" -> number(attributes, Attributes.NUMA_NODE);
                case "subsystems" -> subsystems(attributes);
                default -> {
                    json.skip();
                    notes.add(json.line(), Message.of("note.field-ignored", field));
                }
            }
        });
        Address address =
                address(attributes).orElseThrow(() -> Unreadable.line(name, line, Message.of("read.rdma-no-realpath")));
        if (functions.size() == MOST_FUNCTIONS) {
            throw json.bad(Message.of("read.too-many-functions", Integer.toString(MOST_FUNCTIONS)));
        }
        FunctionFacts facts = new FunctionFacts(address, attributes, List.of(), false);
        if (functions.putIfAbsent(address, facts) != null) {
            notes.add(line, Message.of("note.function-twice", address.toString()));
        }
    }

    private static Optional<Address> address(SortedMap<String, Reading> attributes) {
        return attributes.get(Attributes.REALPATH) instanceof Reading.Text path
                ? Address.parse(path.value().substring(path.value().lastIndexOf('/') + 1))
                : Optional.empty();
    }

    /** The tool can be pointed at a copy of sysfs; what counts begins at its {@code devices}. */
    private static String fromSys(String path) {
        int devices = path.indexOf("/devices/pci");
        return devices < 0 ? path : "/sys" + path.substring(devices);
    }

    private void modalias(SortedMap<String, Reading> attributes, String alias) {
        Matcher m = MODALIAS.matcher(alias);
        if (!m.matches()) {
            notes.add(json.line(), Message.of("note.no-modalias", alias));
            return;
        }
        put(attributes, Attributes.VENDOR, "0x" + lower(m.group(1)));
        put(attributes, Attributes.DEVICE, "0x" + lower(m.group(2)));
        put(attributes, Attributes.SUBSYSTEM_VENDOR, "0x" + lower(m.group(3)));
        put(attributes, Attributes.SUBSYSTEM_DEVICE, "0x" + lower(m.group(4)));
        put(attributes, Attributes.CLASS, "0x" + lower(m.group(5) + m.group(6) + m.group(7)));
    }

    private static String lower(String hex) {
        return hex.toLowerCase(Locale.ROOT);
    }

    private void number(SortedMap<String, Reading> attributes, String attribute) throws UnreadableSourceException {
        if (json.isNull()) {
            attributes.put(attribute, new Reading.Missing(SOURCE));
        } else {
            put(attributes, attribute, Integer.toString(json.integer()));
        }
    }

    private void subsystems(SortedMap<String, Reading> attributes) throws UnreadableSourceException {
        if (json.isNull()) {
            return;
        }
        SUBSYSTEMS.forEach(subsystem -> attributes.put(subsystem, new Reading.Missing(SOURCE)));
        json.object(subsystem -> {
            List<String> entries = new ArrayList<>();
            json.array(element -> entries.add(json.string()));
            attributes.put(subsystem, new Reading.Listing(entries, SOURCE));
        });
    }

    private void bytes(SortedMap<String, Reading> attributes, String attribute, int longest)
            throws UnreadableSourceException {
        if (json.isNull()) {
            attributes.put(attribute, new Reading.Missing(SOURCE));
            return;
        }
        byte[] packed;
        try {
            packed = Base64.getDecoder().decode(json.string());
        } catch (IllegalArgumentException e) {
            throw json.bad(Message.of("read.no-base64"));
        }
        attributes.put(attribute, new Reading.Data(inflated(packed, longest), SOURCE));
    }

    private Bytes inflated(byte[] packed, int longest) throws UnreadableSourceException {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(packed);
            byte[] out = new byte[longest + 1];
            int length = 0;
            while (!inflater.finished() && length < out.length) {
                int got = inflater.inflate(out, length, out.length - length);
                if (got == 0 && !inflater.finished()) {
                    throw json.bad(Message.of("read.compressed-cut-short"));
                }
                length += got;
            }
            if (length > longest) {
                throw json.bad(Message.of("read.bytes-too-long", Integer.toString(longest)));
            }
            return Bytes.copyOf(Arrays.copyOf(out, length));
        } catch (DataFormatException e) {
            throw json.bad(Message.of("read.compressed-damaged"));
        } finally {
            inflater.end();
        }
    }

    private static void put(SortedMap<String, Reading> into, String attribute, String value) {
        into.put(attribute, new Reading.Text(value, SOURCE));
    }
}
