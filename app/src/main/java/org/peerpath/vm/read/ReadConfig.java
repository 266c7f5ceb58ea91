// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.text.Clean;
import org.peerpath.vm.model.VmDescription;
import org.peerpath.vm.model.Vmm;

/** QEMU's {@code -readconfig} file: sections {@code [device "ID"]} with {@code key = "value"} (util/qemu-config.c). */
final class ReadConfig {
    static final String KIND = "qemu-config";
    private static final Pattern SECTION = Pattern.compile("\\s*\\[([\\w-]+)(?:\\s+\"([^\"]*)\")?]\\s*");
    private static final Pattern SETTING = Pattern.compile("\\s*([\\w.-]+)\\s*=\\s*\"([^\"]*)\"\\s*");

    private ReadConfig() {}

    static boolean recognises(List<String> lines) {
        return lines.stream().anyMatch(line -> {
            Matcher m = SECTION.matcher(line);
            return m.matches() && m.group(2) != null;
        });
    }

    static void read(List<String> lines, VmDescription.Builder into) {
        QemuDevices devices = new QemuDevices();
        Optional<String> section = Optional.empty();
        Map<String, String> settings = new LinkedHashMap<>();
        for (String line : lines) {
            Matcher begins = SECTION.matcher(line);
            if (begins.matches()) {
                end(section, settings, devices, into);
                section = Optional.of(begins.group(1));
                settings = new LinkedHashMap<>();
                if (begins.group(2) != null && !begins.group(2).isBlank()) {
                    settings.put("id", Clean.line(begins.group(2)));
                }
                continue;
            }
            Matcher setting = SETTING.matcher(line);
            if (setting.matches() && settings.size() < 256) {
                settings.put(setting.group(1), Clean.line(setting.group(2)));
            }
        }
        end(section, settings, devices, into);
        devices.into(into);
        into.vmm(Vmm.QEMU).kind(KIND);
    }

    private static void end(
            Optional<String> section, Map<String, String> settings, QemuDevices devices, VmDescription.Builder into) {
        switch (section.orElse("")) {
            case "device" -> devices.add(settings);
            case "machine" -> {
                devices.machine(settings);
                into.machine(Optional.ofNullable(settings.get("type")));
            }
            case "name" -> into.name(Optional.ofNullable(settings.get("guest")));
            default -> {}
        }
    }
}
