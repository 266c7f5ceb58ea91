// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.text.Message;

/**
 * What a NIC has set for one of its virtual functions, and how to give it back when the function was removed and made again:
 * addresses, VLAN and what else {@code ip link show} tells, or what NVIDIA's own driver has in its {@code sriov} folder.
 *
 * @param checks that it is so
 * @param giving what makes it so again
 */
record VfIdentity(List<Check> checks, List<Operation> giving) {
    private static final String SYSFS = "/sys/bus/pci/devices/";
    private static final Pattern FOLDER = Pattern.compile("cat /sys/bus/pci/devices/[^/]+/sriov/(\\d{1,5})/\\w+");
    private static final Pattern LINE = Pattern.compile("vf (\\d{1,5}) .*");
    private static final Pattern ETHERNET =
            Pattern.compile("link/ether ((?:[0-9a-f]{2}:){5}[0-9a-f]{2})(?: brd ff:ff:ff:ff:ff:ff)?");
    private static final Pattern INFINIBAND = Pattern.compile("link/infiniband [0-9a-f:]{59} brd [0-9a-f:]{59}");
    private static final Pattern VLAN = Pattern.compile("vlan (\\d{1,4})");
    private static final Pattern VLAN_AND_PRIORITY = Pattern.compile("vlan (\\d{1,4}) qos ([0-7])");
    private static final Pattern PRIORITY_ALONE = Pattern.compile(", qos ([0-7])(?=,|$)");
    private static final Pattern GUID = Pattern.compile("(NODE|PORT)_GUID ((?:[0-9a-f]{2}:){7}[0-9a-f]{2})");
    /** What is told, and what sets it; nothing where a function is made so. */
    private static final Map<String, List<String>> SETTINGS = Map.of(
            "trust off", List.of(),
            "trust on", List.of("trust", "on"),
            "spoof checking off", List.of("spoofchk", "off"),
            "spoof checking on", List.of("spoofchk", "on"),
            "link-state auto", List.of(),
            "link-state enable", List.of("state", "enable"),
            "link-state disable", List.of("state", "disable"),
            "query_rss off", List.of(),
            "query_rss on", List.of("query_rss", "on"));

    VfIdentity {
        checks = List.copyOf(checks);
        giving = List.copyOf(giving);
    }

    /**
     * What was read of a virtual function.
     *
     * @param nic its NIC
     * @param number which of the NIC's functions it is, from 0
     */
    static Fact<VfIdentity> of(Snapshot host, PciFunction nic, Address function, int number) {
        Optional<VfIdentity> folder = inFolder(nic, number);
        return folder.isPresent()
                ? Fact.known(folder.get())
                : host.hostText(HostFiles.VF_LINKS).flatMap(lines -> told(lines, nic, function, number));
    }

    /** Whether checks tell of the identity of a number of virtual functions, so that the undo gives it back. */
    static boolean toldBy(List<Check> checks, int number) {
        Set<String> places = checks.stream()
                .filter(VfIdentity::isTold)
                .map(VfIdentity::place)
                .collect(Collectors.toSet());
        return IntStream.range(0, number).allMatch(i -> places.contains(place(i)));
    }

    /** Whether a check asks what a NIC has set for one of its virtual functions. */
    static boolean isTold(Check check) {
        return FOLDER.matcher(check.read().shell()).matches()
                || LINE.matcher(check.expected()).matches();
    }

    /** Of which number a check tells. */
    static String place(Check check) {
        Matcher folder = FOLDER.matcher(check.read().shell());
        Matcher line = LINE.matcher(check.expected());
        if (folder.matches()) {
            return place(Integer.parseInt(folder.group(1)));
        }
        return line.matches() ? place(Integer.parseInt(line.group(1))) : "";
    }

    private static String place(int number) {
        return " vf " + number;
    }

    // ---- NVIDIA's own driver ---------------------------------------------------------------------------------------

