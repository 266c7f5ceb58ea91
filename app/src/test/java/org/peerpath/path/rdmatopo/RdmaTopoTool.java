// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path.rdmatopo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.DeflaterOutputStream;
import org.peerpath.model.HostModel;
import org.peerpath.path.Scenario;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import tools.jackson.databind.json.JsonMapper;

/** Asks {@code rdma_topo check} itself, where it is installed ({@code -Dpeerpath.rdma_topo=/usr/sbin/rdma_topo}). */
final class RdmaTopoTool {
    /** It meets what it did not think of, and ends. */
    static final String STOPS = "unexpected";

    /** It finds nothing that it is about. */
    static final String NOT_SUPPORTED = "not supported";

    private static final Path TOOL = Path.of(System.getProperty("peerpath.rdma_topo", "/usr/sbin/rdma_topo"));
    private static final Pattern ADDRESS = Pattern.compile("[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]");

    private final Path dump;

    /**
     * A tool that reads hosts from a file.
     *
     * @param folder where to write that file
     */
    RdmaTopoTool(Path folder) {
        this.dump = folder.resolve("dump.json");
    }

    static boolean isInstalled() {
        return Files.isReadable(TOOL);
    }

    /**
     * Returns the functions that its failing lines name first, {@link #STOPS} or {@link #NOT_SUPPORTED}; empty where
     * nothing fails.
     */
    String says(HostModel host, Scenario scenario) throws IOException, InterruptedException {
        Files.writeString(dump, dump(host));
        List<String> command = new ArrayList<>(List.of("python3", TOOL.toString(), "check", "-F", dump.toString()));
        if (scenario == Scenario.VM) {
            command.add("--virt");
        } else if (scenario == Scenario.BARE_METAL) {
            command.add("--no-virt");
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = process.waitFor();
        if (text.contains("No supported topology") || text.contains("is not supported on")) {
            return NOT_SUPPORTED;
        }
        if (text.contains("Unexpected topology") || text.contains("Traceback")) {
            return STOPS;
        }
        List<String> failed = new ArrayList<>();
        for (String line : text.split("\n", -1)) {
            Matcher m = ADDRESS.matcher(line);
            if (line.startsWith("FAIL") && m.find()) {
                failed.add(m.group());
            } else if (line.startsWith("FAIL")) {
                failed.add(host.topology().functions().firstKey().toString().replace(":00:00.0", ":01:00.0"));
            }
        }
        assertEquals(failed.isEmpty() ? 0 : 100, status, text);
        return String.join(" ", failed);
    }

    private static String dump(HostModel host) throws IOException {
        List<Map<String, Object>> all = new ArrayList<>();
        for (PciFunction function : host.topology().functions().values()) {
            Map<String, Object> device = new TreeMap<>();
            List<Address> chain = new ArrayList<>(
                    host.topology().place(function.address()).chain().reversed());
            chain.add(function.address());
            device.put(
                    "realpath",
                    "/sys/devices/pci"
                            + String.format(
                                    "%04x:%02x",
                                    chain.getFirst().domain(), chain.getFirst().bus())
                            + chain.stream().map(a -> "/" + a).collect(Collectors.joining()));
            device.put(
                    "config",
                    packed(function.facts()
                            .bytes(Attributes.CONFIG)
                            .asOptional()
                            .orElseThrow()
                            .toArray()));
            int code = function.classCode().asOptional().orElseThrow();
            device.put(
                    "modalias",
                    String.format(
                            Locale.ROOT,
                            "pci:v%08Xd%08Xsv00000000sd00000000bc%02Xsc%02Xi%02X",
                            function.vendor().asOptional().orElseThrow(),
                            function.device().asOptional().orElseThrow(),
                            code >> 16,
                            (code >> 8) & 0xff,
                            code & 0xff));
            function.facts()
                    .text(Attributes.IOMMU_GROUP)
                    .asOptional()
                    .ifPresent(g -> device.put("iommu_group", Integer.valueOf(g.strip())));
            function.facts()
                    .text(Attributes.NUMA_NODE)
                    .asOptional()
                    .ifPresent(n -> device.put("numa_node", Integer.valueOf(n.strip())));
            if (function.facts().bytes(Attributes.VPD).isKnown()) {
                device.put(
                        "vpd",
                        packed(function.facts()
                                .bytes(Attributes.VPD)
                                .asOptional()
                                .orElseThrow()
                                .toArray()));
            }
            all.add(device);
        }
        return JsonMapper.shared().writeValueAsString(all);
    }

    private static String packed(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflate = new DeflaterOutputStream(out)) {
            deflate.write(bytes);
        }
        return Base64.getEncoder().encodeToString(out.toByteArray());
    }
}
