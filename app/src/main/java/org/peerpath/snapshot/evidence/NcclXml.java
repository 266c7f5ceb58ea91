// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.peerpath.hardware.Knowledge;
import org.peerpath.hardware.KnownDevice;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.Unreadable;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;

/**
 * The topology that NCCL and RCCL write with {@code NCCL_TOPO_DUMP_FILE}, or that somebody wrote for {@code
 * NCCL_TOPO_FILE} (nccl, src/graph/xml.cc). It names the functions that were used and the switches above them, but
 * neither root ports nor downstream ports and no register: where a function stands is not concluded from it. What NCCL
 * would call each pair is (src/graph/paths.cc).
 */
final class NcclXml implements XmlFile.Listener {
    private static final String SOURCE = "nccl topology";
    /** Drivers' own names and those of rdma-core's udev rules; other plugins name what they like. */
    private static final Pattern RDMA_DEVICE =
            Pattern.compile("(?:mlx\\d_|bnxt_re|irdma|ionic_|efa_|rocep|ibp|rdmap|erdma_)[\\w-]{1,40}");

    private static final int MOST_ENDS = 512;
    private static final Pattern IDS = Pattern.compile("0x([0-9a-f]{4}) 0x([0-9a-f]{4})");

    private final Gathering gathering;
    private static final Message PLACE = Message.of("unknown.nccl-place");

    private final List<Place> stack = new ArrayList<>();
    private final List<End> gpus = new ArrayList<>();
    private final List<End> nics = new ArrayList<>();
    private String numaNode = "";
    private int cpu;
    private int functions;

    /** An open {@code pci} element. */
    private record Place(Optional<Address> address, String id) {}

    /** A GPU or NIC: its function, the switches above it from the top, and which processor. */
    private record End(Address function, List<Address> above, int cpu) {}

    private NcclXml(Gathering gathering) {

        this.gathering = gathering;
    }

    static void read(InputStream in, String name, Gathering into) throws UnreadableSourceException {
        NcclXml reading = new NcclXml(into);
        XmlFile.read(in, name, reading);
        if (reading.functions == 0) {
            throw Unreadable.file(name, Message.of("read.no-functions"));
        }
        reading.labels();
        into.notes().add(0, Message.of("note.partial.nccl"));
        into.understood(SourceKind.NCCL_TOPOLOGY);
    }

    @Override
    public void start(String element, Map<String, String> attributes) throws UnreadableSourceException {
        switch (element) {
            case "cpu" -> {
                cpu++;
                numaNode = attributes.getOrDefault("numaid", "");
            }
            case "pci" -> pci(attributes);
            case "gpu" -> end(gpus);
            case "net" -> {
                end(nics);
                if (function().isPresent()) {
                    net(function().get(), attributes.getOrDefault("name", ""));
                }
            }
            default -> {}
        }
    }

    private void net(Address function, String device) throws UnreadableSourceException {
        if (RDMA_DEVICE.matcher(device).matches()) {
            Rdma.device(gathering, function, device, SOURCE);
        }
        if (device.matches("[\\w.-]{1,64}")) {
            gathering.append(Tools.NCCL, device + " = " + function, SOURCE);
        }
    }

    private Optional<Address> function() {
        return stack.isEmpty() ? Optional.empty() : stack.getLast().address();
    }

    private void pci(Map<String, String> attributes) throws UnreadableSourceException {
        Optional<Address> address =
                Address.parse(attributes.getOrDefault("busid", "").toLowerCase(Locale.ROOT));
        String id = attributes.getOrDefault("vendor", "") + " " + attributes.getOrDefault("device", "");
        stack.add(new Place(address, id));
        if (address.isEmpty()) {
            gathering.notes().add(0, Message.of("read.no-address", attributes.getOrDefault("busid", "")));
            return;
        }
        functions++;
        Address function = address.get();
        gathering.exists(function);
        put(function, Attributes.CLASS, attributes.get("class"));
        put(function, Attributes.VENDOR, attributes.get("vendor"));
        put(function, Attributes.DEVICE, attributes.get("device"));
        put(function, Attributes.SUBSYSTEM_VENDOR, attributes.get("subsystem_vendor"));
        put(function, Attributes.SUBSYSTEM_DEVICE, attributes.get("subsystem_device"));
        put(function, "max_link_speed", attributes.get("link_speed"));
        put(function, "max_link_width", attributes.get("link_width"));
        put(function, Attributes.NUMA_NODE, numaNode);
        if (stack.size() > 1) {
            // Which bridges are left out, the file does not say; a number of zero makes no root bus of the device's
            // own.
            gathering.put(function, Attributes.REALPATH, new Reading.Failed(PLACE, SOURCE));
        }
        String type = attributes.getOrDefault("class", "");
        if (type.startsWith("0x02") && gathering.functionCount() < MOST_ENDS) {
            end(nics);
        } else if (type.startsWith("0x03") || type.startsWith("0x12")) {
            end(gpus);
        }
    }

    private void put(Address function, String attribute, @Nullable String value) throws UnreadableSourceException {
        if (value != null && !value.isBlank() && !value.equals("0x0000")) {
            gathering.put(function, attribute, value.strip(), SOURCE);
        }
    }

    private void end(List<End> ends) {
        Optional<Address> function = function();
        if (function.isEmpty()
                || ends.size() == MOST_ENDS
                || ends.stream().anyMatch(e -> e.function().equals(function.get()))) {
            return;
        }
        List<Address> above = new ArrayList<>();
        String folded = "";
        for (Place place : stack.subList(0, stack.size() - 1)) {
            if (place.address().isPresent() && !(folds(place.id()) && place.id().equals(folded))) {
                above.add(place.address().get());
            }
            folded = place.id();
        }
        ends.add(new End(function.get(), above, cpu));
    }

    @Override
    public void end(String element, String text) {
        if (element.equals("pci") && !stack.isEmpty()) {
            stack.removeLast();
        }
    }

    /** Whether two levels of this switch are one to NCCL (src/graph/topo.cc, flattenBcmSwitches). */
    private static boolean folds(String id) {
        Matcher ids = IDS.matcher(id);
        return ids.matches()
                && Knowledge.inUse()
                        .device(Integer.parseInt(ids.group(1), 16), Integer.parseInt(ids.group(2), 16))
                        .filter(KnownDevice::ncclFolds)
                        .isPresent();
    }

    private void labels() {
        for (End gpu : gpus) {
            for (End nic : nics) {
                if (!gpu.function().equals(nic.function())) {
                    gathering.append(Tools.NCCL, nic.function() + " " + gpu.function() + " " + label(gpu, nic), SOURCE);
                }
            }
        }
    }

    /** One switch: PIX; a link between switches: PXB; over the processor: PHB; from processor to processor: SYS. */
    private static String label(End a, End b) {
        if (a.cpu() != b.cpu()) {
            return "SYS";
        }
        int common = 0;
        while (common < Math.min(a.above().size(), b.above().size())
                && a.above().get(common).equals(b.above().get(common))) {
            common++;
        }
        if (common == 0) {
            return "PHB";
        }
        return a.above().size() == common && b.above().size() == common ? "PIX" : "PXB";
    }
}
