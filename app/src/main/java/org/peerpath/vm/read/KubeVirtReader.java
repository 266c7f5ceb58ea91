// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.text.Clean;
import org.peerpath.vm.model.VmDescription;
import org.peerpath.vm.model.Vmm;

/**
 * A VirtualMachine or VirtualMachineInstance of KubeVirt. It asks for devices by the names of resources; which functions
 * they become is decided when it starts.
 */
final class KubeVirtReader {
    static final String KIND = "kubevirt-yaml";
    private static final Pattern API = Pattern.compile("\\s*apiVersion:\\s*[\"']?kubevirt\\.io/.*");
    private static final Pattern ASKED = Pattern.compile(
            "\\s*(?:-\\s+)?(?:deviceName|claimName|resourceName):\\s*[\"']?([\\w./-]{1,253})[\"']?\\s*(?:#.*)?");
    private static final Pattern NAME = Pattern.compile("(\\s+)name:\\s*[\"']?([\\w.-]{1,253})[\"']?\\s*(?:#.*)?");

    private KubeVirtReader() {}

    static boolean recognises(List<String> lines) {
        return lines.stream().limit(200).anyMatch(line -> API.matcher(line).matches());
    }

    static void read(List<String> lines, VmDescription.Builder into) {
        List<String> asked = new ArrayList<>();
        Optional<String> name = Optional.empty();
        boolean metadata = false;
        for (String line : lines) {
            if (!line.isBlank() && !Character.isWhitespace(line.charAt(0))) {
                metadata = line.startsWith("metadata:");
            }
            Matcher named = NAME.matcher(line);
            if (metadata && name.isEmpty() && named.matches()) {
                name = Optional.of(named.group(2));
            }
            Matcher device = ASKED.matcher(line);
            if (device.matches() && asked.size() < 1024) {
                asked.add(Clean.line(device.group(1)));
            }
        }
        into.name(name).vmm(Vmm.QEMU).requests(asked).kind(KIND);
    }
}
