// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.diagram;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.peerpath.diagram.PathKey;
import org.peerpath.diagram.Picture;
import org.peerpath.diagram.Point;
import org.peerpath.diagram.Rect;
import org.peerpath.diagram.Role;
import org.peerpath.diagram.Shape;
import org.peerpath.path.Difference;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Address;
import org.peerpath.ui.diagram.PicturePane.Marked;

/**
 * Finds what a comparison says differs in a picture: the chip of a bit, the link, the driver's name, the verdict's word;
 * the whole function for anything else.
 */
public final class Changed {
    private static final int ALL_BITS = 0x7f;

    private final Map<Address, Set<String>> fields = new HashMap<>();
    private final Map<Address, Integer> bits = new HashMap<>();
    private final Set<PathKey> paths = new HashSet<>();
    private final Set<Address> whole = new HashSet<>();
    private final List<Rect> places = new ArrayList<>();

    private Changed() {}

    /** What to mark for these differences, under one scenario. */
    public static Marked of(Picture picture, List<Difference> differences, Scenario scenario) {
        Changed changed = new Changed();
        differences.forEach(difference -> changed.take(difference, scenario));
        if (differences.isEmpty()) {
            return Marked.NONE;
        }
        picture.shapes().forEach(changed::look);
        changed.fields.forEach((function, left) -> {
            if (!left.isEmpty()) {
                changed.whole.add(function);
            }
        });
        return new Marked(changed.whole, changed.places);
    }

    private void take(Difference difference, Scenario scenario) {
        Optional<Address> function = Address.parse(difference.subject());
        if (function.isPresent()) {
            fields.computeIfAbsent(function.get(), f -> new HashSet<>()).add(difference.field());
            if (difference.field().equals("acs")) {
                bits.put(function.get(), flipped(difference));
            }
        } else if (difference.field().equals("verdict." + scenario.id())) {
            String[] ends = difference.subject().split(">", 2);
            if (ends.length == 2) {
                Address.parse(ends[0])
                        .flatMap(from -> Address.parse(ends[1]).map(to -> new PathKey(from, to)))
                        .ifPresent(paths::add);
            }
        }
    }

    /** Which controls differ; all of them where one side was not read. */
    private static int flipped(Difference difference) {
        Optional<Integer> before = difference.before().flatMap(Changed::number);
        Optional<Integer> after = difference.after().flatMap(Changed::number);
        return before.isPresent() && after.isPresent() ? before.get() ^ after.get() : ALL_BITS;
    }

    private static Optional<Integer> number(String text) {
        return text.matches("0x[0-9a-f]{1,7}")
                ? Optional.of(Integer.parseInt(text.substring(2), 16))
                : Optional.empty();
    }

    /** A field whose own place is found needs no frame around the whole function. */
    private void look(Shape shape) {
        shape.mark()
                .path()
                .filter(paths::contains)
                .filter(path -> isWord(shape.mark().role()))
                .ifPresent(path -> add(shape));
        shape.mark().function().ifPresent(function -> {
            Set<String> open = fields.getOrDefault(function, Set.of());
            if (shape instanceof Shape.Chip chip && chip.bit().isPresent()) {
                if ((bits.getOrDefault(function, 0) & chip.bit().get().mask()) != 0) {
                    found(function, "acs", shape);
                }
            } else if (shape instanceof Shape.Chip && isAts(shape.mark().role())) {
                if (open.contains("ats")) {
                    found(function, "ats", shape);
                }
            } else if (shape.mark().role() == Role.GROUP) {
                if (open.contains("iommu_group")) {
                    found(function, "iommu_group", shape);
                }
            } else if (shape instanceof Shape.Line && open.contains("link")) {
                found(function, "link", shape);
            } else if (shape instanceof Shape.Label && shape.mark().id().startsWith("driver-")) {
                if (open.contains("driver")) {
                    found(function, "driver", shape);
                }
            } else if (isWord(shape.mark().role())
                    && paths.stream().anyMatch(path -> path.requester().equals(function))
                    && shape.mark().path().isEmpty()) {
                add(shape);
            }
        });
    }

    private void found(Address function, String field, Shape shape) {
        Set<String> open = fields.get(function);
        if (open != null) {
            open.remove(field);
        }
        add(shape);
    }

    private void add(Shape shape) {
        places.add(
                switch (shape) {
                    case Shape.Box box -> box.bounds();
                    case Shape.Chip chip -> chip.bounds();
                    case Shape.Label label -> label.bounds();
                    case Shape.Line line -> around(line.points());
                });
    }

    private static Rect around(List<Point> points) {
        double left = points.stream().mapToDouble(Point::x).min().orElse(0);
        double top = points.stream().mapToDouble(Point::y).min().orElse(0);
        double right = points.stream().mapToDouble(Point::x).max().orElse(0);
        double bottom = points.stream().mapToDouble(Point::y).max().orElse(0);
        return new Rect(left, top, right - left, bottom - top).grown(2);
    }

    private static boolean isAts(Role role) {
        return switch (role) {
            case ATS_ON, ATS_READY, ATS_OFF, ATS_ABSENT, ATS_UNKNOWN -> true;
            default -> false;
        };
    }

    private static boolean isWord(Role role) {
        return switch (role) {
            case WORD_INSIDE, WORD_DETOUR, WORD_ROOT, WORD_UNKNOWN, WORD_BLOCKED -> true;
            default -> false;
        };
    }
}
