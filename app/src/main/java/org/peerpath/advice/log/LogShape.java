// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Tells whether a text is a log at all, by a sample of its lines: times before them, or words that only kernels use. */
final class LogShape {
    /** So many lines are looked at from the beginning, and one of so many after them. */
    private static final long FIRST = 2000;

    private static final int EVERY = 64;
    private static final List<String> SAID = List.of(
            "DMAR: ",
            "AMD-Vi: ",
            "arm-smmu",
            "pcieport 0",
            "mlx5_core 0",
            "NVRM: ",
            "watchdog: ",
            "Call Trace:",
            "RIP: 0010:",
            "vfio-pci 0",
            "AER: ",
            "Kernel panic - ",
            "audit: ",
            "usb 1-",
            "EXT4-fs",
            "systemd[1]",
            "pci 0000:",
            "ACPI: ",
            "iommu: ",
            "amdgpu 0",
            "EEH: ",
            "NCCL INFO ",
            "NCCL WARN ");

    /** Words of trouble that are long enough to be known without their blanks. */
    private static final int TELLING = 12;
    /** Longer texts were not read from a picture. */
    private static final int PASTED = 200;

    private static final Map<String, String> SQUEEZED = Wordings.ALL.stream()
            .filter(wording -> wording.kind().isTrouble() || wording.kind() == EventKind.AER_FIRMWARE)
            .map(Wording::needle)
            .filter(needle -> squeezed(needle).length() >= TELLING)
            .collect(Collectors.toMap(LogShape::squeezed, LogShape::collapsed, (one, other) -> one));

    private boolean damaged;
    private long looked;
    private long stamped;
    private long said;
    private Stamp first = Stamp.NONE;
    private Stamp last = Stamp.NONE;

    static boolean isSample(long line) {
        return line <= FIRST || line % EVERY == 0;
    }

    void look(String raw) {
        if (raw.isBlank()) {
            return;
        }
        looked++;
        damaged |= looked <= PASTED && isDamaged(raw);
        LinePrefix prefix = LinePrefix.strip(raw);
        if (prefix.stamp().isKnown()) {
            stamped++;
            first = first.isKnown() ? first : prefix.stamp();
        } else if (SAID.stream().anyMatch(raw::contains)) {
            said++;
        }
    }

    /** Looks at what may be the last line. */
    void passed(String raw) {
        Stamp stamp = LinePrefix.strip(raw).stamp();
        last = stamp.isKnown() ? stamp : last;
    }

    /**
     * Whether words of trouble stand in a line that are only recognised without its blanks, and with letters for the digits
     * that look like them: text that was read from a picture, or that lost its blanks on the way.
     */
    private static boolean isDamaged(String raw) {
        String plain = collapsed(raw.toLowerCase(Locale.ROOT));
        String squeezed = squeezed(raw);
        return SQUEEZED.entrySet().stream()
                .anyMatch(words -> squeezed.contains(words.getKey()) && !plain.contains(words.getValue()));
    }

    private static String collapsed(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }

    private static String squeezed(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = Character.toLowerCase(text.charAt(i));
            switch (c) {
                case ' ', '\t' -> {}
                case '0' -> out.append('o');
                case '1', 'i', '|' -> out.append('l');
                default -> out.append(c);
            }
        }
        return out.toString();
    }

    /** Whether a line tells of trouble in words that were damaged, so that their absence proves nothing. */
    boolean isDamaged() {
        return damaged;
    }

    /** Whether enough of the lines look as those of a log. */
    boolean isLog() {
        return stamped >= 3 || stamped * 2 >= Math.max(1, looked) || said * 3 >= Math.max(1, looked);
    }

    String from() {
        return first.shown();
    }

    String to() {
        return last.shown();
    }
}
