// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.inspect;

import java.util.List;
import java.util.Optional;
import org.peerpath.path.Change;
import org.peerpath.path.Outcome;
import org.peerpath.pci.AcsBit;
import org.peerpath.snapshot.Address;
import org.peerpath.ui.model.Errand;
import org.peerpath.ui.model.PlanWish;
import org.peerpath.ui.model.Selection;

/**
 * All that is said of one selection, in one language, from the plain words down to the bytes.
 *
 * @param title its name
 * @param subtitle what it is
 * @param banner the answer, where there is one
 * @param parts what follows, in order
 */
public record Inspection(String title, String subtitle, Optional<Banner> banner, List<Part> parts) {
    public Inspection {
        parts = List.copyOf(parts);
    }

    /** The verdict and why. */
    public record Banner(Outcome outcome, String title, String text) {}

    /** A section of the inspector. */
    public sealed interface Part {
        /** Its heading; empty for none. */
        String title();
    }

    /** A paragraph. */
    public record Words(String title, String text) implements Part {}

    /** The way of both kinds of request, hop by hop. */
    public record Hops(String title, List<HopRow> rows) implements Part {
        public Hops {
            rows = List.copyOf(rows);
        }
    }

    /**
     * One function on the way.
     *
     * @param decides whether this port decides the verdict
     * @param shown whether its registers are shown below
     * @param translatedCounts whether the verdict rests on the translated column
     */
    public record HopRow(
            Address function,
            String name,
            String untranslated,
            String translated,
            boolean decides,
            boolean shown,
            boolean translatedCounts) {}

    /**
     * The ACS bits of a port, each explained.
     *
     * @param note where it was read; or why it is not known
     */
    public record Bits(String title, Address port, List<BitRow> rows, String note, Optional<String> command)
            implements Part {
        public Bits {
            rows = List.copyOf(rows);
        }
    }

    /** How a control stands. */
    public enum BitState {
        ON,
        OFF,
        ABSENT,
        UNREAD
    }

    /**
     * One control.
     *
     * @param explanation what it does when it is on
     * @param decides whether it decides the selected path
     * @param flip the what-if change that flips it, if it can be
     */
    public record BitRow(
            AcsBit bit, String name, String explanation, BitState state, boolean decides, Optional<Change> flip) {}

    /** Names and values. */
    public record Facts(String title, List<FactRow> rows) implements Part {
        public Facts {
            rows = List.copyOf(rows);
        }
    }

    /**
     * One fact.
     *
     * @param unknown whether the value says why it is not known
     * @param source where it was read; empty for what is worked out
     * @param command what shows it on the host
     * @param link what it leads to
     * @param outcome whose sign stands before the value
     */
    public record FactRow(
            String label,
            String value,
            boolean unknown,
            Optional<String> source,
            Optional<String> command,
            Optional<Selection> link,
            Optional<Outcome> outcome) {
        FactRow(
                String label,
                String value,
                boolean unknown,
                Optional<String> source,
                Optional<String> command,
                Optional<Selection> link) {
            this(label, value, unknown, source, command, link, Optional.empty());
        }

        static FactRow plain(String label, String value) {
            return new FactRow(label, value, false, Optional.empty(), Optional.empty(), Optional.empty());
        }
    }

    /** One block of registers, folded until asked for. */
    public record Registers(String title, List<RegisterRow> rows) implements Part {
        public Registers {
            rows = List.copyOf(rows);
        }
    }

    /** A register with its fields, each as "name value". */
    public record RegisterRow(String name, String shortName, String offset, String value, List<String> fields) {
        public RegisterRow {
            fields = List.copyOf(fields);
        }
    }

    /** Configuration space as lspci prints it, folded until asked for. */
    public record HexBytes(String title, String dump) implements Part {}

    /** Changes worth trying on the copy. */
    public record Tries(String title, List<Try> tries) implements Part {
        public Tries {
            tries = List.copyOf(tries);
        }
    }

    /** One such change and what it would give. */
    public record Try(String label, String result, Outcome outcome, Change change) {}

    /** Plans that can be asked for. */
    public record Offers(String title, String note, List<Offer> offers) implements Part {
        public Offers {
            offers = List.copyOf(offers);
        }
    }

    /**
     * One thing that can be done.
     *
     * @param errand what the wizard opens with
     * @param sheet the same as a plan to read, where it is one
     */
    public record Offer(String label, Errand errand, Optional<PlanWish> sheet) {
        /** A plan. */
        public Offer(String label, PlanWish wish) {
            this(label, new Errand.Reach(wish.request()), Optional.of(wish));
        }
    }

    /** How many local moves each way of sending takes, and whether this pair can use it now. */
    public record Ways(String title, List<Way> ways) implements Part {
        public Ways {
            ways = List.copyOf(ways);
        }
    }

    /** One way of getting GPU data to the wire. */
    public record Way(String name, int moves, String usable, boolean now) {}

    /** All of it as plain text, to be pasted into a report. */
    public String asText() {
        StringBuilder text = new StringBuilder(title).append('\n');
        if (!subtitle.isEmpty()) {
            text.append(subtitle).append('\n');
        }
        banner.ifPresent(b -> text.append('\n')
                .append(b.title())
                .append('\n')
                .append(b.text())
                .append('\n'));
        parts.forEach(part -> PlainText.append(text, part));
        return text.toString();
    }
}
