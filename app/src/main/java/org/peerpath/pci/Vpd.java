// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.text.Clean;

/**
 * Vital product data (PCI Local Bus Specification 3.0, appendix I). Keywords seen in the field: {@code PN} part number,
 * {@code SN} serial number, {@code V0}–{@code VZ} the vendor's own; NVIDIA pairs a NIC and its Data Direct function by
 * {@code V3} (rdma-core) or {@code VU} (the kernel).
 *
 * @param product the product name; empty if there is none
 * @param fields by keyword in the order found, read-only ones first; RV and RW, which carry no text, left out
 * @param whole whether the data ended with their end tag and every length fitted
 * @param checksum whether the bytes up to RV add up to 0; false also where there is no RV
 */
public record Vpd(String product, Map<String, String> fields, boolean whole, boolean checksum) {
    private static final int LARGE = 0x80;
    private static final int PRODUCT = 0x82;
    private static final int READ_ONLY = 0x90;
    private static final int READ_WRITE = 0x91;
    private static final int END = 0x78;

    public Vpd {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    /** The value of a keyword. */
    public Optional<String> field(String keyword) {
        return Optional.ofNullable(fields.get(keyword));
    }

    /** The function's serial number as one clean line; empty where no vital product data were read, or have none. */
    public static Optional<String> serial(FunctionFacts facts) {
        return facts.bytes(Attributes.VPD)
                .map(Vpd::parse)
                .asOptional()
                .flatMap(data -> data.field("SN"))
                .map(Clean::line);
    }

    /** What the vendor's own keywords, V0 to VZ, say; empty where no vital product data were read. */
    static String vendorText(FunctionFacts facts) {
        return facts
                .bytes(Attributes.VPD)
                .map(Vpd::parse)
                .asOptional()
                .map(Vpd::fields)
                .orElse(Map.of())
                .entrySet()
                .stream()
                .filter(field -> field.getKey().startsWith("V"))
                .map(Map.Entry::getValue)
                .collect(Collectors.joining("\n"));
    }

    /** Reads as far as the data make sense. */
    public static Vpd parse(Bytes data) {
        String product = "";
        Map<String, String> fields = new LinkedHashMap<>();
        boolean checksum = false;
        int at = 0;
        while (at < data.length()) {
            int tag = data.at(at);
            if (tag == END) {
                return new Vpd(product, fields, true, checksum);
            }
            boolean large = (tag & LARGE) != 0;
            if (large && at + 3 > data.length()) {
                break;
            }
            int start = at + (large ? 3 : 1);
            int length = large ? data.word(at + 1) : tag & 7;
            // Unwritten memory reads as zeros or ones; neither is a resource.
            if (tag == 0 || tag == 0xff || start + length > data.length()) {
                break;
            }
            if (tag == PRODUCT) {
                product = text(data, start, length);
            } else if (tag == READ_ONLY || tag == READ_WRITE) {
                checksum |= fields(data, start, start + length, fields);
            }
            at = start + length;
        }
        return new Vpd(product, fields, false, checksum);
    }

    /** Returns whether a checksum was found and holds. */
    private static boolean fields(Bytes data, int from, int to, Map<String, String> fields) {
        boolean checksum = false;
        int at = from;
        while (at + 3 <= to) {
            String keyword = text(data, at, 2);
            int length = data.at(at + 2);
            int start = at + 3;
            if (start + length > to) {
                break;
            }
            if (keyword.equals("RV")) {
                checksum = length > 0 && sum(data, start) == 0;
            } else if (keyword.matches("[A-Z0-9]{2}") && !keyword.equals("RW")) {
                fields.putIfAbsent(keyword, text(data, start, length));
            }
            at = start + length;
        }
        return checksum;
    }

    private static int sum(Bytes data, int last) {
        int sum = 0;
        for (int i = 0; i <= last; i++) {
            sum += data.at(i);
        }
        return sum & 0xff;
    }

    private static String text(Bytes data, int from, int length) {
        String raw = new String(data.slice(from, from + length).toArray(), StandardCharsets.ISO_8859_1);
        return Clean.line(raw.replace("\0", "")).strip();
    }
}
