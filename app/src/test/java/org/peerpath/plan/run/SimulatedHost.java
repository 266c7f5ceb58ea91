// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.peerpath.plan.Operation;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Message;

/**
 * The state of a host that exists only here, and what the kernel and setpci do to it: writes to ACS control, VF counts
 * (drivers/pci/iov.c sriov_numvfs_store), drivers (drivers/base/bus.c, drivers/pci/pci-driver.c).
 */
public final class SimulatedHost {
    private static final String DEVICES = "/sys/bus/pci/devices/";
    private static final String NO_MAC = "00:00:00:00:00:00";
    private static final Pattern SETPCI =
            Pattern.compile("setpci -s (\\S+) ECAP_ACS\\+6\\.w(?:=([0-9a-f]{4}):([0-9a-f]{4}))?");

    /** What a command does and says. */
    record Answer(int status, String output) {}

    private static final class Virtual {
        private String driver = "";
        private String override = "";
        private String mac = NO_MAC;
        private int vlan;
        private String trust = "off";

        /** As ip prints it (iproute2, print_vfinfo). */
        private String line(int number) {
            return "vf " + number + "     link/ether " + mac + " brd ff:ff:ff:ff:ff:ff"
                    + (vlan == 0 ? "" : ", vlan " + vlan)
                    + ", spoof checking off, link-state auto, trust " + trust + ", query_rss off";
        }
    }

    private final int pairs;
    private final Map<String, Integer> control = new TreeMap<>();
    private final Map<String, List<Virtual>> virtuals = new TreeMap<>();
    private final Map<String, String> autoprobe = new TreeMap<>();
    private final Map<String, Integer> bootControl;
    private int boot = 1;
    private String holders = "";
    private boolean module;
    private boolean bootHidden;
    private boolean autoprobeHidden;

    public SimulatedHost(long seed) {
        Random random = new Random(seed);
        pairs = 1 + random.nextInt(3);
        boolean isolated = random.nextBoolean();
        for (int i = 0; i < pairs; i++) {
            control.put(root(i), isolated ? 0x1d : random.nextInt(3) == 0 ? 0x1d : 0);
            control.put(nicPort(i), isolated ? random.nextInt(2) == 0 ? 0x1d : 0x5d : random.nextInt(0x60) & 0x5f);
            control.put(gpuPort(i), isolated ? 0x1d : 0x0d);
            virtuals.put(nic(i), new ArrayList<>());
            autoprobe.put(nic(i), random.nextInt(4) == 0 ? "0" : "1");
            for (int n = random.nextInt(3) == 0 ? 1 + random.nextInt(2) : 0; n > 0; n--) {
                vfs(nic(i)).add(settled(i, n));
            }
        }
        module = virtuals.values().stream().flatMap(List::stream).anyMatch(vf -> !vf.driver.isEmpty());
        bootControl = new TreeMap<>(control);
    }

    /** One that somebody has given an address and settings. */
    private static Virtual settled(int pair, int number) {
        Virtual vf = new Virtual();
        vf.mac = "02:00:00:00:%02x:%02x".formatted(pair, number);
        vf.vlan = 100 * (number - 1);
        vf.trust = pair == 0 ? "on" : "off";
        if (pair == 2) {
            vf.driver = "vfio-pci";
            vf.override = "vfio-pci";
        }
        return vf;
    }

