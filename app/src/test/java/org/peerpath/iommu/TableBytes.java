// SPDX-License-Identifier: Apache-2.0
package org.peerpath.iommu;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.peerpath.snapshot.Bytes;

/** ACPI tables as firmware writes them, as far as we read them. */
public final class TableBytes {
    private static final int ACPI_HEADER = 36;

    private TableBytes() {}

    private static void word(byte[] into, int at, int value) {
        into[at] = (byte) value;
        into[at + 1] = (byte) (value >> 8);
    }

    private static void dword(byte[] into, int at, int value) {
        word(into, at, value);
        word(into, at + 2, value >> 16);
    }

    public static Bytes iort(byte[]... nodes) {
        byte[] extra = new byte[12];
        dword(extra, 0, nodes.length);
        dword(extra, 4, ACPI_HEADER + extra.length);
        return table("IORT", extra, nodes);
    }

    public static Bytes ivrs(byte[]... blocks) {
        return table("IVRS", new byte[12], blocks);
    }

    private static Bytes table(String signature, byte[] extra, byte[]... parts) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.writeBytes(signature.getBytes(StandardCharsets.US_ASCII));
        whole.writeBytes(new byte[ACPI_HEADER - signature.length()]);
        whole.writeBytes(extra);
        for (byte[] part : parts) {
            whole.writeBytes(part);
        }
        byte[] table = whole.toByteArray();
        dword(table, 4, table.length);
        return Bytes.copyOf(table);
    }

    /** Any IORT node. */
    static byte[] node(int type, int length) {
        byte[] node = new byte[length];
        node[0] = (byte) type;
        word(node, 1, length);
        return node;
    }

    public static byte[] rootComplex(int segment, int ats) {
        byte[] node = node(2, 36);
        dword(node, 24, ats);
        dword(node, 28, segment);
        return node;
    }

    public static byte[] ivhd(int type, int flags, int device, int domain, byte[]... entries) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.writeBytes(new byte[type == 0x10 ? 24 : 40]);
        for (byte[] entry : entries) {
            whole.writeBytes(entry);
        }
        byte[] block = whole.toByteArray();
        block[0] = (byte) type;
        block[1] = (byte) flags;
        word(block, 2, block.length);
        word(block, 4, device);
        word(block, 16, domain);
        return block;
    }

    /** A device entry of 4 bytes, or from 0x40 on of 8 with extended data. */
    public static byte[] entry(int type, int device, int extended) {
        byte[] entry = new byte[type < 0x40 ? 4 : 8];
        entry[0] = (byte) type;
        word(entry, 1, device);
        if (entry.length == 8) {
            dword(entry, 4, extended);
        }
        return entry;
    }

    /** An entry named by an ACPI id, with a unique id of so many bytes. */
    static byte[] acpiDevice(int uniqueId) {
        byte[] entry = new byte[22 + uniqueId];
        entry[0] = (byte) 0xf0;
        word(entry, 1, 0x60);
        entry[21] = (byte) uniqueId;
        return entry;
    }
}
