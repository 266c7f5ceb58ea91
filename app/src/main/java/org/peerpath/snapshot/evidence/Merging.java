// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.util.Locale;
import java.util.Set;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.Reading;

/** When one reading says more than another of the same thing, and when the two cannot both be right. */
final class Merging {
    /** Where a number comes from that was only concluded from a name, or is not whole. */
    private static final Set<String> WEAK = Set.of("lspci names", "lspci without prog-if", "nccl topology", "lspci -t");

    /** Each tool has its own words for these. */
    private static final Set<String> WORDED = Set.of("name", "class_name", "subsystem_name", "label", "physical_slot");

    private Merging() {}

    /** Whether the second is to stand in the place of the first. */
    static boolean saysMore(Reading had, Reading more) {
        return switch (had) {
            case Reading.Failed failed -> !(more instanceof Reading.Failed);
            case Reading.Missing missing -> !(more instanceof Reading.Failed || more instanceof Reading.Missing);
            case Reading.Data data ->
                more instanceof Reading.Data other
                        && other.bytes().length() > data.bytes().length()
                        && other.bytes().startsWith(data.bytes());
            case Reading.Text text ->
                more instanceof Reading.Text
                        && ((WEAK.contains(text.source()) && !WEAK.contains(more.source()))
                                || isLater(text.source(), more.source()));
            case Reading.Listing listing ->
                more instanceof Reading.Listing other
                        && other.entries().size() > listing.entries().size()
                        && other.entries().containsAll(listing.entries());
        };
    }

    /** What one log, or one session, says last counts: of two boots the second. */
    private static boolean isLater(String had, String more) {
        return had.equals(more) && (had.equals(KernelLogParser.SOURCE) || had.equals("mlxconfig"));
    }

    /** Whether both say what the thing is, and not the same. */
    static boolean contradicts(String key, Reading had, Reading more) {
        if (had instanceof Reading.Data(Bytes a, String s) && more instanceof Reading.Data(Bytes b, String t)) {
            return !a.startsWith(b) && !b.startsWith(a);
        }
        if (had instanceof Reading.Text(String a, String s) && more instanceof Reading.Text(String b, String t)) {
            boolean comparable = !WORDED.contains(key)
                    && !WEAK.contains(t)
                    && !key.startsWith("peerpath/")
                    && !key.startsWith("libvirt/");
            return comparable
                    && !same(key, a.strip().toLowerCase(Locale.ROOT), b.strip().toLowerCase(Locale.ROOT));
        }
        return had instanceof Reading.Listing(var a, String s)
                && more instanceof Reading.Listing(var b, String t)
                && !a.containsAll(b)
                && !b.containsAll(a);
    }

    /** Versions carry the board's id behind them, classes their programming interface or not. */
    private static boolean same(String key, String a, String b) {
        if (key.equals(Attributes.CLASS)) {
            return a.length() < 6 || b.length() < 6 || a.substring(0, 6).equals(b.substring(0, 6));
        }
        if (isFirmware(key)) {
            return first(a).equals(first(b));
        }
        return a.equals(b);
    }

    static boolean isFirmware(String key) {
        return key.equals(Attributes.FIRMWARE_VERSION) || key.endsWith("/fw_ver");
    }

    private static String first(String text) {
        int blank = text.indexOf(' ');
        return blank < 0 ? text : text.substring(0, blank);
    }
}
