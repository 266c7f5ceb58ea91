// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.Optional;
import java.util.function.Function;
import org.peerpath.path.Roles;
import org.peerpath.pci.Link;
import org.peerpath.pci.LinkSpeed;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Fact;

/**
 * What is written beside a link.
 *
 * @param text {@code Gen6 x16}; empty where it was not read
 * @param slower whether it runs below what both its ends can do; an idle GPU's lower speed does not count
 * @param tip the whole of it
 */
record LinkNote(String text, boolean slower, String tip) {
    static LinkNote of(PciFunction upper, PciFunction lower, Words words) {
        Optional<LinkSpeed> speed = Link.between(upper, lower, Link::currentSpeed);
        Optional<Integer> width = Link.between(upper, lower, Link::currentWidth).filter(w -> w > 0);
        if (speed.isEmpty() || width.isEmpty()) {
            return new LinkNote("", false, words.say("diagram.link.unread"));
        }
        String now = text(speed.get(), width.get());
        Optional<LinkSpeed> canSpeed = both(upper, lower, Link::maxSpeed);
        Optional<Integer> canWidth = both(upper, lower, Link::maxWidth);
        boolean slow = canSpeed.filter(can -> can.compareTo(speed.get()) > 0).isPresent();
        boolean narrow = canWidth.filter(can -> can > width.get()).isPresent();
        String could = text(canSpeed.orElse(speed.get()), canWidth.orElse(width.get()));
        if (narrow || (slow && !Roles.isGpu(lower))) {
            return new LinkNote(now, true, words.say("diagram.link.slower", now, could));
        }
        return slow
                ? new LinkNote(now, false, words.say("diagram.link.idle", now, could))
                : new LinkNote(now, false, words.say("diagram.link", now));
    }

    private static String text(LinkSpeed speed, int width) {
        return "Gen" + speed.generation() + " x" + width;
    }

    /** The most that both ends can do; empty unless both were read. */
    private static <T extends Comparable<T>> Optional<T> both(
            PciFunction upper, PciFunction lower, Function<Link, Fact<T>> field) {
        Optional<T> one = upper.link().flatMap(field).asOptional();
        Optional<T> other = lower.link().flatMap(field).asOptional();
        return one.flatMap(a -> other.map(b -> a.compareTo(b) <= 0 ? a : b));
    }
}
