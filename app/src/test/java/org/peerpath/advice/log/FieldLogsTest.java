// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.advice.log.Conclusion.Confidence;
import org.peerpath.advice.log.Conclusion.Place;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Texts;

/** What people post: the logs on which an earlier version helped nobody, in each of the shapes in which logs are kept. */
class FieldLogsTest {
    private static String text(String name) {
        try (InputStream in =
                Objects.requireNonNull(FieldLogsTest.class.getResourceAsStream("/org/peerpath/posted/" + name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String told(Diagnosis diagnosis) {
        return diagnosis.conclusions().stream()
                .map(c -> c.signature().id()
                        + " " + c.place().name().toLowerCase(Locale.ROOT)
                        + c.suspects().stream().map(s -> " " + s.function()).collect(Collectors.joining()))
                .collect(Collectors.joining("; "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "logs/boot-quirk-then-xid.log | gpu-error first 0000:1b:00.0; no-memory-space separate 0000:02:00.0; "
                        + "ats-switched-off separate 0000:c4:00.0",
                "logs/eeh.log | device-frozen first 0003:01:00.0; nic-failed follows 0003:01:00.0",
                "logs/ghes.log | acs-violation first 0000:17:00.0",
                "logs/linkdown-then-hang.log | link-down first 0000:1a:00.0; device-tlb-hang follows",
                "logs/mce-panic.log | machine-check first; kernel-crash follows",
                "logs/mlx5-err-detected.log | nic-failed first 0000:18:00.0",
                "logs/nicfw-then-aer.log | nic-failed first 0000:18:00.0; completion-lost follows 0000:18:00.0",
                "logs/nvrm-init.log | gpu-lost first 0000:1b:00.0; gpu-not-started follows 0000:1b:00.0; "
                        + "gpu-not-started separate 0000:3b:00.0",
                "logs/unrelated.log | completion-lost first 0000:c1:00.0; gpu-error separate 0000:1b:00.0; "
                        + "nic-hot separate 0000:18:00.0",
                "text/amdvi-newformat.txt | invalidation-timeout first",
                "text/corrected-before-xid79.txt | link-failing first 0000:40:03.1 0000:41:00.0; "
                        + "gpu-lost follows 0000:41:00.0",
                "text/fallen-off-no-xid.txt | gpu-lost first 0000:41:00.0; gpu-not-started follows 0000:41:00.0; "
                        + "gpu-lost first 0000:41:00.0",
                "text/nccl-log.txt | transfer-failed first; passthrough-missing separate; gdr-not-used separate",
                "text/qemu-not-viable.txt | group-not-viable first 0000:86:00.0",
                "text/qi-devicetlb.txt | device-tlb-hang first 0000:53:00.0",
                "text/asis-from-dmesg/dmesg.txt | translation-fault first 0000:43:00.0"
            })
    void firstCauseWhatFollowsAndWhatHasNothingToDoWithIt(String name, String wanted) {
        assertEquals(wanted, told(Logs.diagnose(text(name))));
    }

    @Test
    void aLostGpuShowsOtherErrorsFirst() {
        Diagnosis diagnosis = Logs.diagnose(text("logs/amdgpu.log"));
        Conclusion first = diagnosis.conclusions().getFirst();
        assertEquals(Signature.GPU_LOST, first.signature());
        assertEquals(2, first.before().size(), "the ring's time-out and the reset led to it");
        assertTrue(diagnosis.conclusions().stream().skip(1).allMatch(c -> c.place() == Place.SEPARATE));
    }

    @Test
    void theDescriptorProvesTheDeviceAndTheResetIsShown() {
        Conclusion first =
                Logs.diagnose(text("text/qi-devicetlb.txt")).conclusions().getFirst();
        assertEquals(Confidence.CERTAIN, first.confidence());
        assertEquals(
                List.of("resetting", "reset done"),
                first.before().stream().map(e -> e.detail().orElse("")).toList());
        assertTrue(first.evidence().stream().anyMatch(e -> e.text().contains("QI PRIOR")));
        String advice = Texts.ENGLISH.say(first.advice());
        assertTrue(advice.contains("pci=noats") && advice.contains("maker's own switch"), advice);
    }

    @Test
    void theWaitingIommuIsNamedAndNotSuspected() {
        Conclusion first =
                Logs.diagnose(text("text/amdvi-newformat.txt")).conclusions().getFirst();
        assertTrue(Texts.ENGLISH.say(first.circumstance().orElseThrow()).contains("0000:c0:00.2"));
        assertEquals(List.of(), first.suspects());
    }

    @Test
    void bitsOfCorrectedErrorsAreReadWithoutTheirStatus() {
        Conclusion first = Logs.diagnose(text("text/corrected-before-xid79.txt"))
                .conclusions()
                .getFirst();
        List<String> bits =
                first.evidence().stream().flatMap(e -> e.detail().stream()).toList();
        assertTrue(bits.containsAll(List.of("BadTLP", "Rollover")), bits::toString);
    }

    /** Text that was read from a picture: what cannot be recognised in it any more is never taken for a quiet log. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "logs/amdgpu.log",
                "logs/eeh.log",
                "logs/ghes.log",
                "logs/linkdown-then-hang.log",
                "logs/mce-panic.log",
                "logs/mlx5-err-detected.log",
                "logs/nicfw-then-aer.log",
                "logs/nvrm-init.log",
                "text/corrected-before-xid79.txt",
                "text/fallen-off-no-xid.txt"
            })
    void damagedWordsAreNoQuietLog(String name) {
        String whole = text(name);
        for (UnaryOperator<String> damage : List.<UnaryOperator<String>>of(
                text -> text.replace(" ", ""),
                text -> text.replace("0", "O"),
                text -> text.replace("1", "l"),
                text -> text.replace("l", "1").replace("o", "0"),
                text -> text.replace(" ", "").replace("0", "O").replace("I", "l"))) {
            Diagnosis diagnosis = Logs.diagnose(damage.apply(whole));
            assertTrue(
                    diagnosis.isTrouble() || !diagnosis.facts().log(),
                    () -> "taken for a quiet log:\n" + damage.apply(whole));
        }
    }

    /** The same log in every dress: what is concluded does not depend on what stands before the lines. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "logs/amdgpu.log",
                "logs/boot-quirk-then-xid.log",
                "logs/eeh.log",
                "logs/ghes.log",
                "logs/linkdown-then-hang.log",
                "logs/mce-panic.log",
                "logs/mlx5-err-detected.log",
                "logs/nicfw-then-aer.log",
                "logs/nvrm-init.log",
                "logs/unrelated.log",
                "text/corrected-before-xid79.txt",
                "text/asis-from-dmesg/dmesg.txt"
            })
    void inEveryPrefix(String name) {
        List<String> lines = text(name).lines().toList();
        String wanted = told(Logs.diagnose(text(name)));
        for (Dress dress : Dress.values()) {
            String dressed = lines.stream().map(dress::on).collect(Collectors.joining("\n", "", "\n"));
            assertEquals(wanted, told(Logs.diagnose(dressed)), dress + "\n" + dressed);
        }
        String windows = String.join("\r\n", lines);
        assertEquals(wanted, told(Logs.diagnose(windows)));
    }

    /** How logs are kept; the time since boot becomes a date where the shape has no other. */
    private enum Dress {
        SYSLOG {
            @Override
            String on(double seconds, String text) {
                return date(seconds, "Mar %2d %02d:%02d:%02d node kernel: ") + text;
            }
        },
        SYSLOG_AND_BOOT_TIME {
            @Override
            String on(double seconds, String text) {
                return date(seconds, "Mar %2d %02d:%02d:%02d node kernel: ")
                        + String.format("[%12.6f] ", seconds)
                        + text;
            }
        },
        ISO {
            @Override
            String on(double seconds, String text) {
                return date(seconds, "2026-03-%02dT%02d:%02d:%02d.123456+09:00 node kernel: ") + text;
            }
        },
        DMESG_T {
            @Override
            String on(double seconds, String text) {
                return date(seconds, "[Sun Mar %2d %02d:%02d:%02d 2026] ") + text;
            }
        },
        CALLER {
            @Override
            String on(double seconds, String text) {
                return String.format("[%12.6f][  T607] ", seconds) + text;
            }
        },
        LEVEL {
            @Override
            String on(double seconds, String text) {
                return String.format("<4>[%12.6f] ", seconds) + text;
            }
        },
        KMSG {
            @Override
            String on(double seconds, String text) {
                return String.format("4,100,%d,-;", (long) (seconds * 1e6)) + text;
            }
        },
        QUOTED {
            @Override
            String on(double seconds, String text) {
                return String.format("> [%12.6f] ", seconds) + text;
            }
        };

        abstract String on(double seconds, String text);

        private static String date(double seconds, String format) {
            long whole = (long) seconds;
            return String.format(format, 1 + whole / 86_400, whole / 3600 % 24, whole / 60 % 60, whole % 60);
        }

        String on(String line) {
            LinePrefix prefix = LinePrefix.strip(line);
            return prefix.stamp().seconds().isPresent()
                    ? on(prefix.stamp().seconds().getAsDouble(), prefix.text())
                    : line;
        }
    }

    // ---- Decoding --------------------------------------------------------------------------------------------------

    @Test
    void descriptorsOfTheInvalidationQueue() {
        assertEquals(
                new Descriptor(Descriptor.DEVICE_TLB, Optional.of(Address.of("0000:53:00.0"))),
                Descriptor.of(0x5300530000000003L));
        assertEquals(
                new Descriptor(Descriptor.DEVICE_TLB_PASID, Optional.of(Address.of("0000:53:00.1"))),
                Descriptor.of(0x0000000153010008L));
        assertEquals("invalidation wait", Descriptor.of(0x200000025L).type());
        assertEquals("IOTLB invalidation", Descriptor.of(0xffff2L).type());
        assertEquals("descriptor of type 15", Descriptor.of(-1L).type());
    }

    @Test
    void rawWordsOfAnSmmuNameTheDeviceAndTheAddress() {
        LogEvent event = Logs.read("""
                        [   10.000000] arm-smmu-v3 arm-smmu-v3.3.auto: event 0x10 received:
                        [   10.000001] arm-smmu-v3 arm-smmu-v3.3.auto: \t0x0000410000000010
                        [   10.000002] arm-smmu-v3 arm-smmu-v3.3.auto: \t0x0000020000000000
                        [   10.000003] arm-smmu-v3 arm-smmu-v3.3.auto: \t0x0000030000400000
                        [   10.000004] arm-smmu-v3 arm-smmu-v3.3.auto: \t0x0000000000000000
                        """).events().getFirst();
        assertEquals("0000:41:00.0", event.function().orElseThrow().toString());
        assertEquals(0x30000400000L, event.address().orElseThrow());
        assertEquals("arm-smmu-v3.3.auto", event.hit().unit().orElseThrow());
    }

    @Test
    void addressesAreComparedWithTheBarsThatTheLogItselfTells() {
        for (String bar : List.of(
                "pci 0000:44:00.0: reg 0x14: [mem 0x30000000000-0x31fffffffff 64bit pref]",
                "pci 0000:44:00.0: BAR 1 [mem 0x30000000000-0x31fffffffff 64bit pref]",
                "pci 0000:44:00.0: BAR 1: assigned [mem 0x30000000000-0x31fffffffff 64bit pref]")) {
            String log = "[    1.000000] " + bar + "\n" + text("text/asis-from-dmesg/dmesg.txt");
            Conclusion first = Logs.diagnose(log).conclusions().getFirst();
            assertEquals(Signature.PEER_TO_PEER_REFUSED, first.signature(), bar);
            String about = Texts.ENGLISH.say(first.circumstance().orElseThrow());
            assertTrue(about.contains("BAR 1 of 0000:44:00.0"), about);
            assertTrue(Texts.ENGLISH.say(first.advice()).contains("iommu=pt"));
        }
        String elsewhere = "[    1.000000] pci 0000:44:00.0: reg 0x14: [mem 0x40000000000-0x41fffffffff 64bit pref]\n"
                + text("text/asis-from-dmesg/dmesg.txt");
        assertEquals(
                Signature.TRANSLATION_FAULT,
                Logs.diagnose(elsewhere).conclusions().getFirst().signature());
        String own = "[    1.000000] pci 0000:43:00.0: reg 0x10: [mem 0x30000000000-0x31fffffffff 64bit pref]\n"
                + text("text/asis-from-dmesg/dmesg.txt");
        assertEquals(
                Signature.TRANSLATION_FAULT,
                Logs.diagnose(own).conclusions().getFirst().signature(),
                "its own memory is no peer");
    }

    // ---- Boots and what is no log
    // ------------------------------------------------------------------------------------

    @Test
    void theClockTellsBootsApartWhereTimeSinceBootDoesNot() {
        assertEquals(2, Logs.read(text("text/fallen-off-no-xid.txt")).boots());
        String late =
                "Mar 03 18:19:48 node kernel: [ 6620.817762] NVRM: GPU at 00000000:41:00.0 has fallen off the bus.\n";
        String early =
                "Mar 03 16:29:33 node kernel: [    7.239214] NVRM: GPU 0000:41:00.0: GPU has fallen off the bus.\n";
        assertEquals(1, Logs.read(early + late).boots(), "the same boot, 6613 s later by both clocks");
        String newYear =
                "Jan 01 00:10:00 node kernel: [  700.000000] NVRM: GPU 0000:41:00.0: GPU has fallen off the bus.\n";
        String oldYear =
                "Dec 31 23:59:50 node kernel: [   90.000000] NVRM: GPU 0000:41:00.0: GPU has fallen off the bus.\n";
        assertEquals(1, Logs.read(oldYear + newYear).boots(), "across the turn of the year");
        String announced = "Mar 03 16:29:26 node kernel: [    0.000000] Linux version 6.8.0 (x)\n";
        assertEquals(
                1,
                Logs.read(announced + early + late.replace("6620.8", "  20.8")).boots(),
                "the clock was set: another boot would begin with its version");
    }

    @Test
    void whatIsNoLogIsNone() {
        for (String text : List.of(
                "NAME=\"Ubuntu\"\nVERSION_ID=\"24.04\"\nID=ubuntu\n",
                "Dear colleagues,\nthe server is slow since Monday.\n\nRegards\n",
                "00:00.0 Host bridge: Intel Corporation Device 09a2\n00:01.0 PCI bridge: Intel Corporation Device 352a\n\t"
                        + "Kernel driver in use: pcieport\n",
                "",
                "\n\n\n")) {
            assertFalse(Logs.read(text).log(), text);
        }
        for (String text : List.of(
                "[    1.000000] all is well\n",
                "Mar 03 16:29:33 node sshd[12]: Accepted publickey\n",
                "node1:402:461 [0] NCCL INFO Bootstrap : Using eth0\n",
                "pcieport 0000:00:1c.0: Enabling MPC IRBNCE\npci 0000:00:1f.0: fine\n")) {
            assertTrue(Logs.read(text).log(), text);
        }
    }

    @Test
    void aQuietLogSaysHowMuchWasLookedAt() {
        LogFacts facts = Logs.read("Mar 03 16:29:33 node systemd[1]: Started a\n".repeat(3)
                + "Mar 05 10:00:00 node systemd[1]: Started b\n");
        assertEquals("Mar 03 16:29:33", facts.from());
        assertEquals("Mar 05 10:00:00", facts.to());
        LogFacts long1 = Logs.read("[    1.000000] x\n" + "[    2.000000] y\n".repeat(100_000) + "[  300.000000] z");
        assertEquals("1.000000", long1.from());
        assertEquals("300.000000", long1.to());
        assertEquals(100_002, long1.lines());
    }
}
