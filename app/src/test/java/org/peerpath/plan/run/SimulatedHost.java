// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.peerpath.plan.Operation;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Message;

/**
 * A host that exists only here: pairs of a NIC and a GPU below a switch each, what a reading of it shows, and what others
 * than Peerpath do to it. What commands do is in {@link SimulatedCommands}.
 */
public final class SimulatedHost {
    private final int pairs;
    private final Map<String, Integer> control = new TreeMap<>();
    private final Map<String, List<SimulatedVf>> virtuals = new TreeMap<>();
    private final Map<String, String> autoprobe = new TreeMap<>();
    private final Map<String, Integer> bootControl;
    private int boot = 1;
    private String holders = "";
    private boolean module;
    private String machine = "a";
    /** Of all devices: who made the boards that they are on. */
    private String board = "0x0041";

    private final Set<String> missing = new HashSet<>();
    private SimulatedCommands.Answer measured = new SimulatedCommands.Answer(0, "");
    private String use = "ssh -\n";

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
                vfs(nic(i)).add(SimulatedVf.settled(i, n));
            }
        }
        module = virtuals.values().stream().flatMap(List::stream).anyMatch(vf -> !vf.driver.isEmpty());
        bootControl = new TreeMap<>(control);
    }

    /** A host driver has the VFs of a NIC, each with an interface that udev switched on; the kernel's module is there. */
    void network(int pair, int count) {
        vfs(nic(pair)).clear();
        for (int n = 1; n <= count; n++) {
            SimulatedVf vf = SimulatedVf.settled(pair, n);
            vf.own = "mlx5_core";
            vf.driver = vf.own;
            vf.override = "";
            vf.flags = SimulatedVf.OFF | 1;
            vfs(nic(pair)).add(vf);
        }
    }

    private static String interfaceOf(int pair, int number) {
        return "ens" + pair + "v" + number;
    }

    private String users() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < pairs; i++) {
            List<SimulatedVf> all = vfs(nic(i));
            for (int n = 0; n < all.size(); n++) {
                if (all.get(n).hasInterface()) {
                    lines.append("net ")
                            .append(interfaceOf(i, n))
                            .append(all.get(n).isUp() ? " up" : " down")
                            .append(" - - -\n");
                }
            }
        }
        return lines.toString();
    }

    private String links() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < pairs; i++) {
            List<SimulatedVf> own = vfs(nic(i));
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

    /** From now on another host answers, which looks the same. */
    public void becomesAnother() {
        machine = "b";
    }

    /** From now on other devices of the same kind stand at every address; no boot is needed for it. */
    void getsOtherDevices() {
        board = "0x0042";
    }

    /** It answers again, with its own devices. */
    void returns() {
        machine = "a";
        board = "0x0041";
    }

    boolean isSwapped() {
        return !machine.equals("a") || !board.equals("0x0041");
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

    public static String gpu(int pair) {
        return String.format("0000:%02x:00.0", pair * 0x20 + 5);
    }

    private int register(String port) {
        return Objects.requireNonNull(control.get(port));
    }

    public int pairs() {
        return pairs;
    }

    public Snapshot snapshot() {
        HostBuilder host = HostBuilder.named("simulated")
                .kernel("7.1.0")
                .cmdline("ro intel_iommu=on")
                .intelIommu("f020de")
                .groups("identity")
                .text("proc/sys/kernel/random/boot_id", "boot-" + boot)
                .text("peerpath/identity", "machine-id " + machine.repeat(64) + "\n")
                .text("peerpath/vfio-holders", holders)
                .text("peerpath/vf-links", links())
                .text("peerpath/users", users())
                .text("peerpath/in-use", use)
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
            List<SimulatedVf> own = vfs(nic(i));
            List<FunctionBuilder> made = nic.virtualFunctions(8, own.size(), 1, 1, 0x101e);
            nic.attribute(
                    "sriov_drivers_autoprobe",
                    autoprobeHidden ? unread("sriov_drivers_autoprobe") : new Reading.Text(autoprobe(nic(i)), "test"));
            nic.ats(0x20, 0x8000);
            for (int n = 0; n < own.size(); n++) {
                made.get(n)
                        .group(group + 10 + n)
                        .ats(0x20, 0x8000)
                        .attribute("driver_override", own.get(n).shownOverride());
                if (own.get(n).hasInterface()) {
                    made.get(n)
                            .directory("net", interfaceOf(i, n))
                            .attribute(
                                    "net/" + interfaceOf(i, n) + "/flags",
                                    own.get(n).shownFlags());
                }
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
            for (String function : List.of(root(i), nicPort(i), nic(i), gpuPort(i))) {
                host.get(function).attribute("subsystem_device", board);
            }
            made.forEach(vf -> vf.attribute("subsystem_device", board));
        }
        return host.build();
    }

    /** Everything that can be changed here, in words. */
    public Map<String, String> state() {
        Map<String, String> all = new TreeMap<>();
        control.forEach((port, value) -> all.put(port + " ACSCtl", String.format("%04x", value)));
        autoprobe.forEach((nic, value) -> all.put(nic + " autoprobe", value));
        virtuals.forEach((nic, own) -> {
            all.put(nic + " vfs", Integer.toString(own.size()));
            for (int n = 0; n < own.size(); n++) {
                all.put(nic + " vf" + n, own.get(n).state());
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

    /** A program is not installed. */
    public void lacks(String program) {
        missing.add(program);
    }

    /** What a command that measures prints, and how it ends. */
    public void measures(int status, String output) {
        measured = new SimulatedCommands.Answer(status, output);
    }

    /** What the host stands on, in the collector's words. */
    public void standsOn(String lines) {
        use = lines;
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

    /** Does what a command does and answers as it does. */
    SimulatedCommands.Answer run(Operation operation) {
        return new SimulatedCommands(this).run(operation);
    }

    /** What a command that measures prints. */
    SimulatedCommands.Answer measured() {
        return measured;
    }

    boolean isMissing(String program) {
        return missing.contains(program);
    }

    // ---- What commands find and change ---------------------------------------------------------------------------

    boolean isLoaded() {
        return module;
    }

    /** The ACS control of a port; empty where there is none. */
    Optional<Integer> control(String port) {
        return Optional.ofNullable(control.get(port));
    }

    /** Writes the bits of a port's ACS control that it implements: a root port has no Direct Translated P2P. */
    void control(String port, int bits) {
        control.put(port, bits & (isRoot(port) ? 0x1f : 0x5f));
    }

    private boolean isRoot(String port) {
        return IntStream.range(0, pairs).anyMatch(pair -> root(pair).equals(port));
    }

    boolean isNic(String address) {
        return virtuals.containsKey(address);
    }

    List<SimulatedVf> vfs(String nic) {
        return Objects.requireNonNull(virtuals.get(nic));
    }

    String autoprobe(String nic) {
        return Objects.requireNonNull(autoprobe.get(nic));
    }

    void autoprobe(String nic, String value) {
        autoprobe.put(nic, value);
    }

    /** The VF at an address, counted from its NIC's (PCIe 9.2.1.2). */
    Optional<SimulatedVf> find(String address) {
        Address wanted = Address.of(address);
        for (Map.Entry<String, List<SimulatedVf>> nic : virtuals.entrySet()) {
            int index = wanted.routingId() - Address.of(nic.getKey()).routingId() - 1;
            if (index >= 0 && index < nic.getValue().size()) {
                return Optional.of(nic.getValue().get(index));
            }
        }
        return Optional.empty();
    }
}
