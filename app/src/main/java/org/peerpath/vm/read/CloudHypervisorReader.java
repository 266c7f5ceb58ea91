// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.peerpath.snapshot.Address;
import org.peerpath.vm.model.AssignedFunction;
import org.peerpath.vm.model.Backend;
import org.peerpath.vm.model.Viommu;
import org.peerpath.vm.model.VmDescription;
import org.peerpath.vm.model.VmOption;
import org.peerpath.vm.model.Vmm;
import org.peerpath.vm.shape.GuestDevice;
import org.peerpath.vm.shape.GuestPlace;
import org.peerpath.vm.shape.GuestShape;
import tools.jackson.databind.JsonNode;

/**
 * A VM of cloud-hypervisor (its docs/vfio.md): a command line, the configuration of its API as JSON, or the Rust debug
 * text of its log.
 */
final class CloudHypervisorReader {
    static final String COMMAND = "cloud-hypervisor-command";
    static final String CONFIG = "cloud-hypervisor-config";
    private static final Pattern PROGRAM =
            Pattern.compile("(?:.*/)?(?:cloud-hypervisor|clh)(?:-[\\w.-]+)?(?: \\(deleted\\))?");
    private static final Pattern ADDRESS =
            Pattern.compile("([0-9a-fA-F]{4,8}:[0-9a-fA-F]{2}:[0-9a-fA-F]{2}\\.[0-7])/*$");
    private static final Pattern DEBUG_DEVICE = Pattern.compile("\\bDeviceConfig \\{([^}]{0,2000})\\}");
    private static final Pattern DEBUG_PLATFORM = Pattern.compile("\\bPlatformConfig \\{(.{0,4000}?)\\}");
    private static final Pattern NUMBERS = Pattern.compile("\\d{1,3}");
    private static final Pattern COMMA_OUTSIDE = Pattern.compile(",(?![^\\[]*])");

    private final List<Map<String, String>> devices = new ArrayList<>();
    private Map<String, String> platform = Map.of();

    private CloudHypervisorReader() {}

    /** Returns whether the words are a command line of cloud-hypervisor. */
    static boolean recognises(List<String> words) {
        if (words.stream().anyMatch(word -> PROGRAM.matcher(word).matches())) {
            return true;
        }
        int device = words.indexOf("--device");
        return device >= 0 && device + 1 < words.size() && words.get(device + 1).startsWith("path=");
    }

    /** Adds what a command line says. */
    static void command(List<String> words, VmDescription.Builder into) {
        CloudHypervisorReader reader = new CloudHypervisorReader();
        String option = "";
        for (String word : words) {
            if (word.startsWith("--")) {
                int equals = word.indexOf('=');
                option = equals < 0 ? word : word.substring(0, equals);
                if (equals >= 0) {
                    reader.value(option, word.substring(equals + 1));
                }
            } else {
                reader.value(option, word);
            }
        }
        reader.into(into.kind(COMMAND));
    }

    private void value(String option, String value) {
        switch (option) {
            case "--device" -> devices.add(pairs(value));
            case "--platform" -> platform = pairs(value);
            default -> {}
        }
    }

    /** Commas inside brackets belong to a value. */
    private static Map<String, String> pairs(String text) {
        return COMMA_OUTSIDE
                .splitAsStream(text)
                .map(part -> part.split("=", 2))
                .filter(part -> part.length == 2)
                .limit(100)
                .collect(Collectors.toMap(p -> p[0].strip(), p -> p[1].strip(), (a, b) -> b));
    }

    /** Returns whether a JSON value is a configuration, plain or as {@code ch-remote info} wraps it. */
    static boolean recognises(JsonNode node) {
        JsonNode config = node.has("config") ? node.path("config") : node;
        return config.isObject()
                && (config.path("devices").isArray() || config.has("payload") || config.has("platform"))
                && (config.has("cpus")
                        || config.has("memory")
                        || config.path("devices").path(0).has("path"));
    }

    /** Adds what a configuration says. */
    static void config(JsonNode node, VmDescription.Builder into) {
        JsonNode config = node.has("config") ? node.path("config") : node;
        CloudHypervisorReader reader = new CloudHypervisorReader();
        for (JsonNode device : config.path("devices")) {
            if (reader.devices.size() < 1024) {
                reader.devices.add(flat(device));
            }
        }
        reader.platform = flat(config.path("platform"));
        if (node.has("state")) {
            into.running(Optional.of(node.path("state").asString("").equals("Running")));
        }
        reader.into(into.kind(CONFIG));
    }

