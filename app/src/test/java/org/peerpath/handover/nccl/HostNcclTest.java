// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover.nccl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerpath.model.HostModel;
import org.peerpath.pci.LinkSpeed;
import org.peerpath.snapshot.tree.TreeReader;
import org.peerpath.testing.Cases;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.testing.RandomHosts;
import org.peerpath.vm.shape.NcclDistance;

/** The host's own topology file is one that NCCL reads, and NCCL says of every pair what we say it does. */
class HostNcclTest {
    static Stream<Path> hosts() throws IOException {
        return Cases.allHosts();
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void isReadForEveryCase(Path file) throws Exception {
        holds(HostModel.of(TreeReader.read(file, file.toString())));
    }

    /** {@code -Dpeerpath.nccl.hosts=5000} looks at more. */
    @Test
    void isReadForRandomHosts() throws Exception {
        long most = Long.getLong("peerpath.nccl.hosts", 60);
        for (long seed : LongStream.range(0, most).toArray()) {
            holds(HostModel.of(RandomHosts.of(seed).build()));
        }
    }

    static void holds(HostModel host) throws Exception {
        NcclFile file = HostNccl.of(host);
        NcclReader.Node system = NcclReader.read(file.text().getBytes(StandardCharsets.UTF_8));
        Set<String> devices = file.system()
                .all()
                .filter(e -> e.get("class").matches("0x(02|03|12).*"))
                .map(e -> e.get("busid"))
                .collect(Collectors.toCollection(TreeSet::new));
        NcclGraph graph = new NcclGraph(system, devices);
        NcclGraph without = new NcclGraph(SysfsWalk.of(host, devices), devices);
        NcclClasses classes = new NcclClasses(file);
        for (String one : devices) {
            for (String other : devices) {
                if (!one.equals(other)) {
                    assertEquals(
                            Optional.of(graph.between(one, other)),
                            classes.of(one, other).map(Enum::name),
                            one + " " + other + "\n" + file.text());
                    assertEquals(
                            without.between(one, other),
                            graph.between(one, other),
                            "with the file as NCCL finds it on the host itself: " + one + " " + other + "\n"
                                    + file.text());
                }
            }
        }
    }

    /** Root port, switch with a NIC and a GPU; a second GPU at a root port of its own, a third on another node. */
    private static HostModel small() {
        HostBuilder host = HostBuilder.named("small");
        FunctionBuilder up = host.rootPort("0000:10:01.0", 0x8086, 0x0db0)
                .numa(0)
                .upstreamPort("0000:11:00.0", 0x1000, 0xc030)
                .numa(0);
        up.downstreamPort("0000:12:00.0", 0x1000, 0xc030)
                .link(LinkSpeed.GEN5, 16)
                .endpoint("0000:13:00.0", 0x10de, 0x2330, 0x030200)
                .link(LinkSpeed.GEN5, 16)
                .numa(0);
        up.downstreamPort("0000:12:01.0", 0x1000, 0xc030)
                .link(LinkSpeed.GEN5, 16, LinkSpeed.GEN4, 8)
                .endpoint("0000:14:00.0", 0x15b3, 0x1021, 0x020700)
                .link(LinkSpeed.GEN5, 16, LinkSpeed.GEN4, 8)
                .numa(0);
        host.rootPort("0000:20:01.0", 0x8086, 0x0db0)
                .numa(0)
                .endpoint("0000:21:00.0", 0x10de, 0x2330, 0x030200)
                .numa(0);
        host.rootPort("0000:80:01.0", 0x8086, 0x0db0)
                .numa(1)
                .endpoint("0000:81:00.0", 0x10de, 0x2330, 0x030200)
                .numa(1);
        return HostModel.of(host.build());
    }

    @Test
    void givesTheClassesOfTheHost() {
        NcclClasses classes = new NcclClasses(HostNccl.of(small()));
        assertEquals(Optional.of(NcclDistance.PIX), classes.of("0000:14:00.0", "0000:13:00.0"));
        assertEquals(Optional.of(NcclDistance.PHB), classes.of("0000:14:00.0", "0000:21:00.0"));
        assertEquals(Optional.of(NcclDistance.SYS), classes.of("0000:14:00.0", "0000:81:00.0"));
        assertEquals(Optional.empty(), classes.of("0000:14:00.0", "0000:99:00.0"));
    }

    @Test
    void carriesTheHostsLinksAndIds() {
        String text = HostNccl.of(small()).text();
        assertTrue(
                text.contains("<pci busid=\"0000:13:00.0\" class=\"0x030200\" link_speed=\"32.0 GT/s PCIe\""
                        + " link_width=\"16\" vendor=\"0x10de\" device=\"0x2330\""),
                text);
        assertTrue(
                text.contains(
                        "busid=\"0000:14:00.0\" class=\"0x020700\" link_speed=\"32.0 GT/s PCIe\" link_width=\"8\""),
                text);
        assertTrue(text.contains("<pci busid=\"0000:11:00.0\" class=\"0x060400\""), text);
        assertFalse(text.contains("0000:12:00.0"), "NCCL takes the bridges two at a time");
        assertEquals(text, HostNccl.of(small()).text(), "same input, same bytes");
    }

    /** 16 NICs with 16 virtual functions each are more than NCCL keeps: the physical ones and the GPUs come first. */
    @Test
    void leavesOutWhatNcclCouldNotKeep() throws Exception {
        HostBuilder host = HostBuilder.named("many");
        for (int i = 0; i < 16; i++) {
            FunctionBuilder nic = host.rootPort(String.format("00%02x:00:01.0", i), 0x8086, 0x0db0)
                    .endpoint(String.format("00%02x:01:00.0", i), 0x15b3, 0x1021, 0x020700);
            nic.virtualFunctions(16, 16, 1, 1, 0x101e);
        }
        host.rootPort("0020:00:01.0", 0x8086, 0x0db0).endpoint("0020:01:00.0", 0x10de, 0x2330, 0x030200);
        NcclFile file = HostNccl.of(HostModel.of(host.build()));
        NcclReader.read(file.text().getBytes(StandardCharsets.UTF_8));
        List<String> busIds = file.system().all().map(e -> e.get("busid")).toList();
        assertTrue(busIds.contains("0020:01:00.0"));
        assertTrue(busIds.contains("000f:01:00.0"), "every physical function");
        assertTrue(file.text().contains("Left out, since NCCL keeps 256 elements"), file.text());
        assertTrue(NcclFile.needed(file.elements(), 1, busIds.size() - 4) <= NcclFile.MOST_ELEMENTS);
    }

    @Test
    void aHostileNameStaysInItsComment() throws Exception {
        HostBuilder host = HostBuilder.named("x --> <system version=\"2\"> =\n<gpu/> --");
        host.rootPort("0000:00:01.0", 0x8086, 0x0db0).endpoint("0000:01:00.0", 0x10de, 0x2330, 0x030200);
        NcclReader.Node system =
                NcclReader.read(HostNccl.of(HostModel.of(host.build())).text().getBytes(StandardCharsets.UTF_8));
        assertEquals("1", system.get("version"));
        assertEquals(1, system.children().size());
    }
}
