// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.Optional;
import java.util.regex.Pattern;

/** Numbers as benchmarks print them, and their units. */
final class Numbers {
    /** Bytes of a perftest MB, of a gdrcopy MB and of an iperf3 MByte: 2^20. */
    static final double MEBI = 1048576;

    static final double GIGA = 1e9;
    static final double BITS = 8;

    private static final Pattern DECIMAL = Pattern.compile("\\d{1,15}(?:\\.\\d{1,20})?(?:[eE][+-]?\\d{1,2})?");
    private static final Pattern WHOLE = Pattern.compile("\\d{1,18}");

    private Numbers() {}

    /** Returns a finite number that is not negative; empty where the text is none. */
    static Optional<Double> decimal(String text) {
        return DECIMAL.matcher(text).matches() ? Optional.of(Double.valueOf(text)) : Optional.empty();
    }

    static boolean isDecimal(String text) {
        return DECIMAL.matcher(text).matches();
    }

    static Optional<Long> whole(String text) {
        return WHOLE.matcher(text).matches() ? Optional.of(Long.valueOf(text)) : Optional.empty();
    }

    static Optional<Integer> index(String text) {
        return whole(text).filter(n -> n < 4096).map(Long::intValue);
    }

    /** Returns how many digits stand behind the point. */
    static int decimals(String text) {
        int point = text.indexOf('.');
        return point < 0 ? 0 : text.length() - point - 1;
    }
}