    private String links() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < pairs; i++) {
            List<Virtual> own = vfs(nic(i));
            for (int n = 0; n < own.size(); n++) {
                lines.append("eth")
                        .append(i)
                        .append(' ')
                        .append(own.get(n).line(n).replaceAll(" +", " "))
                        .append('\n');
            }
        }
        return lines.toString();
    }

    private static String root(int pair) {
        return String.format("0000:%02x:01.0", pair * 0x20);
    }

    private static String up(int pair) {
        return String.format("0000:%02x:00.0", pair * 0x20 + 1);
    }

    private static String nicPort(int pair) {
        return String.format("0000:%02x:00.0", pair * 0x20 + 2);
    }

    private static String gpuPort(int pair) {
        return String.format("0000:%02x:01.0", pair * 0x20 + 2);
    }

    public static String nic(int pair) {
        return String.format("0000:%02x:00.0", pair * 0x20 + 4);
    }

    private static String gpu(int pair) {
        return String.format("0000:%02x:00.0", pair * 0x20 + 5);
    }

    private int register(String port) {
        return Objects.requireNonNull(control.get(port));
    }

    private List<Virtual> vfs(String nic) {
        return Objects.requireNonNull(virtuals.get(nic));
    }

    private String autoprobe(String nic) {
        return Objects.requireNonNull(autoprobe.get(nic));
    }

    public int pairs() {
        return pairs;
    }

    public Snapshot snapshot() {
        HostBuilder host = HostBuilder.named("simulated")
                .kernel("7.1.0")
                .cmdline("ro intel_iommu=on")
                .intelIommu("f020de")
                .groups("DMA-FQ")
                .text("proc/sys/kernel/random/boot_id", "boot-" + boot)
                .text("peerpath/vfio-holders", holders)
                .text("peerpath/vf-links", links())
                .text("sys/kernel/security/lockdown", "[none] integrity confidentiality")
                .text("proc/sys/kernel/hardlockup_panic", "1");
        host.directory(
                "sys/bus/pci/drivers", module ? new String[] {"mlx5_core", "vfio-pci"} : new String[] {"mlx5_core"});
        if (bootHidden) {
            host.file("proc/sys/kernel/random/boot_id", unread("boot_id"));
        }
        for (int i = 0; i < pairs; i++) {
            int group = 100 * i;
            FunctionBuilder up = host.rootPort(root(i), 0x8086, 0x0db0)
                    .acs(0x1f, register(root(i)))
                    .group(group)
                    .upstreamPort(up(i), 0x15b3, 0x197c)
                    .group(group + 1);
            FunctionBuilder nic = up.downstreamPort(nicPort(i), 0x15b3, 0x197c)
                    .acs(0x5f, register(nicPort(i)))
                    .group(group + 2)
                    .endpoint(nic(i), 0x15b3, 0x1023, 0x020000)
                    .group(group + 3)
                    .driver("mlx5_core")
                    .rdma("mlx5_" + i, "40.50.0464", "eth" + i)
                    .attribute("infiniband/mlx5_" + i + "/ports/1/link_layer", "Ethernet")
                    .attribute("net/eth" + i + "/address", "b8:3f:d2:00:00:0" + i);
            List<Virtual> own = vfs(nic(i));
            List<FunctionBuilder> made = nic.virtualFunctions(8, own.size(), 1, 1, 0x101e);
            nic.attribute(
                    "sriov_drivers_autoprobe",
                    autoprobeHidden ? unread("sriov_drivers_autoprobe") : new Reading.Text(autoprobe(nic(i)), "test"));
            nic.ats(0x20, 0x8000);
            for (int n = 0; n < own.size(); n++) {
                made.get(n).group(group + 10 + n).ats(0x20, 0x8000).attribute("driver_override", override(own.get(n)));
                if (!own.get(n).driver.isEmpty()) {
                    made.get(n).driver(own.get(n).driver);
                }
            }
            up.downstreamPort(gpuPort(i), 0x15b3, 0x197c)
                    .acs(0x5f, register(gpuPort(i)))
                    .group(group + 4)
                    .endpoint(gpu(i), 0x10de, 0x3182, 0x030200)
                    .group(group + 5)
                    .driver("nvidia");
        }
        return host.build();
    }

    private static String override(Virtual vf) {
        return vf.override.isEmpty() ? "(null)" : vf.override;
    }

    /** Everything that can be changed here, in words. */
    public Map<String, String> state() {
        Map<String, String> all = new TreeMap<>();
        control.forEach((port, value) -> all.put(port + " ACSCtl", String.format("%04x", value)));
        autoprobe.forEach((nic, value) -> all.put(nic + " autoprobe", value));
        virtuals.forEach((nic, own) -> {
            all.put(nic + " vfs", Integer.toString(own.size()));
            for (int n = 0; n < own.size(); n++) {
                Virtual vf = own.get(n);
                all.put(
                        nic + " vf" + n,
                        String.join("/", vf.driver, vf.override, vf.mac, Integer.toString(vf.vlan), vf.trust));
            }
        });
        return all;
    }

    /** A VF that does not exist has nothing to be explained but that it is gone. */
    boolean has(Address function) {
        return snapshot().functions().containsKey(function);
    }

    /** Its boot id cannot be read. */
    void hideBoot() {
        bootHidden = true;
    }

    /** Whether drivers look for new VFs cannot be read. */
    void hideAutoprobe() {
        autoprobeHidden = true;
    }

    private static Reading unread(String what) {
        return new Reading.Failed(Message.of("unknown.not-in-source", what), "test");
    }

    public void reboot() {
        boot++;
        control.putAll(bootControl);
        virtuals.values().forEach(List::clear);
        autoprobe.replaceAll((nic, value) -> "1");
        holders = "";
        module = false;
    }

    /** vfio-pci is there already. */
    void load() {
        module = true;
    }

    /** Somebody else changes bits of a port's ACS control. */
    void write(String port, int flipped) {
        control.merge(port, flipped, (was, bits) -> was ^ bits);
    }

    /** Somebody else changes something. */
    void meddle(Random random) {
        List<String> ports = new ArrayList<>(control.keySet());
        control.merge(ports.get(random.nextInt(ports.size())), 0x02, (was, bit) -> was ^ bit);
    }

    Answer run(Operation operation) {
        return switch (operation) {
            case Operation.Run run -> read(run);
            case Operation.Write(String path, String value) -> write(path, value);
        };
    }

    private Answer read(Operation.Run run) {
        Matcher setpci = SETPCI.matcher(run.shell());
        if (setpci.matches()) {
            return setpci(setpci);
        }
        switch (run.shell()) {
            case "ls -d /sys/bus/pci/drivers/vfio-pci" -> {
                return module ? new Answer(0, "/sys/bus/pci/drivers/vfio-pci") : new Answer(2, "");
            }
            case "modprobe vfio-pci" -> {
                module = true;
                return new Answer(0, "");
            }
            default -> {}
        }
        if (run.arguments().getFirst().equals("ip")) {
            return ip(run.arguments());
        }
        String path = run.arguments().getLast();
        String[] parts = path.substring(DEVICES.length()).split("/", 2);
        return switch (run.arguments().getFirst()) {
            case "cat" -> {
                if (parts[1].equals("driver_override")) {
                    Virtual vf = find(parts[0]);
                    yield vf == null ? new Answer(1, "") : new Answer(0, override(vf));
                }
                if (parts[1].equals("enable")) {
                    yield find(parts[0]) == null ? new Answer(1, "") : new Answer(0, "0");
                }
                List<Virtual> own = virtuals.get(parts[0]);
                yield own == null
                        ? new Answer(1, "")
                        : new Answer(0, parts[1].equals("sriov_numvfs") ? "" + own.size() : autoprobe(parts[0]));
            }
            case "readlink" -> {
                Virtual vf = find(parts[0]);
                yield vf == null || vf.driver.isEmpty()
                        ? new Answer(1, "")
                        : new Answer(0, "../../../bus/pci/drivers/" + vf.driver);
            }
            default -> throw new AssertionError(run.shell());
        };
    }

    /** {@code ip link show dev eth0} and {@code ip link set dev eth0 vf 1 mac …}. */
    private Answer ip(List<String> words) {
        List<Virtual> own = vfs(nic(Integer.parseInt(words.get(4).substring("eth".length()))));
        if (words.get(2).equals("set")) {
            int number = Integer.parseInt(words.get(6));
            if (number >= own.size()) {
                return new Answer(2, "RTNETLINK answers: Invalid argument");
            }
            Virtual vf = own.get(number);
            switch (words.get(7)) {
                case "mac" -> vf.mac = words.get(8);
                case "vlan" -> vf.vlan = Integer.parseInt(words.get(8));
                case "trust" -> vf.trust = words.get(8);
                case "spoofchk" -> {}
                default -> throw new AssertionError(words);
            }
            return new Answer(0, "");
        }
        StringBuilder lines = new StringBuilder("4: " + words.get(4) + ": <BROADCAST,MULTICAST> mtu 1500\n");
        for (int n = 0; n < own.size(); n++) {
            lines.append("    ").append(own.get(n).line(n)).append('\n');
        }
        return new Answer(0, lines.toString());
    }

    private Answer setpci(Matcher command) {
        Integer now = control.get(command.group(1));
        if (now == null) {
            return new Answer(1, "setpci: Warning: No devices selected for \"" + command.group(1) + "\".");
        }
        if (command.group(2) == null) {
            return new Answer(0, String.format("%04x", now));
        }
        int mask = Integer.parseInt(command.group(3), 16);
        int implemented = isRoot(command.group(1)) ? 0x1f : 0x5f;
        control.put(command.group(1), ((now & ~mask) | (Integer.parseInt(command.group(2), 16) & mask)) & implemented);
        return new Answer(0, "");
    }

    private boolean isRoot(String port) {
        for (int i = 0; i < pairs; i++) {
            if (root(i).equals(port)) {
                return true;
            }
        }
        return false;
    }

    private Answer write(String path, String value) {
        if (path.equals("/sys/bus/pci/drivers_probe")) {
            Virtual vf = find(value);
            if (vf != null && vf.driver.isEmpty() && !vf.override.isEmpty()) {
                vf.driver = vf.override;
            }
            return vf == null ? new Answer(1, "No such device") : new Answer(0, "");
        }
        if (path.startsWith("/sys/bus/pci/drivers/")) {
            Virtual vf = find(value);
            String driver = path.split("/")[5];
            if (vf == null || !vf.driver.equals(driver)) {
                return new Answer(1, "sh: echo: I/O error: No such device");
            }
            vf.driver = "";
            return new Answer(0, "");
        }
        String[] parts = path.substring(DEVICES.length()).split("/", 2);
        return switch (parts[1]) {
            case "sriov_drivers_autoprobe" -> {
                autoprobe.put(parts[0], value);
                yield new Answer(0, "");
            }
            case "sriov_numvfs" -> numvfs(parts[0], Integer.parseInt(value));
            case "driver_override" -> {
                Virtual vf = find(parts[0]);
                if (vf == null) {
                    yield new Answer(1, "No such file or directory");
                }
                vf.override = value;
                yield new Answer(0, "");
            }
            default -> throw new AssertionError(path);
        };
    }

    private Answer numvfs(String nic, int wanted) {
        List<Virtual> own = vfs(nic);
        if (wanted > 8) {
            return new Answer(1, "sh: echo: I/O error: Numerical result out of range");
        }
        if (!own.isEmpty() && wanted > 0) {
            return new Answer(1, "sh: echo: I/O error: Device or resource busy");
        }
        own.clear();
        for (int i = 0; i < wanted; i++) {
            own.add(new Virtual());
        }
        return new Answer(0, "");
    }

    private @Nullable Virtual find(String address) {
        Address wanted = Address.of(address);
        for (Map.Entry<String, List<Virtual>> nic : virtuals.entrySet()) {
            int index = wanted.routingId() - Address.of(nic.getKey()).routingId() - 1;
            if (index >= 0 && index < nic.getValue().size()) {
                return nic.getValue().get(index);
            }
        }
        return null;
    }
}
