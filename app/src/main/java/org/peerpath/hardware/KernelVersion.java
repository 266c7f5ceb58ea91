// SPDX-License-Identifier: Apache-2.0
package org.peerpath.hardware;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The version a kernel release string begins with: {@code 6.8.0-60-generic} is 6.8.0. Distributions carry later fixes
 * on older numbers, so a comparison is an indication, never proof.
 */
public record KernelVersion(int major, int minor, int patch) implements Comparable<KernelVersion> {
    private static final Pattern RELEASE = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})(?:\\.(\\d{1,5}))?.*");
    private static final Comparator<KernelVersion> ORDER = Comparator.comparingInt(KernelVersion::major)
            .thenComparingInt(KernelVersion::minor)
            .thenComparingInt(KernelVersion::patch);

    /** Reads the beginning of a release string; empty if it begins with no version. */
    public static Optional<KernelVersion> parse(String release) {
        Matcher m = RELEASE.matcher(release.strip());
        if (!m.matches()) {
            return Optional.empty();
        }
        return Optional.of(new KernelVersion(
                Integer.parseInt(m.group(1)),
                Integer.parseInt(m.group(2)),
                m.group(3) == null ? 0 : Integer.parseInt(m.group(3))));
    }

    /** Whether it is this version or a later one. */
    public boolean atLeast(int wantedMajor, int wantedMinor) {
        return compareTo(new KernelVersion(wantedMajor, wantedMinor, 0)) >= 0;
    }

    /** Whether both belong to one release, as 7.0.3 and 7.0.9 do. */
    public boolean sameRelease(KernelVersion other) {
        return major == other.major && minor == other.minor;
    }

    /** As people call a release: 7.3, and 6.12.3 where a patch level counts. */
    public String release() {
        return patch == 0 ? major + "." + minor : toString();
    }

    @Override
    public int compareTo(KernelVersion other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + patch;
    }
}
