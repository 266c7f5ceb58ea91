// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.Address;
import org.peerpath.testing.HostBuilder;

/** The new VM that a kit writes for libvirt: pinned to the host's nodes where they were read, and valid for every shape. */
class DomainXmlTest {
    private static final Path SCHEMA = Path.of("/usr/share/libvirt/schemas/domain.rng");
    private static final String PAIR = "0000:13:00.1=0000:16:00.0";
    private static final String CPULIST = "sys/devices/system/node/node0/cpulist";

    @TempDir
    private Path folder;

    private static String domain(HostBuilder host, String... pairs) throws KitRefusedException {
        return DomainXml.of(KitTest.kit(HostModel.of(host.build()), pairs));
    }

    @Test
    void processorsArePinnedToTheNodeOfTheFunctions() throws Exception {
        String text = domain(KitTest.eight().text(CPULIST, "0-31,64-95\n"), PAIR);
        assertEquals(
                16,
                text.lines()
                        .filter(line -> line.contains("<vcpupin") && line.contains("cpuset='0-31,64-95'"))
                        .count(),
                text);
        assertTrue(text.contains("<memnode cellid='0' mode='strict' nodeset='0'/>"), text);
    }

    /** Where the list was not read nobody is pinned anywhere; and nothing else than a list is written. */
    @ParameterizedTest
    @ValueSource(strings = {"", "0-31'/><evil/>", "all", "0-31;reboot", "999999"})
    void whatIsNoListOfProcessorsPinsNothing(String list) throws Exception {
        String text = domain(KitTest.eight().text(CPULIST, list), PAIR);
        assertFalse(text.contains("vcpupin") || text.contains("evil"), text);
    }

    @Test
    void libvirtsSchemaTakesEveryShape() throws Exception {
        assumeTrue(Files.exists(SCHEMA), "SKIPPED: libvirt's schemas are not installed");
        List<String> eight = new ArrayList<>();
        List<String> sixteen = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            int bus = 0x10 + 0x10 * i;
            Address gpu = new Address(0, bus + 6, 0, 0);
            eight.add(new Address(0, bus + 3, 0, 1) + "=" + gpu);
            sixteen.addAll(
                    List.of(new Address(0, bus + 3, 0, 1) + "=" + gpu, new Address(0, bus + 3, 0, 2) + "=" + gpu));
        }
        HostBuilder pinned = KitTest.eight().text(CPULIST, "0-31,64-95\n");
        valid(domain(pinned, eight.toArray(String[]::new)));
        valid(domain(KitTest.eight(), sixteen.toArray(String[]::new)));
        HostBuilder flat = HostBuilder.named("flat");
        flat.rootPort("0000:10:01.0", 0x8086, 0x0db0).endpoint("0000:11:00.0", 0x15b3, 0x1021, 0x020700);
        flat.rootPort("0000:20:01.0", 0x8086, 0x0db0).endpoint("0000:21:00.0", 0x10de, 0x2330, 0x030200);
        valid(domain(flat, "0000:11:00.0=0000:21:00.0"));
    }

    private void valid(String domain) throws Exception {
        Path file = Files.writeString(folder.resolve("domain.xml"), domain);
        Process check = new ProcessBuilder("xmllint", "--noout", "--relaxng", SCHEMA.toString(), file.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, check.waitFor(), said + domain);
    }
}