    private static Optional<VfIdentity> inFolder(PciFunction nic, int number) {
        List<Check> checks = new ArrayList<>();
        List<Operation> giving = new ArrayList<>();
        for (String file : List.of("node", "port", "policy")) {
            String name = IdentitySteps.SRIOV + "/" + number + "/" + file;
            Optional<String> value = nic.facts().text(name).asOptional().map(String::strip);
            if (value.isEmpty()) {
                return Optional.empty();
            }
            String path = SYSFS + nic.address() + "/" + name;
            if (!AllowedOperation.mayWrite(path, value.get())) {
                return Optional.empty();
            }
            checks.add(SysfsValue.check(path, value.get()));
            giving.add(new Operation.Write(path, value.get()));
        }
        return Optional.of(new VfIdentity(checks, giving));
    }

    // ---- ip link ---------------------------------------------------------------------------------------------------

    /** The line of the function: {@code ens1 vf 0 link/ether 02:… brd …, vlan 7, spoof checking off, trust off}. */
    private static Fact<VfIdentity> told(String lines, PciFunction nic, Address function, int number) {
        List<String> interfaces =
                nic.facts().entries(Attributes.NET).asOptional().orElse(List.of());
        for (String line : lines.lines().toList()) {
            for (String name : interfaces) {
                String start = name + " vf " + number + " ";
                if (line.startsWith(start)) {
                    return understood(
                            name,
                            function,
                            number,
                            line.substring(start.length()).strip());
                }
            }
        }
        return Fact.unknown(Message.of("guard.vf-not-told", function));
    }

    private static Fact<VfIdentity> understood(String name, Address function, int number, String settings) {
        List<Operation> giving = new ArrayList<>();
        try {
            for (String setting : joined(settings).split(", ")) {
                Optional<List<String>> words = words(setting);
                if (words.isEmpty()) {
                    return Fact.unknown(Message.of("guard.vf-setting", function, setting));
                }
                if (!words.get().isEmpty()) {
                    List<String> command =
                            new ArrayList<>(List.of("ip", "link", "set", "dev", name, "vf", Integer.toString(number)));
                    command.addAll(words.get());
                    giving.add(new Operation.Run(command));
                }
            }
            Check so = Check.text(
                    Message.of("plan.vf-settings.check", function),
                    Operation.Run.of("ip", "link", "show", "dev", name),
                    "vf " + number + " " + settings);
            return Fact.known(new VfIdentity(List.of(so), giving));
        } catch (NotAllowedException e) {
            return Fact.unknown(Message.of("guard.vf-setting", function, settings));
        }
    }

    /** A VLAN and its priority are set by one command, but told in two parts. */
    private static String joined(String settings) {
        return PRIORITY_ALONE.matcher(settings).replaceFirst(" qos $1");
    }

    /** What follows {@code vf N}; no words where the kernel makes it so by itself; empty where it is not understood. */
    private static Optional<List<String>> words(String setting) {
        Matcher mac = ETHERNET.matcher(setting);
        if (mac.matches()) {
            // Without an address of its own a function takes one by chance.
            return Optional.of(mac.group(1).equals(IdentityStep.NO_MAC) ? List.of() : List.of("mac", mac.group(1)));
        }
        Matcher guid = GUID.matcher(setting);
        if (guid.matches()) {
            return Optional.of(List.of(guid.group(1).equals("NODE") ? "node_guid" : "port_guid", guid.group(2)));
        }
        Matcher vlan = VLAN.matcher(setting);
        if (vlan.matches()) {
            return Optional.of(List.of("vlan", vlan.group(1)));
        }
        Matcher both = VLAN_AND_PRIORITY.matcher(setting);
        if (both.matches()) {
            return Optional.of(List.of("vlan", both.group(1), "qos", both.group(2)));
        }
        return INFINIBAND.matcher(setting).matches()
                ? Optional.of(List.of())
                : Optional.ofNullable(SETTINGS.get(setting));
    }
}
