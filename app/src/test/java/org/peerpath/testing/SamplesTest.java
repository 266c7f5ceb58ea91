// SPDX-License-Identifier: Apache-2.0
package org.peerpath.testing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerpath.model.HostModel;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.pci.AcsBit;
import org.peerpath.pci.FunctionKind;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topologies;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.file.Samples;

/** The shipped samples are what the builder makes, to the byte, and have the shapes they promise. */
class SamplesTest {
    /** The folder in the source tree; tests run in the module's folder. */
    private static final Path FOLDER = Path.of("..", "resources", "org", "peerpath", "samples");

    @BeforeAll
    static void writeIfAsked() throws IOException {
        if (Boolean.getBoolean("peerpath.samples.write")) {
            SampleWriter.write(FOLDER);
        }
    }

    static List<String> names() {
        return List.copyOf(SampleHosts.all().keySet());
    }

    @Test
    void theIndexNamesThem() {
        assertEquals(names(), Samples.names());
    }

    @ParameterizedTest
    @MethodSource("names")
    void makingThemAgainGivesTheSameBytes(String name) throws IOException {
        Snapshot made = Objects.requireNonNull(SampleHosts.all().get(name));
        // Compared unpacked: another zlib may pack the same text into other bytes.
        assertArrayEquals(
                unpacked(SampleWriter.file(made)),
                unpacked(Files.readAllBytes(FOLDER.resolve(name + ".json.gz"))),
                "the sample differs from what SampleHosts makes: see SampleWriter");
    }

    private static byte[] unpacked(byte[] packed) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            return in.readAllBytes();
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void theirTreesAreWhole(String name) throws UnreadableSourceException {
        Snapshot sample = Samples.open(name);
        Topology topology = Topologies.of(sample);
        assertEquals(List.of(), topology.notes());
        for (PciFunction function : topology.functions().values()) {
            assertEquals(List.of(), function.notes(), function.address().toString());
            assertEquals(
                    !(name.equals("one-of-each") && function.address().equals(OneOfEach.UNREAD_PORT)),
                    function.facts().bytes(Attributes.CONFIG).isKnown(),
                    function.address().toString());
            assertEquals(true, topology.place(function.address()).chainKnown());
            assertEquals(true, function.facts().text(Attributes.IOMMU_GROUP).isKnown());
        }
    }

    @Test
    void theVmHostHasEightTreesInGoalState() throws UnreadableSourceException {
        Topology topology = Topologies.of(Samples.open("hgx-b300-vm"));
        int vfs = 0;
        for (PciFunction nic : topology.functions().values()) {
            if (!nic.facts().entries(Attributes.INFINIBAND).isKnown()) {
                continue;
            }
            PciFunction port =
                    topology.get(topology.place(nic.address()).parent().orElseThrow());
            assertEquals(
                    0x5d,
                    port.acs().asOptional().orElseThrow().control().asOptional().orElseThrow());
            List<Address> own = topology.virtualFunctions(nic.address());
            vfs += own.size();
            for (Address vf : own) {
                assertEquals(FunctionKind.VIRTUAL_FUNCTION, topology.get(vf).kind());
                assertEquals(
                        true,
                        topology.get(vf)
                                .ats()
                                .asOptional()
                                .orElseThrow()
                                .enabled()
                                .knownToBe(on -> on));
                assertEquals(
                        true, topology.get(vf).facts().text(Attributes.DRIVER).knownToBe("vfio-pci"::equals));
            }
        }
        assertEquals(16, vfs);
    }

    @Test
    void oneHostHasAPairOfEachVerdict() throws UnreadableSourceException {
        HostModel host = HostModel.of(Samples.open("one-of-each"));
        List<Outcome> nearest = new PathJudge(host, Scenario.AS_IS)
                .judge(PathSelection.DEFAULT).stream()
                        .filter(PathReport::nearest)
                        .map(PathReport::verdict)
                        .toList();
        assertEquals(
                List.of(Outcome.INSIDE_SWITCH, Outcome.DETOUR, Outcome.BLOCKED, Outcome.UNKNOWN, Outcome.ROOT_COMPLEX),
                nearest);
    }

    @Test
    void oneHostDiffersFromTheGoalAtOnePort() throws UnreadableSourceException {
        Topology good = Topologies.of(Samples.open("hgx-b300-vm"));
        Topology bad = Topologies.of(Samples.open("hgx-b300-one-bad"));
        List<String> differing = good.functions().values().stream()
                .filter(function ->
                        !function.acs().equals(bad.get(function.address()).acs()))
                .map(function -> function.address().toString())
                .toList();
        assertEquals(List.of("0000:b7:00.0"), differing);
        assertEquals(
                true,
                bad.get(Address.of("0000:b7:00.0"))
                        .acs()
                        .asOptional()
                        .orElseThrow()
                        .on(AcsBit.DT)
                        .knownToBe(on -> !on));
    }
}
