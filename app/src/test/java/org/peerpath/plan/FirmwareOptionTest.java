// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Texts;

/** The step that sets ATS_ENABLED, run as a script against a tool with the real one's interface. */
class FirmwareOptionTest {
    @TempDir
    private Path folder;

    private StandIns host;

    @BeforeEach
    void aHost() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no POSIX shell");
        host = new StandIns(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlxconfig", "mstconfig"})
    void isSetForTheNextBootAndTakenBack(String tool) throws Exception {
        assertEquals(0, run(tool, "--accept").status());
        assertEquals("1", host.get("next"));
        assertEquals("0", host.get("current"), "nothing changes before the boot");
        assertEquals(0, run(tool, "--undo").status());
        assertEquals("0", host.get("next"));
    }

    @Test
    void whatIsPendingIsLeftAlone() throws Exception {
        host.put("next", "1");
        StandIns.Result again = run("mlxconfig", "--accept");
        assertEquals(0, again.status());
        assertTrue(again.output().contains("already so"), again.output());
        assertTrue(again.output().contains("must now be rebooted"), again.output());
        assertEquals(
                1,
                again.output()
                        .lines()
                        .filter(line -> line.contains("ATS_ENABLED"))
                        .count(),
                again.output());
    }

    @Test
    void theNextBootCountsAndNotTheDefaultOrThePresent() throws Exception {
        host.put("current", "1");
        host.put("next", "0");
        assertEquals(0, run("mlxconfig", "--accept").status());
        assertEquals("1", host.get("next"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"missing", "locked", "unsupported", "refused"})
    void aFaultStopsIt(String fault) throws Exception {
        host.put("fault", fault);
        assertNotEquals(0, run("mlxconfig", "--accept").status());
        assertEquals("0", host.get("next"));
    }

    @Test
    void theDryRunChangesNothing() throws Exception {
        StandIns.Result dry = run("mlxconfig", "--dry-run");
        assertEquals(0, dry.status());
        assertTrue(dry.output().contains("+ mlxconfig -d 0000:04:00.0 -y set ATS_ENABLED=1"), dry.output());
        assertEquals("0", host.get("next"));
    }

    private StandIns.Result run(String tool, String argument) throws IOException, InterruptedException {
        Path script = folder.resolve("plan.sh");
        Files.writeString(script, ShellScript.of(plan(tool), Texts.ENGLISH));
        return host.run(List.of("/bin/sh", script.toString(), argument), "option");
    }

    private static Plan plan(String tool) {
        HostBuilder host = HostBuilder.named("option")
                .kernel("7.1.0")
                .cmdline("ro intel_iommu=on")
                .intelIommu("f020de")
                .groups("DMA-FQ")
                .text(HostFiles.TOOLS, "setpci\n" + tool);
        var up = host.rootPort("0000:00:01.0", 0x8086, 0x0db0)
                .acs(0x1f, 0x1d)
                .upstreamPort("0000:01:00.0", 0x15b3, 0x197c);
        up.downstreamPort("0000:02:00.0", 0x15b3, 0x197c)
                .acs(0x5f, 0x1d)
                .endpoint("0000:04:00.0", 0x15b3, 0x1023, 0x020000)
                .driver("mlx5_core")
                .rdma("mlx5_0", "40.50.0464", "ens1");
        up.downstreamPort("0000:02:01.0", 0x15b3, 0x197c)
                .acs(0x5f, 0x1d)
                .endpoint("0000:05:00.0", 0x10de, 0x3182, 0x030200)
                .driver("nvidia");
        Plan plan = Planner.plan(HostModel.of(host.build()), new PlanRequest(Goal.VM_GPUDIRECT, List.of(), 0));
        return plan;
    }
}
