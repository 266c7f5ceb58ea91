// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;

/** Reads outputs for tests. */
final class Readouts {
    private Readouts() {}

    static Readout read(String text) {
        return MeasurementReader.text(text, "test");
    }

    /** The one figure of an output that has one. */
    static Figure only(String text) {
        List<Figure> figures = read(text).figures();
        assertEquals(1, figures.size(), figures.toString());
        return figures.getFirst();
    }

    static End.Gpu gpu(int index, int bus) {
        return new End.Gpu(Optional.of(index), BusId.of(0, bus, 0));
    }
}
