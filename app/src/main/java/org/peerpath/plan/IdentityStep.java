// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import java.util.Optional;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;

/** Gives a new virtual function its address: a MAC on Ethernet; GUIDs and a link policy on InfiniBand. */
final class IdentityStep implements UnreadStep {
    static final String NO_MAC = "00:00:00:00:00:00";
    private static final String NO_GUID = "00:00:00:00:00:00:00:00";

    /** Sets a MAC. Words of {@code ip link show}: {@code vf 0 link/ether 02:…} (iproute2, print_vfinfo). */
    static Step mac(String port, Address vf, int number, String mac) {
        Operation.Run read = Operation.Run.of("ip", "link", "show", "dev", port);
        String place = "vf " + number + " link/ether ";
        return Step.of(
                        "identity:" + vf,
                        Step.Kind.IDENTITY,
                        vf,
                        Message.of("plan.mac.purpose", vf, mac),
                        Message.of("plan.identity.risk", vf))
                .before(Check.text(Message.of("plan.mac.check", vf, NO_MAC), read, place + NO_MAC))
                .run(set(port, number, mac))
                .after(Check.text(Message.of("plan.mac.check", vf, mac), read, place + mac))
                .undo(set(port, number, NO_MAC))
                .build();
    }

    private static Operation set(String port, int number, String mac) {
        return Operation.Run.of("ip", "link", "set", "dev", port, "vf", Integer.toString(number), "mac", mac);
    }

    /**
     * Sets GUIDs.
     *
     * @param folder that of the virtual function below its NIC, with NVIDIA's own driver
     */
    static Step guids(String folder, Address vf, String node, String port) {
        return Step.of(
                        "identity:" + vf,
                        Step.Kind.IDENTITY,
                        vf,
                        Message.of("plan.guid.purpose", vf, node, port),
                        Message.of("plan.identity.risk", vf))
                .before(
                        SysfsValue.check(folder + "node", NO_GUID),
                        SysfsValue.check(folder + "port", NO_GUID),
                        SysfsValue.check(folder + "policy", "Down"))
                .run(
                        new Operation.Write(folder + "node", node),
                        new Operation.Write(folder + "port", port),
                        new Operation.Write(folder + "policy", "Follow"))
                .after(
                        SysfsValue.check(folder + "node", node),
                        SysfsValue.check(folder + "port", port),
                        SysfsValue.check(folder + "policy", "Follow"))
                .undo(
                        new Operation.Write(folder + "policy", "Down"),
                        new Operation.Write(folder + "port", NO_GUID),
                        new Operation.Write(folder + "node", NO_GUID))
                .build();
    }

    // ---- Answers ---------------------------------------------------------------------------------------------------

    @Override
    public Inverse.Part turn(Step inverse) {
        return Inverse.Part.TAKEN;
    }

    @Override
    public boolean isLostWithItsFunction() {
        return true;
    }

    /** An address goes with its function; what was set before the function was removed went with it. */
    @Override
    public void restore(Restoration way, PastChanges.Thing thing, List<PastChanges.Change> changes) {
        int removed = VfCountStep.lastRemoval(way, thing.target());
        List<PastChanges.Change> since =
                changes.stream().filter(change -> change.place() > removed).toList();
        boolean there = way.host().topology().find(thing.target()).isPresent();
        if (!since.isEmpty() && there && !way.goes(thing.target())) {
            way.back(since, Optional.empty());
        }
    }
}
