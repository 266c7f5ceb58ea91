// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.testing.HostBuilder;
import org.peerpath.testing.SampleHosts;

/** The commands that are printed. */
class TestCommandsTest {
    /** Of {@code ib_write_bw --help} of Debian's perftest 4.5 (6.06). */
    static final Set<String> DISTRIBUTION = Set.of("-d", "-p", "-s", "-n", "-t", "-F", "--report_gbits");

    /** Of src/perftest_parameters.c of linux-rdma/perftest@00b55b66. */
    private static final Set<String> NEWER =
            Set.of("--use_cuda", "--use_cuda_dmabuf", "--use_rocm", "--use_rocm_dmabuf", "--data_validation");

    private static List<TestCommands> of(HostBuilder builder) {
        HostModel host = HostModel.of(builder.build());
        List<PathReport> nearest = new PathJudge(host, Scenario.BARE_METAL)
                .judge(PathSelection.DEFAULT).stream()
                        .filter(PathReport::nearest)
                        .toList();
        return TestCommands.of(host, nearest);
    }

    @Test
    void everyOptionIsOneThatPerftestKnows() {
        Set<String> used = of(SampleHosts.hgxB300Vm()).stream()
                .flatMap(commands -> commands.server().stream())
                .filter(command -> command.contains("ib_write_bw"))
                .flatMap(command -> Pattern.compile("(?<=\\s)--?[a-z_A-Z]+")
                        .matcher(command.substring(command.indexOf("ib_write_bw")))
                        .results())
                .map(found -> found.group())
                .collect(Collectors.toCollection(TreeSet::new));
        used.removeAll(DISTRIBUTION);
        used.removeAll(NEWER);
        assertEquals(Set.of(), used);
    }

    /** The README of perftest: what {@code --data_validation} asks for and does not go together with. */
    @Test
    void theDataCheckIsAskedForAsItWants() {
        for (TestCommands commands : of(SampleHosts.hgxB300Vm())) {
            String gpu = commands.server().getLast();
            assertTrue(gpu.contains("--data_validation") && gpu.contains("-t 128"), gpu);
            assertFalse(gpu.matches(".* -a .*|.*--run_infinitely.*|.*--post_list.*|.*--mr_per_qp.*"), gpu);
            assertEquals(gpu + " SERVER", commands.client().getLast(), "both sides alike");
        }
    }

    @Test
    void devicePortGpuAndNodeAreThePairs() {
        List<TestCommands> all = of(SampleHosts.hgxB300Vm());
        assertEquals(8, all.size());
        TestCommands sixth = all.get(5);
        assertEquals("0000:b8:00.0", sixth.requester().toString());
        assertTrue(sixth.server()
                .getLast()
                .startsWith("CUDA_DEVICE_ORDER=PCI_BUS_ID numactl -N 1 -m 1 ib_write_bw -d mlx5_5 -p 18520 "));
        assertTrue(sixth.server().getLast().contains("--use_cuda=5 "));
        Set<String> ports = all.stream()
                .map(commands -> {
                    Matcher port = Pattern.compile("-p (\\d+)")
                            .matcher(commands.server().getLast());
                    assertTrue(port.find());
                    return port.group(1);
                })
                .collect(Collectors.toSet());
        assertEquals(8, ports.size(), "all pairs can be measured at once");
    }

    /** A device's name comes from the host: one that no kernel gives is not believed, and none stands in a command. */
    @Test
    void aHostileNameIsInNoCommand() {
        HostBuilder host = SampleHosts.hgxB300Vm();
        host.get("0000:18:00.0").directory("infiniband", "mlx5_0; reboot");
        assertFalse(of(host).toString().contains("reboot"));
        assertFalse(of(host).isEmpty());
    }
}