    private static Map<String, String> flat(JsonNode node) {
        return node.properties().stream()
                .filter(entry -> !entry.getValue().isNull())
                .limit(100)
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        entry -> entry.getValue().isValueNode()
                                ? entry.getValue().asString()
                                : entry.getValue().toString(),
                        (a, b) -> b));
    }

    /** Returns whether a log line holds a configuration as Rust debug text. */
    static boolean recognisesDebug(String line) {
        return DEBUG_DEVICE.matcher(line).find();
    }

    /** Adds what the debug text of a configuration says. */
    static void debug(String line, VmDescription.Builder into) {
        CloudHypervisorReader reader = new CloudHypervisorReader();
        Matcher device = DEBUG_DEVICE.matcher(line);
        while (device.find() && reader.devices.size() < 1024) {
            reader.devices.add(debugPairs(device.group(1)));
        }
        Matcher platform = DEBUG_PLATFORM.matcher(line);
        if (platform.find()) {
            reader.platform = debugPairs(platform.group(1));
        }
        reader.into(into.kind(CONFIG));
    }

    /** {@code path: "/sys/…", iommu: false, x_nv_gpudirect_clique: Some(0), id: None}. */
    private static Map<String, String> debugPairs(String text) {
        return COMMA_OUTSIDE
                .splitAsStream(text)
                .map(part -> part.strip().split(": ", 2))
                .filter(part -> part.length == 2 && !part[1].equals("None"))
                .limit(100)
                .collect(Collectors.toMap(
                        p -> p[0],
                        p -> p[1].replaceAll("^Some\\((.*)\\)$", "$1").replace("\"", ""),
                        (a, b) -> b));
    }

    private void into(VmDescription.Builder vm) {
        vm.vmm(Vmm.CLOUD_HYPERVISOR);
        Backend backend = on(platform, "iommufd") ? Backend.IOMMUFD : Backend.TYPE1;
        if (platform.containsKey("vfio_p2p_dma") && !on(platform, "vfio_p2p_dma")) {
            vm.option(VmOption.P2P_DMA_OFF);
        }
        List<GuestDevice> shape = new ArrayList<>();
        Set<String> behind = new TreeSet<>();
        for (Map<String, String> device : devices) {
            Matcher address = ADDRESS.matcher(device.getOrDefault("path", ""));
            boolean handedOver = device.containsKey("fd");
            if (!address.find() && !handedOver) {
                continue;
            }
            Optional<Address> host = handedOver ? Optional.empty() : Address.parse(address.group(1));
            String bus = "segment" + device.getOrDefault("pci_segment", "0");
            String id = device.getOrDefault("id", "vfio-" + vm.functionsSoFar().size());
            GuestPlace place = new GuestPlace(bus, OptionalInt.empty(), 0);
            // A segment is a root bus whose slots cloud-hypervisor chooses.
            shape.add(GuestDevice.hostBridge(bus, ""));
            shape.add(GuestDevice.endpoint(id, place));
            if (on(device, "iommu")) {
                behind.add(bus);
            }
            vm.function(AssignedFunction.of(host, id, backend)
                    .withPlace(Optional.of(place))
                    .withClique(KeyValues.number(device, "x_nv_gpudirect_clique"))
                    .withExcludedBars(numbers(device.getOrDefault("x_exclude_mmap_bars", ""))));
        }
        behind.forEach(bus ->
                vm.viommus(List.of(new Viommu("virtio", OptionalInt.empty(), Optional.of(bus), Set.of(), false))));
        vm.shape(GuestShape.of(shape));
    }

    private static SortedSet<Integer> numbers(String list) {
        SortedSet<Integer> found = new TreeSet<>();
        Matcher number = NUMBERS.matcher(list);
        while (number.find() && found.size() < 16) {
            found.add(Integer.parseInt(number.group()));
        }
        return found;
    }

    private static boolean on(Map<String, String> options, String key) {
        return KeyValues.on(options, key);
    }
}
