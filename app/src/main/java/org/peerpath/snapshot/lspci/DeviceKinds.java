// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.lspci;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/** The class of a function of which only ids or the name are told, by the table {@code lspci/kinds.tsv}. */
public final class DeviceKinds {
    private static final String TABLE = "/org/peerpath/lspci/kinds.tsv";
    private static final String ANY = "*";
    private static final List<Kind> KINDS = read();

    private record Range(int from, int to) {}

    private record Kind(Optional<Integer> vendor, List<Range> devices, Optional<Pattern> name, String type) {
        boolean fits(Optional<Integer> ofVendor, Optional<Integer> ofDevice, String called) {
            boolean byId = devices.isEmpty()
                    || ofDevice.filter(d -> devices.stream().anyMatch(r -> r.from() <= d && d <= r.to()))
                            .isPresent();
            return (vendor.isEmpty() || vendor.equals(ofVendor))
                    && byId
                    && (name.isEmpty() || name.get().matcher(called).find());
        }
    }

    private DeviceKinds() {}

    private static List<Kind> read() {
        try (InputStream in = Objects.requireNonNull(DeviceKinds.class.getResourceAsStream(TABLE), TABLE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(DeviceKinds::kind)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Kind kind(String line) {
        String[] cells = line.split("\t");
        List<Range> devices = cells[1].equals(ANY)
                ? List.of()
                : Arrays.stream(cells[1].split(",")).map(DeviceKinds::range).toList();
        return new Kind(
                cells[0].equals(ANY) ? Optional.empty() : Optional.of(Integer.parseInt(cells[0], 16)),
                devices,
                cells[2].equals(ANY) ? Optional.empty() : Optional.of(Pattern.compile(cells[2])),
                "0x" + cells[3]);
    }

    private static Range range(String text) {
        String[] ends = text.split("-");
        return new Range(Integer.parseInt(ends[0], 16), Integer.parseInt(ends[ends.length - 1], 16));
    }

    /**
     * Returns the class as sysfs prints it; empty where the table does not tell.
     *
     * @param name the device's name without its vendor's, or empty
     */
    public static Optional<String> classOf(Optional<Integer> vendor, Optional<Integer> device, String name) {
        return KINDS.stream()
                .filter(kind -> kind.fits(vendor, device, name))
                .map(Kind::type)
                .findFirst();
    }
}
