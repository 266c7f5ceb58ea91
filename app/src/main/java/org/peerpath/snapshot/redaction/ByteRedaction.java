// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.redaction;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.Set;
import org.peerpath.snapshot.Bytes;

/** Replaces serial numbers in bytes: the Device Serial Number capability and vital product data. */
final class ByteRedaction {
    private static final int FIRST_EXTENDED = 0x100;
    private static final int LAST_HEADER = 0xffc;
    /** Extended capability 0003h: header, then 8 bytes, the lower half first (PCIe 7.9.3). */
    private static final int SERIAL_NUMBER_ID = 0x0003;

    private static final int SERIAL_NUMBER_BYTES = 8;
    private static final int VPD_END = 0x78;
    private static final int VPD_READ_ONLY = 0x90;
    private static final int VPD_READ_WRITE = 0x91;
    /** What part it is, not which one: part number, engineering level, manufacturer, description, slot. */
    private static final Set<String> KEPT = Set.of("PN", "EC", "MN", "FG", "LC", "VA", "V0", "V2", "RV", "RW");

    private final Pseudonyms pseudonyms;

    ByteRedaction(Pseudonyms pseudonyms) {
        this.pseudonyms = pseudonyms;
    }

    /** A configuration space with another Device Serial Number, if it has one. */
    Bytes config(Bytes config) {
        byte[] changed = config.toArray();
        BitSet seen = new BitSet();
        int at = FIRST_EXTENDED;
        while (at >= FIRST_EXTENDED && at <= LAST_HEADER && at + 4 <= changed.length && !seen.get(at)) {
            seen.set(at);
            int header = config.dword(at);
            if ((header & 0xffff) == SERIAL_NUMBER_ID && at + 4 + SERIAL_NUMBER_BYTES <= changed.length) {
                serialNumber(changed, at + 4);
            }
            at = header >>> 20 & 0xffc;
        }
        return Bytes.copyOf(changed);
    }

    private void serialNumber(byte[] config, int at) {
        StringBuilder digits = new StringBuilder();
        for (int i = SERIAL_NUMBER_BYTES - 1; i >= 0; i--) {
            digits.append(HexFormat.of().toHexDigits(config[at + i]));
        }
        byte[] other = HexFormat.of().parseHex(pseudonyms.digits(digits.toString()));
        for (int i = 0; i < SERIAL_NUMBER_BYTES; i++) {
            config[at + i] = other[SERIAL_NUMBER_BYTES - 1 - i];
        }
    }

    /** Vital product data with other values under all keywords that could tell one card from another (PCI 2.2, I). */
    Bytes vpd(Bytes vpd) {
        byte[] data = vpd.toArray();
        int at = 0;
        while (at < data.length) {
            int tag = data[at] & 0xff;
            boolean large = (tag & 0x80) != 0;
            int start = at + (large ? 3 : 1);
            if ((tag & 0xf8) == VPD_END || start > data.length) {
                break;
            }
            int length = large ? vpd.word(at + 1) : tag & 7;
            if (length > data.length - start) {
                break;
            }
            if (tag == VPD_READ_ONLY || tag == VPD_READ_WRITE) {
                keywords(vpd, data, start, start + length);
            }
            at = start + length;
        }
        return Bytes.copyOf(data);
    }

    private void keywords(Bytes before, byte[] data, int from, int to) {
        int at = from;
        while (at + 3 <= to) {
            String keyword = new String(data, at, 2, StandardCharsets.ISO_8859_1);
            int start = at + 3;
            int length = Math.min(data[at + 2] & 0xff, to - start);
            if (keyword.equals("RV") && length > 0 && sum(before.toArray(), start) == 0) {
                data[start] = 0;
                data[start] = (byte) -sum(data, start);
            } else if (!KEPT.contains(keyword)) {
                value(data, start, length);
            }
            at = start + length;
        }
    }

    private void value(byte[] data, int start, int length) {
        String text = new String(data, start, length, StandardCharsets.ISO_8859_1);
        int end = text.indexOf('\0');
        String core = end < 0 ? text : text.substring(0, end);
        String other = core.matches("[0-9a-fA-F]{32}") ? pseudonyms.digits(core) : pseudonyms.serial(core);
        byte[] bytes = other.getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(bytes, 0, data, start, bytes.length);
        // What a vendor left behind the text's end can be anything.
        Arrays.fill(data, start + bytes.length, start + length, (byte) 0);
    }

    /** The check sum covers everything from the first byte to itself, and comes to zero. */
    private static int sum(byte[] data, int last) {
        int sum = 0;
        for (int i = 0; i <= last; i++) {
            sum += data[i];
        }
        return sum & 0xff;
    }
}
