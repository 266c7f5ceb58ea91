// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.model;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The version of a VMM, as its log or {@code query-version} prints it. Distributions add changes under old numbers. */
public record VmmVersion(int major, int minor, int patch) implements Comparable<VmmVersion> {
    private static final Pattern NUMBERS =
            Pattern.compile("v?(\\d{1,4})\\.(\\d{1,4})(?:\\.(\\d{1,5}))?.*", Pattern.DOTALL);
    private static final Comparator<VmmVersion> ORDER = Comparator.comparingInt(VmmVersion::major)
            .thenComparingInt(VmmVersion::minor)
            .thenComparingInt(VmmVersion::patch);

    /** Reads the numbers that a text begins with. */
    public static Optional<VmmVersion> parse(String text) {
        Matcher m = NUMBERS.matcher(text.strip());
        return m.matches()
                ? Optional.of(new VmmVersion(
                        Integer.parseInt(m.group(1)),
                        Integer.parseInt(m.group(2)),
                        m.group(3) == null ? 0 : Integer.parseInt(m.group(3))))
                : Optional.empty();
    }

    public boolean atLeast(int wantedMajor, int wantedMinor) {
        return compareTo(new VmmVersion(wantedMajor, wantedMinor, 0)) >= 0;
    }

    @Override
    public int compareTo(VmmVersion other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + patch;
    }
}
