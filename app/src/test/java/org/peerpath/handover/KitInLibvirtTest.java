// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.file.Samples;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What libvirt makes of {@code domain.xml} is what {@code qemu.args} says: {@code virsh domxml-to-native}, where libvirt's
 * daemon answers. Nothing is defined or started.
 */
@Tag("lab")
class KitInLibvirtTest {
    private static final Pattern DEVICE = Pattern.compile("-device '(\\{[^']*\\})'");
    private static final String ONE = "0000:18:00.1=0000:1b:00.0";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({ONE + ", 16", ONE + " 0000:98:00.1=0000:9b:00.0, 16", ONE + " 0000:98:00.1=0000:9b:00.0, 140"})
    void libvirtsOwnArgumentsAreTheKits(String pairs, int processors) throws Exception {
        assumeTrue(virsh("uri").status() == 0, "SKIPPED: libvirt's daemon does not answer here");
        KitMachine machine = new KitMachine("kit", processors, 1, Optional.empty());
        Kit kit = new KitMaker(HostModel.of(Samples.open("hgx-b300-vm")), machine, Optional.empty())
                .ofPairs(KitTest.wanted(pairs.split(" ")));
        Path file = Files.writeString(folder.resolve("domain.xml"), fitting(DomainXml.of(kit)));
        Said said = virsh("domxml-to-native", "qemu-argv", file.toString());
        String translated = said.text().replace(",dies=1,", ",");
        assertEquals(0, said.status(), translated);
        Map<String, Map<String, String>> libvirts = new TreeMap<>();
        Matcher found = DEVICE.matcher(translated);
        while (found.find()) {
            Map<String, String> device = device(JsonMapper.shared().readTree(found.group(1)));
            libvirts.put(device.getOrDefault("id", device.getOrDefault("driver", "")), device);
        }
        String kits = QemuArgs.of(kit);
        int compared = 0;
        for (String line : kits.lines().toList()) {
            if (line.startsWith("-device ") && line.contains(",id=")) {
                Map<String, String> device = device(line.substring("-device ".length()));
                assertEquals(device, libvirts.get(device.get("id")), translated);
                compared++;
            }
        }
        assertEquals(kit.added().size() + kit.functions().size(), compared);
        for (String option : List.of("-smp", "-numa", "-fw_cfg")) {
            assertTrue(kits.contains(option), kits);
            kits.lines()
                    .filter(line -> line.startsWith(option + " "))
                    .map(line -> line.replaceFirst(",memdev=.*", ""))
                    .forEach(line -> assertTrue(translated.contains(line), line + "\n" + translated));
        }
        assertEquals(kits.contains("intel-iommu"), translated.contains("intel-iommu"), translated);
    }

    /** This machine's memory in the places of the host's, which libvirt looks for. */
    private static String fitting(String domain) {
        return domain.replaceAll("nodeset='[0-9,]+'", "nodeset='0'").replaceAll("<hugepages>.*</hugepages>", "");
    }

    private static Map<String, String> device(JsonNode words) {
        Map<String, String> all = new TreeMap<>();
        words.properties()
                .forEach(word -> all.put(word.getKey(), value(word.getValue().asString())));
        return all;
    }

    private static Map<String, String> device(String words) {
        Map<String, String> all = new TreeMap<>();
        for (String word : ("driver=" + words).split(",")) {
            all.put(word.substring(0, word.indexOf('=')), value(word.substring(word.indexOf('=') + 1)));
        }
        return all;
    }

    private static String value(String written) {
        return written.matches("0x[0-9a-f]+") ? Integer.decode(written).toString() : written;
    }

    private record Said(int status, String text) {}

    private static Said virsh(String... words) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("virsh", "-c", "qemu:///system"));
        all.addAll(List.of(words));
        try {
            Process run = new ProcessBuilder(all).redirectErrorStream(true).start();
            String text = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Said(run.waitFor(), text);
        } catch (IOException e) {
            return new Said(-1, e.toString());
        }
    }
}
