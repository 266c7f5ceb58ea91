// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every line that is known, as each program prints it that shows, relays or keeps logs. */
class EveryPrefixTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                // dmesg, and its options -x, -T, --time-format iso; a kernel that names its callers
                "[  100.000001] ",
                "kern  :warn  : [  100.000001] ",
                "[Tue Mar  3 16:29:33 2026] ",
                "2026-03-03T16:29:33,239214+00:00 ",
                "[  100.000001][ T1234] ",
                "[  100.000001] [     C8] ",
                "<4>[  100.000001] ",
                // journalctl: short, short-precise, short-iso, short-full, short-monotonic, with-unit
                "Mar 03 16:29:33 node1 kernel: ",
                "Mar 03 16:29:33.239214 node1 kernel: ",
                "2026-03-03T16:29:33+00:00 node1 kernel: ",
                "Tue 2026-03-03 16:29:33 UTC node1 kernel: ",
                "[  100.000001] node1 kernel: ",
                // syslog, old and new (RFC 3164, RFC 5424), with the kernel's own time or without
                "Mar  3 16:29:33 node1 kernel: [  100.000001] ",
                "<4>Mar  3 16:29:33 node1 kernel: ",
                "<4>1 2026-03-03T16:29:33.239214+00:00 node1 kernel - - - ",
                // /dev/kmsg, netconsole
                "4,1234,100000001,-;",
                "4,1234,100000001,-,caller=C8;",
                // a container's log, a node problem detector, a collector that puts its own name before
                "2026-03-03T16:29:33.239214000Z stderr F ",
                "2026-03-03T16:29:33.239214000Z stdout F [  100.000001] ",
                "W0303 16:29:33.239214       1 log_monitor.go:160] ",
                "node1/kernel: ",
                "[node1] [  100.000001] ",
                // a console over a serial line, a mail
                "node1 login: [  100.000001] ",
                "> [  100.000001] ",
                "    [  100.000001] "
            })
    void isTheSameEvent(String prefix) {
        List<String> wrong = new ArrayList<>();
        for (EventLines.Row row : EventLines.all()) {
            List<LogEvent> events = Logs.read(prefix + "nothing here\n" + prefix + row.line() + "\n")
                    .events();
            List<String> found = events.stream()
                    .map(event -> event.kind() + " " + event.function().map(Object::toString))
                    .toList();
            if (!found.equals(List.of(row.kind() + " " + row.function()))) {
                wrong.add(row.line() + " -> " + found);
            }
        }
        assertEquals(List.of(), wrong, () -> wrong.size() + " lines, among them\n" + String.join("\n", wrong));
    }

    /** Old and new wordings of a subsystem are rows of one kind; these are the subsystems that have to be there. */
    @Test
    void everySubsystemHasItsLines() {
        List<String> lines = EventLines.all().stream().map(EventLines.Row::line).toList();
        assertTrue(EventLines.all().stream()
                        .map(EventLines.Row::kind)
                        .collect(Collectors.toSet())
                        .size()
                >= 15);
        for (String subsystem : Set.of(
                "DMAR: VT-d detected",
                "DMAR: QI PRIOR",
                "AMD-Vi: ",
                "iommu ivhd0: AMD-Vi",
                "arm-smmu-v3 ",
                "arm-smmu arm-smmu",
                "PCIe Bus Error",
                "CXL Bus Error",
                "error received: ",
                "error message received from",
                "EEH: ",
                "mce: [Hardware Error]",
                "NVRM: Xid",
                "NVRM: GPU",
                "amdgpu ",
                "mlx5_core ",
                "bnxt_en ",
                "ionic ",
                "irdma ",
                "vfio-pci ",
                "qemu-system-x86_64: ",
                "NCCL WARN",
                "NCCL INFO")) {
            assertTrue(lines.stream().anyMatch(line -> line.contains(subsystem)), subsystem);
        }
    }
}
