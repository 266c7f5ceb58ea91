// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import org.jspecify.annotations.Nullable;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.lspci.LspciReader;
import org.peerpath.text.Message;

/**
 * Configuration space as far as it is known: the bytes read and, beyond them, the single bits that lspci's text tells.
 * Every decoder asks here, so bytes and text run through the same code and an unread bit can never pass for a zero.
 */
final class ConfigSpace {
    static final int SIZE = 4096;
    static final int HEADER_SIZE = 64;
    /** What conventional PCI has; PCI Express has the extended space behind it. */
    private static final int CONVENTIONAL_SIZE = 256;

    static final Message NOT_READ = Message.of("unknown.config.not-read");
    static final Message NOT_ROOT = Message.of("unknown.config.not-root");
    static final Message NO_EXTENDED = Message.of("unknown.config.no-extended");
    static final Message ALL_ONES = Message.of("unknown.config.all-ones");
    private static final Message ALL_ZEROS = Message.of("unknown.config.all-zeros");
    static final Message BROKEN = Message.of("unknown.config.broken-list");
    static final Message VPD_NOT_READ = Message.of("unknown.vpd.not-read");
    static final Message BEYOND_END = Message.of("unknown.config.beyond-end");

    private final Bytes bytes;
    private final @Nullable KnownBits text;
    private final Message beyond;

    private ConfigSpace(Bytes bytes, @Nullable KnownBits text, Message beyond) {
        this.bytes = bytes;
        this.text = text;
        this.beyond = beyond;
    }

    /** What a function's readings tell. */
    static ConfigSpace of(FunctionFacts facts, LspciText.Context context) {
        KnownBits text = facts.lspciText().isEmpty() ? null : LspciText.read(facts, context);
        Bytes read = Bytes.EMPTY;
        Message why = NOT_READ;
        if (facts.attributes().containsKey(Attributes.CONFIG)) {
            switch (facts.bytes(Attributes.CONFIG)) {
                case Fact.Known<Bytes>(Bytes known) -> read = known;
                case Fact.Unknown<Bytes>(Message reason) -> why = reason;
                case Fact.Absent<Bytes>() -> {}
            }
        }
        if (allOnes(read) || retries(read)) {
            return new ConfigSpace(Bytes.EMPTY, text, ALL_ONES);
        }
        if (readsAs(0xff, read)) {
            return new ConfigSpace(read.slice(0, HEADER_SIZE), text, ALL_ONES);
        }
        if (allZeros(read)) {
            read = Bytes.EMPTY;
            why = ALL_ZEROS;
        } else if (readsAs(0, read)) {
            read = read.slice(0, HEADER_SIZE);
        }
        if (text != null && read.length() < SIZE) {
            // Registers printed below a function show that it answered, whatever revision its first line names.
            boolean silent = why.equals(LspciReader.NO_ANSWER) && text.known(Register.COMMAND.offset()) == 0;
            return new ConfigSpace(read, text, silent ? why : text.whyUnknown());
        }
        return of(read, why);
    }

    /** From bytes alone. */
    static ConfigSpace of(Bytes read) {
        return allOnes(read) ? new ConfigSpace(Bytes.EMPTY, null, ALL_ONES) : of(read, NOT_READ);
    }

    private static ConfigSpace of(Bytes read, Message whyNothing) {
        int length = read.length();
        Message why =
                length == 0 ? whyNothing : length <= HEADER_SIZE ? NOT_ROOT : length < SIZE ? NO_EXTENDED : BEYOND_END;
        return new ConfigSpace(read, null, why);
    }

    /** A device that is gone, or asleep in D3cold, answers every read with ones; a VF's ids do too, but not the rest. */
    private static boolean allOnes(Bytes read) {
        return isAll(0xff, read, 0, HEADER_SIZE);
    }

    /** A device that was reset and is not ready again: Vendor ID 0001h, the rest as of one that is gone (PCIe 2.3.2). */
    private static boolean retries(Bytes read) {
        return read.length() > 2 && read.at(0) == 1 && read.at(1) == 0 && isAll(0xff, read, 2, HEADER_SIZE);
    }

    /** No function has a header of zeros; tar writes one of a file that was not readable, at its nominal size. */
    private static boolean allZeros(Bytes read) {
        return isAll(0, read, 0, HEADER_SIZE);
    }

    /**
     * Whether nothing stands where the header says that the capabilities begin, nor anywhere behind it. Ones: the device
     * went away while it was being read. Zeros: that much was readable without root, and tar filled up the rest.
     */
    private static boolean readsAs(int value, Bytes read) {
        return read.length() >= CONVENTIONAL_SIZE
                && Field.CAPABILITIES_LIST.of(read.word(Register.STATUS.offset())) != 0
                && isAll(value, read, HEADER_SIZE, CONVENTIONAL_SIZE);
    }

    /** Whether all bytes that were read in a range, of which there are some, have one value. */
    private static boolean isAll(int value, Bytes read, int from, int to) {
        int end = Math.min(read.length(), to);
        for (int i = from; i < end; i++) {
            if (read.at(i) != value) {
                return false;
            }
        }
        return end > from;
    }

    /** Whether the source tells that every register read as ones, as only those of a function do that is not there. */
    boolean readsAsOnes() {
        return beyond.equals(ALL_ONES) || beyond.equals(LspciReader.NO_ANSWER);
    }

    /** Why what is not known is not known. */
    Message whyUnknown() {
        return beyond;
    }

    /** Whether these bits are known. Offsets outside configuration space never are. */
    boolean knows(int offset, int width, int mask) {
        if (offset >= 0 && offset + width <= bytes.length()) {
            return true;
        }
        if (text == null || offset < 0 || offset + width > SIZE) {
            return false;
        }
        int known = 0;
        for (int i = 0; i < width; i++) {
            known |= (offset + i < bytes.length() ? 0xff : text.known(offset + i)) << (8 * i);
        }
        return (known & mask) == mask;
    }

    /** The value at an offset, little endian; bits that are not known read as 0, so ask {@link #knows} first. */
    int get(int offset, int width) {
        int value = 0;
        for (int i = 0; i < width; i++) {
            value |= at(offset + i) << (8 * i);
        }
        return value;
    }

    private int at(int offset) {
        if (offset < bytes.length()) {
            return bytes.at(offset);
        }
        return text == null ? 0 : text.value(offset);
    }

    /**
     * A register's value.
     *
     * @param base where its block begins
     */
    Fact<Integer> read(Register register, int base) {
        int offset = base + register.offset();
        if (!knows(offset, register.width(), register.needed())) {
            return Fact.unknown(beyond);
        }
        return Fact.known(get(offset, register.width()));
    }

    /**
     * A field's value, known if its own bits are.
     *
     * @param base where the block of its register begins
     */
    Fact<Integer> read(Field field, int base) {
        Register register = field.register();
        int offset = base + register.offset();
        if (!knows(offset, register.width(), field.mask())) {
            return Fact.unknown(beyond);
        }
        return Fact.known(field.of(get(offset, register.width())));
    }

    /** A one-bit field. */
    Fact<Boolean> flag(Field field, int base) {
        Register register = field.register();
        int offset = base + register.offset();
        if (!knows(offset, register.width(), field.mask())) {
            return Fact.unknown(beyond);
        }
        return Fact.known(field.of(get(offset, register.width())) != 0);
    }

    /** Bytes from the source as they are; unknown if any of them was not read. */
    Fact<Bytes> slice(int offset, int length) {
        if (offset < 0 || offset + length > bytes.length()) {
            return Fact.unknown(beyond);
        }
        return Fact.known(bytes.slice(offset, offset + length));
    }
}
