// SPDX-License-Identifier: Apache-2.0
package org.peerpath.testing;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.peerpath.snapshot.Bytes;

/** Vital product data as a device keeps it (PCI Local Bus Specification 3.0, appendix I). */
public final class VpdBytes {
    private VpdBytes() {}

    /**
     * A product name and read-only fields, each as keyword and value in turn, closed by the checksum.
     *
     * @param fields {@code "PN", "900-9X81E", "SN", "MT2500"}
     */
    public static Bytes of(String product, String... fields) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        large(out, 0x82, product.getBytes(StandardCharsets.ISO_8859_1));
        ByteArrayOutputStream readOnly = new ByteArrayOutputStream();
        for (int i = 0; i < fields.length; i += 2) {
            field(readOnly, fields[i], fields[i + 1].getBytes(StandardCharsets.ISO_8859_1));
        }
        int length = readOnly.size() + 4;
        out.write(0x90);
        out.write(length);
        out.write(length >> 8);
        out.writeBytes(readOnly.toByteArray());
        out.write('R');
        out.write('V');
        out.write(1);
        int sum = 0;
        for (byte b : out.toByteArray()) {
            sum += b;
        }
        out.write(-sum);
        out.write(0x78);
        return Bytes.copyOf(out.toByteArray());
    }

    private static void large(ByteArrayOutputStream out, int tag, byte[] data) {
        out.write(tag);
        out.write(data.length);
        out.write(data.length >> 8);
        out.writeBytes(data);
    }

    private static void field(ByteArrayOutputStream out, String keyword, byte[] value) {
        out.writeBytes(keyword.getBytes(StandardCharsets.US_ASCII));
        out.write(value.length);
        out.writeBytes(value);
    }
}
