// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.vm.read.VmReader;

/** A VM's function is found inside the guest by what it shows on both sides; what one side did not read says nothing. */
class GuestJoinTest {
    private static final Address INSIDE = Address.of("0000:05:00.0");
    private static final String COMMAND = "/usr/bin/qemu-system-x86_64 -name guest=tenant7 -machine q35 "
            + "-device vfio-pci,host=" + VmHosts.NIC + ",id=nic\n";

    /** The guest, in which the function shows what it shows on the host but for one attribute. */
    private static HostModel guest(HostModel host, String attribute, String value) {
        FunctionFacts outside =
                Objects.requireNonNull(host.snapshot().functions().get(Address.of(VmHosts.NIC)));
        TreeMap<String, Reading> all = new TreeMap<>(outside.attributes());
        all.keySet().removeIf(name -> name.startsWith("iommu") || name.equals("physfn") || name.startsWith("vfio"));
        switch (value) {
            case "as on the host" -> {}
            case "not read" -> all.remove(attribute);
            default -> all.put(attribute, new Reading.Text(value.replace(';', '\n'), "test"));
        }
        TreeMap<Address, FunctionFacts> functions = new TreeMap<>();
        functions.put(INSIDE, new FunctionFacts(INSIDE, all, outside.lspciText(), outside.listed()));
        Snapshot sample = host.snapshot();
        return HostModel.of(
                new Snapshot(sample.origin(), sample.host(), sample.hostListed(), functions, sample.notes()));
    }

    @ParameterizedTest
    @CsvSource({
        Attributes.RESOURCE + ", as on the host, true",
        Attributes.RESOURCE + ", not read, true",
        Attributes.RESOURCE + ", 0x380000000000 0x38000000ffff 0x14220c, false",
        "subsystem_device, not read, true",
        "subsystem_device, 0x0072, false",
        "subsystem_vendor, not read, true",
        "device, 0x1021, false"
    })
    void whatWasReadOnBothSidesDecides(String attribute, String value, boolean found) throws Exception {
        HostModel host = new VmHosts().model();
        VmJudge.Answer answer = VmJudge.judge(
                host,
                List.of(VmReader.read(COMMAND.getBytes(StandardCharsets.UTF_8), "vm.cmdline")),
                Optional.of(guest(host, attribute, value)));
        assertEquals(
                found ? Optional.of(INSIDE) : Optional.empty(),
                answer.vms().getFirst().vm().functions().getFirst().guest());
    }
}
