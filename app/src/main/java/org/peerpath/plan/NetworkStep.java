// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.model.HostModel;
import org.peerpath.pci.FunctionKind;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.text.Message;

/**
 * Switches off the network interface of a virtual function before the function is given to VFIO. Only one that is on and
 * nothing more: udev and network managers leave every new interface so. It is written as the function's own {@code flags}
 * file, so that no other function's interface can be meant (Linux net/core/net-sysfs.c, flags_store).
 */
final class NetworkStep implements StepKind {
    /** IFF_BROADCAST and IFF_MULTICAST, perhaps IFF_NOARP; the last bit is IFF_UP (include/uapi/linux/if.h). */
    static final String FLAGS = "0x10[08][23]";

    private static final String FILE = "/flags";
    private static final Pattern ON = Pattern.compile("0x10[08]3");
    private static final Pattern WRITTEN =
            Pattern.compile("/sys/bus/pci/devices/[^/]+/" + Attributes.NET + "/([^/]+)" + FILE);

    /** Returns the step that frees a function; empty where it has no interface that is only on. */
    static Optional<Step> free(HostModel host, PciFunction function) {
        List<String> names =
                function.facts().entries(Attributes.NET).asOptional().orElse(List.of());
        Optional<Users.Interface> used = Users.of(host.snapshot())
                .asOptional()
                .flatMap(users -> names.stream().findFirst().map(users.interfaces()::get));
        if (function.kind() != FunctionKind.VIRTUAL_FUNCTION
                || names.size() != 1
                || used.filter(it -> it.up() && !it.addressed() && it.master().isEmpty())
                        .isEmpty()
                || isBelowAnother(host.snapshot(), names.getFirst())) {
            return Optional.empty();
        }
        String name = names.getFirst();
        return function.facts()
                .text(file(name))
                .asOptional()
                .map(String::strip)
                .filter(flags -> ON.matcher(flags).matches())
                .map(flags -> off(function.address(), name, flags));
    }

    private static Step off(Address function, String name, String flags) {
        return SysfsValue.step(
                        "free:",
                        Step.Kind.NETWORK,
                        function,
                        file(name),
                        flags,
                        flags.substring(0, flags.length() - 1) + "2",
                        Message.of("plan.free.purpose", name, function),
                        Message.of("plan.free.risk", name))
                .danger(Step.Danger.MEDIUM)
                .build();
    }

    private static String file(String name) {
        return Attributes.NET + "/" + name + FILE;
    }

    /** A VLAN or the like stands on it; a bond or bridge is its master besides. */
    private static boolean isBelowAnother(Snapshot snapshot, String name) {
        return snapshot.host().keySet().stream()
                .anyMatch(path -> path.startsWith("sys/class/net/") && path.contains("/lower_" + name + "/"));
    }

    /** Returns the interface that an operation switches off; empty where it does something else. */
    static Optional<String> switchedOff(Operation operation) {
        if (operation instanceof Operation.Write(String path, String value) && value.endsWith("2")) {
            Matcher written = WRITTEN.matcher(path);
            return written.matches() ? Optional.of(written.group(1)) : Optional.empty();
        }
        return Optional.empty();
    }

    /** Returns whether an operation writes the flags of an interface. */
    static boolean isOf(Operation operation) {
        return operation instanceof Operation.Write write
                && WRITTEN.matcher(write.path()).matches();
    }

    // ---- Answers ---------------------------------------------------------------------------------------------------

    @Override
    public List<String> restsOn() {
        return List.of(Attributes.DRIVER);
    }

    /** Whether an interface is on is no fact that other steps stand on; the guards look at it before each. */
    @Override
    public boolean changes(Step step, String where, String fact, Set<Address> virtualFunctions) {
        return false;
    }

    /** The interface is there again only when the host's driver is. */
    @Override
    public Inverse.Part turn(Step inverse) {
        return Inverse.Part.GIVEN;
    }

    @Override
    public boolean isLostWithItsFunction() {
        return true;
    }

    /** While VFIO has the function there is no interface to ask; the way back gives the function to its driver first. */
    @Override
    public void restore(Restoration way, PastChanges.Thing thing, List<PastChanges.Change> changes) {
        if (way.host().topology().find(thing.target()).isPresent() && !way.goes(thing.target())) {
            way.back(changes, Optional.of(way.readings(changes)).filter(read -> !read.isEmpty()));
        }
    }
}
