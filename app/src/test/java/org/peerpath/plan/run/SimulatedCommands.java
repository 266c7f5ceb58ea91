// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.plan.Operation;

/**
 * What the kernel, setpci and ip do to a simulated host: writes to ACS control, VF counts (drivers/pci/iov.c
 * sriov_numvfs_store), drivers (drivers/base/bus.c, drivers/pci/pci-driver.c).
 */
final class SimulatedCommands {
    private static final String DEVICES = "/sys/bus/pci/devices/";
    private static final Answer DONE = new Answer(0, "");
    private static final Answer REFUSED = new Answer(1, "");
    private static final Answer NO_FILE = new Answer(1, "No such file or directory");
    private static final Pattern SETPCI =
            Pattern.compile("setpci -s (\\S+) ECAP_ACS\\+6\\.w(?:=([0-9a-f]{4}):([0-9a-f]{4}))?");

    /** What a command does and says. */
    record Answer(int status, String output) {}

    private final SimulatedHost host;

    SimulatedCommands(SimulatedHost host) {
        this.host = host;
    }

    Answer run(Operation operation) {
        return switch (operation) {
            case Operation.Run run -> run(run);
            case Operation.Write(String path, String value) -> write(path, value);
        };
    }

    private Answer run(Operation.Run run) {
        Matcher setpci = SETPCI.matcher(run.shell());
        if (setpci.matches()) {
            return setpci(setpci);
        }
        switch (run.shell()) {
            case "ls -d /sys/bus/pci/drivers/vfio-pci" -> {
                return host.isLoaded() ? new Answer(0, "/sys/bus/pci/drivers/vfio-pci") : new Answer(2, "");
            }
            case "modprobe vfio-pci" -> {
                host.load();
                return DONE;
            }
            default -> {}
        }
        String program = run.arguments().getLast();
        switch (run.arguments().getFirst()) {
            case "command" -> {
                return host.isMissing(program) ? new Answer(127, "") : new Answer(0, "/usr/bin/" + program);
            }
            case "timeout" -> {
                return host.measured();
            }
            default -> {}
        }
        if (run.arguments().getFirst().equals("ip")) {
            return ip(run.arguments());
        }
        String path = run.arguments().getLast();
        String[] parts = path.substring(DEVICES.length()).split("/", 2);
        return switch (run.arguments().getFirst()) {
            case "cat" -> cat(parts[0], parts[1]);
            case "readlink" ->
                said(host.find(parts[0])
                        .filter(vf -> !vf.driver.isEmpty())
                        .map(vf -> "../../../bus/pci/drivers/" + vf.driver));
            default -> throw new AssertionError(run.shell());
        };
    }

    private static Answer said(Optional<String> output) {
        return output.map(text -> new Answer(0, text)).orElse(REFUSED);
    }

    private Answer cat(String function, String attribute) {
        if (attribute.equals("driver_override")) {
            return said(host.find(function).map(SimulatedVf::shownOverride));
        }
        if (attribute.endsWith("/flags")) {
            return said(host.find(function).filter(SimulatedVf::hasInterface).map(SimulatedVf::shownFlags));
        }
        if (attribute.equals("enable")) {
            return said(host.find(function).map(vf -> "0"));
        }
        if (!host.isNic(function)) {
            return REFUSED;
        }
        return new Answer(
                0, attribute.equals("sriov_numvfs") ? "" + host.vfs(function).size() : host.autoprobe(function));
    }

    /** {@code ip link show dev eth0} and {@code ip link set dev eth0 vf 1 mac …}. */
    private Answer ip(List<String> words) {
        List<SimulatedVf> own =
                host.vfs(SimulatedHost.nic(Integer.parseInt(words.get(4).substring("eth".length()))));
        if (words.get(2).equals("set")) {
            int number = Integer.parseInt(words.get(6));
            if (number >= own.size()) {
                return new Answer(2, "RTNETLINK answers: Invalid argument");
            }
            SimulatedVf vf = own.get(number);
            switch (words.get(7)) {
                case "mac" -> vf.mac = words.get(8);
                case "vlan" -> vf.vlan = Integer.parseInt(words.get(8));
                case "trust" -> vf.trust = words.get(8);
                case "spoofchk" -> {}
                default -> throw new AssertionError(words);
            }
            return DONE;
        }
        StringBuilder lines = new StringBuilder("4: " + words.get(4) + ": <BROADCAST,MULTICAST> mtu 1500\n");
        for (int n = 0; n < own.size(); n++) {
            lines.append("    ").append(own.get(n).line(n)).append('\n');
        }
        return new Answer(0, lines.toString());
    }

    private Answer setpci(Matcher command) {
        String port = command.group(1);
        Optional<Integer> now = host.control(port);
        if (now.isEmpty()) {
            return new Answer(1, "setpci: Warning: No devices selected for \"" + port + "\".");
        }
        if (command.group(2) == null) {
            return new Answer(0, String.format("%04x", now.get()));
        }
        int mask = Integer.parseInt(command.group(3), 16);
        host.control(port, (now.get() & ~mask) | (Integer.parseInt(command.group(2), 16) & mask));
        return DONE;
    }

    private Answer write(String path, String value) {
        if (path.equals("/sys/bus/pci/drivers_probe")) {
            return host.find(value).map(SimulatedCommands::probe).orElse(new Answer(1, "No such device"));
        }
        if (path.startsWith("/sys/bus/pci/drivers/")) {
            String driver = path.split("/")[5];
            Optional<SimulatedVf> bound = host.find(value).filter(vf -> vf.driver.equals(driver));
            return change(bound, vf -> vf.driver = "", new Answer(1, "sh: echo: I/O error: No such device"));
        }
        String[] parts = path.substring(DEVICES.length()).split("/", 2);
        Optional<SimulatedVf> written = host.find(parts[0]);
        if (parts[1].endsWith("/flags")) {
            return change(written.filter(SimulatedVf::hasInterface), vf -> vf.flags = Integer.decode(value), NO_FILE);
        }
        return switch (parts[1]) {
            case "driver/unbind" -> change(written.filter(vf -> !vf.driver.isEmpty()), vf -> vf.driver = "", NO_FILE);
            case "driver_override" -> change(written, vf -> vf.override = value, NO_FILE);
            case "sriov_drivers_autoprobe" -> {
                host.autoprobe(parts[0], value);
                yield DONE;
            }
            case "sriov_numvfs" -> numvfs(parts[0], Integer.parseInt(value));
            default -> throw new AssertionError(path);
        };
    }

    private static Answer change(Optional<SimulatedVf> vf, Consumer<SimulatedVf> change, Answer otherwise) {
        vf.ifPresent(change);
        return vf.isPresent() ? DONE : otherwise;
    }

    /** A free VF goes to the driver that it is kept for, else to the host's, which makes a new interface. */
    private static Answer probe(SimulatedVf vf) {
        if (vf.driver.isEmpty() && !vf.override.isEmpty()) {
            vf.driver = vf.override;
        } else if (vf.driver.isEmpty()) {
            vf.driver = vf.own;
            vf.flags = SimulatedVf.OFF;
        }
        return DONE;
    }

    private Answer numvfs(String nic, int wanted) {
        List<SimulatedVf> own = host.vfs(nic);
        if (wanted > 8) {
            return new Answer(1, "sh: echo: I/O error: Numerical result out of range");
        }
        if (!own.isEmpty() && wanted > 0) {
            return new Answer(1, "sh: echo: I/O error: Device or resource busy");
        }
        own.clear();
        for (int i = 0; i < wanted; i++) {
            own.add(new SimulatedVf());
        }
        return DONE;
    }
}
