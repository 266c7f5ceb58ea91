// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;
import org.peerpath.text.Secrets;

/**
 * How the kernel spells what it shows (Documentation/ABI/testing/sysfs-bus-pci, sysfs-class-net, sysfs-class-infiniband).
 * Snapshots ask it for each reading they take in, whoever made it: a value that the kernel cannot have written becomes
 * a failed reading that says so, and a fact of one line is one line. Nothing after it has to ask again.
 */
final class Grammar {
    private static final int SHOWN = 48;

    private static final String HEX = "0x[0-9a-fA-F]{1,16}";
    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9_.:@+~=-]{0,62}";
    /** Names of drivers may hold blanks ("HDA Intel"); the kernel puts a ! where they hold a slash. */
    private static final String DRIVER = "[A-Za-z0-9][A-Za-z0-9 _.,:@+()!=-]{0,62}";

    private static final String SWITCH = "[01]";
    private static final Predicate<String> NUMBER = whole("-?\\d{1,19}");
    /** Ethernet's six bytes, InfiniBand's twenty; what tools print of several, or in another spelling, is no address. */
    private static final String LINK_ADDRESS = "|[0-9a-fA-F]{2}(:[0-9a-fA-F]{2}){0,31}";

    private static final String GUID = "[0-9a-fA-F]{4}(:[0-9a-fA-F]{4}){3}";
    private static final String WORDS = "[A-Za-z0-9 _.,:/()\\[\\]@+=~-]{0,256}";
    private static final String LINE_OF_NUMBERS = "[0-9 ,-]{0,4096}";
    private static final Predicate<String> PARAMETER = whole("[0-9A-Za-z_,.:+-]{0,256}");
    private static final Predicate<String> RESOURCES = lines("(0x[0-9a-fA-F]{1,16} ?){0,3}");
    private static final Predicate<String> COUNTERS = lines("[A-Za-z0-9_ ]{1,60} \\d{1,20}");
    private static final Predicate<String> REGIONS = lines("0x[0-9a-fA-F]{1,16} 0x[0-9a-fA-F]{1,16} [a-z-]{1,40}");
    /** Linux allows 15 bytes without blanks, slashes and colons; no sign that a shell or a template reads anything into. */
    private static final String INTERFACE = "[A-Za-z0-9][A-Za-z0-9_.@+~=-]{0,14}";

    private static final Map<String, Predicate<String>> FUNCTION = Map.ofEntries(
            Map.entry(Attributes.REALPATH, whole("/sys/devices(/[A-Za-z0-9_.:+@,-]{1,128}){1,64}")),
            entry(Attributes.VENDOR, HEX),
            entry(Attributes.DEVICE, HEX),
            entry(Attributes.SUBSYSTEM_VENDOR, HEX),
            entry(Attributes.SUBSYSTEM_DEVICE, HEX),
            entry(Attributes.CLASS, HEX),
            entry(Attributes.REVISION, HEX),
            entry(Attributes.DRIVER, DRIVER),
            entry(Attributes.DRIVER_OVERRIDE, "|\\(null\\)|" + DRIVER),
            entry(Attributes.IOMMU, NAME),
            Map.entry(Attributes.IOMMU_GROUP, NUMBER),
            Map.entry(Attributes.NUMA_NODE, NUMBER),
            entry(Attributes.REMOVABLE, "[a-z]{1,20}"),
            Map.entry(Attributes.PHYSFN, Grammar::isAddress),
            Map.entry(Attributes.RESOURCE, RESOURCES),
            entry(Attributes.POWER_STATE, "[A-Za-z0-9]{1,20}"),
            entry(Attributes.RUNTIME_STATUS, "[a-z]{1,20}"),
            entry("max_link_speed", WORDS),
            entry("current_link_speed", WORDS),
            Map.entry("max_link_width", NUMBER),
            Map.entry(Attributes.CURRENT_LINK_WIDTH, NUMBER),
            Map.entry("secondary_bus_number", NUMBER),
            Map.entry("subordinate_bus_number", NUMBER),
            entry("local_cpulist", LINE_OF_NUMBERS),
            Map.entry("enable", NUMBER),
            entry("modalias", "[A-Za-z0-9:*_-]{0,256}"),
            entry("d3cold_allowed", SWITCH),
            entry("ari_enabled", SWITCH),
            entry("boot_vga", SWITCH),
            entry("reset_method", "[a-z_ ]{0,256}"),
            Map.entry("aer_dev_correctable", COUNTERS),
            Map.entry("aer_dev_nonfatal", COUNTERS),
            Map.entry("aer_dev_fatal", COUNTERS),
            Map.entry(Attributes.SRIOV_TOTALVFS, NUMBER),
            Map.entry(Attributes.SRIOV_NUMVFS, NUMBER),
            Map.entry("sriov_offset", NUMBER),
            Map.entry("sriov_stride", NUMBER),
            entry("sriov_vf_device", "(0x)?[0-9a-fA-F]{1,8}"),
            entry("sriov_drivers_autoprobe", SWITCH),
            Map.entry("sriov_vf_total_msix", NUMBER),
            Map.entry("p2pmem/size", NUMBER),
            Map.entry("p2pmem/available", NUMBER),
            entry("p2pmem/published", SWITCH));

    /** Attributes below a directory, by their last element; that of {@code net/X/address} is another than a GUID. */
    private static final Map<String, Predicate<String>> BELOW = Map.ofEntries(
            entry("address", LINK_ADDRESS),
            entry("operstate", "[a-z]{0,20}"),
            entry("flags", "0x[0-9a-fA-F]{1,8}"),
            entry("fw_ver", WORDS),
            entry("hca_type", WORDS),
            entry("board_id", WORDS),
            entry("node_guid", GUID + "|" + HEX + "|[0-9a-fA-F]{16}|[0-9a-fA-F]{2}(:[0-9a-fA-F]{2}){7}"),
            entry("link_layer", "[A-Za-z0-9_ ]{0,40}"),
            entry("node", "[0-9a-fA-F:]{0,64}"),
            entry("port", "[0-9a-fA-F:]{0,64}"),
            entry("policy", "[A-Za-z]{0,20}"));

    private static final Map<String, Predicate<String>> LISTED = Map.of(
            Attributes.NET,
            whole(INTERFACE),
            Attributes.INFINIBAND,
            whole(NAME),
            Attributes.DRM,
            whole(NAME),
            Attributes.NVME,
            whole(NAME),
            "sriov",
            whole(NAME),
            HostFiles.IOMMU_CLASS,
            whole(NAME),
            HostFiles.IOMMU_GROUPS,
            NUMBER,
            HostFiles.DEV_VFIO,
            whole(NAME),
            HostFiles.PCI_DRIVERS,
            whole(DRIVER));

    private static final Map<String, Predicate<String>> HOST = Map.ofEntries(
            entry(HostFiles.KERNEL_RELEASE, "[A-Za-z0-9][A-Za-z0-9_.+~@-]{0,127}"),
            entry(HostFiles.BOOT_ID, "[0-9A-Za-z-]{1,64}"),
            entry(HostFiles.LOCKDOWN, "[a-z \\[\\]]{0,64}"),
            Map.entry("proc/sys/kernel/nmi_watchdog", NUMBER),
            Map.entry("proc/sys/kernel/watchdog_thresh", NUMBER),
            Map.entry("proc/sys/kernel/hardlockup_panic", NUMBER),
            Map.entry("proc/sys/kernel/softlockup_panic", NUMBER),
            Map.entry("proc/sys/kernel/panic", NUMBER),
            Map.entry(HostFiles.EFFECTIVE_USER, whole("\\d{1,10}")),
            Map.entry(HostFiles.IDENTITY, lines("|(machine-id|dmi-uuid) [0-9a-f]{64}")),
            Map.entry(HostFiles.TOOLS, lines("|" + NAME)),
            Map.entry(
                    HostFiles.VF_LINKS,
                    lines("|" + INTERFACE + " vf \\d{1,5} [ -~&&[^$`\"'\\\\|&;<>(){}\\[\\]*?!#%]]{0,1024}")));

    private static final Predicate<String> HARDWARE = whole("[0-9a-fA-FxX:, ]{0,256}");
    private static final Predicate<String> NUMBERS = whole(LINE_OF_NUMBERS);
    private static final Predicate<String> BLOCK = whole("[A-Za-z0-9_.:+@,!/-]{1,4096}");

    private static final Set<String> OF_SEVERAL_LINES =
            Set.of(Attributes.RESOURCE, "aer_dev_correctable", "aer_dev_nonfatal", "aer_dev_fatal");
    private static final Set<String> HOST_OF_SEVERAL_LINES =
            Set.of(HostFiles.CPUINFO_FLAGS, HostFiles.OS_RELEASE, "proc/driver/nvidia/version");

    private Grammar() {}

    /** Returns a function's reading, or why it is none. */
    static Reading ofFunction(Address function, String name, Reading reading) {
        return switch (reading) {
            case Reading.Text text ->
                spelled(() -> function + "/" + name, text, functionText(name), OF_SEVERAL_LINES.contains(name));
            case Reading.Listing listing -> listed(() -> function + "/" + name, name, listing);
            default -> reading;
        };
    }

    /** Returns a reading of the host, or why it is none. */
    static Reading ofHost(String path, Reading reading) {
        return switch (reading) {
            case Reading.Text text -> {
                boolean several = HOST_OF_SEVERAL_LINES.contains(path)
                        || path.startsWith("peerpath/")
                        || path.endsWith("/reserved_regions");
                yield withoutSecrets(spelled(() -> "/" + path, text, hostText(path), several));
            }
            case Reading.Listing listing -> listed(() -> "/" + path, path, listing);
            default -> reading;
        };
    }

    /** Command lines of the kernel and of VMs, and logs that quote them, hold secrets. */
    private static Reading withoutSecrets(Reading reading) {
        if (reading instanceof Reading.Text(String value, String source)) {
            String masked = Secrets.masked(value);
            return masked.equals(value) ? reading : new Reading.Text(masked, source);
        }
        return reading;
    }

    /** A text that may hold anything is still one line where one is all that the kernel writes. */
    private static Reading spelled(
            Supplier<String> where, Reading.Text read, Predicate<String> grammar, boolean severalLines) {
        String value = severalLines ? read.value() : read.value().strip();
        if (!grammar.test(value)) {
            return failed(where, value, read.source());
        }
        String kept = severalLines ? value : Clean.line(value);
        return kept.equals(read.value()) ? read : new Reading.Text(kept, read.source());
    }

    private static Predicate<String> functionText(String name) {
        if (name.startsWith(Attributes.VIRTFN_PREFIX)) {
            return Grammar::isAddress;
        }
        return name.indexOf('/') < 0 || FUNCTION.containsKey(name)
                ? FUNCTION.getOrDefault(name, any -> true)
                : BELOW.getOrDefault(last(name), any -> true);
    }

    private static Predicate<String> hostText(String path) {
        Predicate<String> known = HOST.get(path);
        if (known != null) {
            return known;
        }
        if (path.startsWith(HostFiles.IOMMU_CLASS)) {
            return HARDWARE;
        }
        if (path.endsWith("/reserved_regions")) {
            return REGIONS;
        }
        if (path.startsWith(HostFiles.IOMMU_GROUPS) || path.startsWith("sys/module/")) {
            return PARAMETER;
        }
        if (path.startsWith(HostFiles.NUMA_NODES)) {
            return NUMBERS;
        }
        if (path.startsWith(HostFiles.BLOCK_DEVICES)) {
            return BLOCK;
        }
        return any -> true;
    }

    private static Reading listed(Supplier<String> where, String name, Reading.Listing listing) {
        Predicate<String> grammar = LISTED.get(name);
        if (grammar == null) {
            return listing;
        }
        for (String entry : listing.entries()) {
            if (!grammar.test(entry)) {
                return failed(where, entry, listing.source());
            }
        }
        return listing;
    }

    private static Reading failed(Supplier<String> where, String value, String source) {
        String shown = Clean.line(value.length() > SHOWN ? value.substring(0, SHOWN) + "…" : value);
        return new Reading.Failed(Message.of("unknown.malformed", where.get(), shown), source);
    }

    private static String last(String name) {
        return name.substring(name.lastIndexOf('/') + 1);
    }

    private static Map.Entry<String, Predicate<String>> entry(String name, String pattern) {
        return Map.entry(name, whole(pattern));
    }

    private static Predicate<String> whole(String pattern) {
        return Pattern.compile(pattern).asMatchPredicate();
    }

    /** Line by line: a pattern that repeats alternatives over a whole file can exhaust the stack. */
    private static Predicate<String> lines(String pattern) {
        Predicate<String> line = whole(pattern);
        return text -> text.lines().allMatch(line);
    }

    private static boolean isAddress(String text) {
        return Address.parse(text).isPresent() && text.indexOf('/') < 0;
    }
}
