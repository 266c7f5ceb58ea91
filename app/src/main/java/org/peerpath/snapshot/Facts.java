// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import java.util.List;
import java.util.SortedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.peerpath.text.Message;

/** Readings become facts here, and only here: what is not in the map is absent only if everything was listed. */
final class Facts {
    private Facts() {}

    static Fact<String> text(SortedMap<String, Reading> readings, String name, boolean listed) {
        return fact(readings, name, listed, r -> r instanceof Reading.Text t ? t.value() : null);
    }

    static Fact<Bytes> bytes(SortedMap<String, Reading> readings, String name, boolean listed) {
        return fact(readings, name, listed, r -> r instanceof Reading.Data d ? d.bytes() : null);
    }

    static Fact<List<String>> entries(SortedMap<String, Reading> readings, String name, boolean listed) {
        return fact(readings, name, listed, r -> r instanceof Reading.Listing l ? l.entries() : null);
    }

    private static <T> Fact<T> fact(
            SortedMap<String, Reading> readings, String name, boolean listed, Function<Reading, @Nullable T> take) {
        Reading reading = readings.get(name);
        if (reading == null) {
            return listed ? Fact.absent() : Fact.unknown(Message.of("unknown.not-in-source", name));
        }
        if (reading instanceof Reading.Missing) {
            return Fact.absent();
        }
        if (reading instanceof Reading.Failed failed) {
            return Fact.unknown(failed.why());
        }
        T value = take.apply(reading);
        return value == null ? Fact.unknown(Message.of("unknown.other-kind", name)) : Fact.known(value);
    }
}
