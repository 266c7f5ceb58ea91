// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Clean;
import org.peerpath.vm.model.GuestBar;
import org.peerpath.vm.model.GuestFunction;
import org.peerpath.vm.model.VmDescription;
import org.peerpath.vm.model.Vmm;
import org.peerpath.vm.model.VmmVersion;
import tools.jackson.databind.JsonNode;

/**
 * What QEMU's monitor answers (qapi/pci.json, qapi/control.json): {@code query-pci}, where every expander is a top-level
 * bus of its own, {@code query-version}, {@code query-name}, {@code query-status}; one answer or a whole session.
 */
final class QueryPciReader {
    static final String KIND = "query-pci";
    private static final int MOST = 8192;
    private static final int DEEPEST = 300;

    private final List<GuestFunction> found = new ArrayList<>();

    private QueryPciReader() {}

    /** Adds what one JSON value says; false if it is no answer of the monitor that is read here. */
    static boolean read(JsonNode node, VmDescription.Builder into) {
        JsonNode answer = node.has("return") ? node.path("return") : node;
        if (answer.isArray() && (isBus(answer.path(0)) || answer.path(0).has("devices"))) {
            QueryPciReader reader = new QueryPciReader();
            for (JsonNode bus : answer) {
                reader.devices(bus.path("devices"), 0);
            }
            into.vmm(Vmm.QEMU).guestFunctions(reader.found).kind(KIND);
            return true;
        }
        if (isBus(answer)) {
            QueryPciReader reader = new QueryPciReader();
            reader.devices(answer.path("devices"), 0);
            into.vmm(Vmm.QEMU).guestFunctions(reader.found).kind(KIND);
            return true;
        }
        JsonNode version = node.path("QMP").path("version").path("qemu");
        version = version.isMissingNode() ? answer.path("qemu") : version;
        if (version.has("major")) {
            into.vmm(Vmm.QEMU)
                    .vmmVersion(Optional.of(new VmmVersion(
                            version.path("major").asInt(0),
                            version.path("minor").asInt(0),
                            version.path("micro").asInt(0))))
                    .kind(KIND);
            return true;
        }
        if (answer.path("name").isString() && answer.size() == 1) {
            into.name(Clean.line(answer.path("name").asString(""))).kind(KIND);
            return true;
        }
        if (answer.path("running").isBoolean()) {
            into.running(Optional.of(true)).kind(KIND);
            return true;
        }
        return false;
    }

    private static boolean isBus(JsonNode node) {
        return node.path("bus").isIntegralNumber() && node.path("devices").isArray();
    }

    private void devices(JsonNode devices, int depth) {
        for (JsonNode device : devices) {
            if (found.size() == MOST || depth > DEEPEST) {
                return;
            }
            found.add(function(device));
            devices(device.path("pci_bridge").path("devices"), depth + 1);
        }
    }

    private static GuestFunction function(JsonNode device) {
        List<GuestBar> bars = new ArrayList<>();
        for (JsonNode region : device.path("regions")) {
            int number = region.path("bar").asInt(-1);
            if (region.path("type").asString("").equals("memory") && number >= 0 && number < 6) {
                bars.add(new GuestBar(
                        number,
                        region.path("address").bigIntegerValue(BigInteger.ZERO).longValue(),
                        region.path("size").asLong(0)));
            }
        }
        return new GuestFunction(
                address(
                        device.path("bus").asInt(-1),
                        device.path("slot").asInt(-1),
                        device.path("function").asInt(-1)),
                Clean.line(device.path("qdev_id").asString("")),
                Optional.empty(),
                id(device.path("id").path("vendor")),
                id(device.path("id").path("device")),
                bars);
    }

    private static OptionalInt id(JsonNode node) {
        return node.isIntegralNumber() ? OptionalInt.of(node.asInt(0)) : OptionalInt.empty();
    }

    static Optional<Address> address(int bus, int slot, int function) {
        try {
            return Optional.of(new Address(0, bus, slot, function));
        } catch (IllegalArgumentException outOfRange) {
            return Optional.empty();
        }
    }
}
