// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.peerpath.advice.log.Conclusion.Confidence;

/** Whether one event can be the cause of another: the same device or a port above it, within the time of its kind. */
final class Causes {
    /** Without a function to compare, only what comes this soon (seconds) is taken to follow. */
    private static final double AT_ONCE = 10;
    /** Where lines have no times: so many lines later is not soon. */
    private static final long NEAR = 200;

    private final Kinship kinship;

    Causes(Kinship kinship) {
        this.kinship = kinship;
    }

    /** How surely the later follows from the earlier; empty if nothing says so. */
    Optional<Confidence> of(LogEvent earlier, LogEvent later) {
        if (earlier.equals(later) || lasts(earlier) == 0) {
            return Optional.empty();
        }
        OptionalDouble passed = earlier.until(later);
        boolean inTime = passed.isPresent()
                ? passed.getAsDouble() >= 0 && passed.getAsDouble() <= lasts(earlier)
                : later.line() - earlier.line() <= NEAR;
        if (!inTime || (earlier.line() >= later.line() && passed.orElse(0) <= 0)) {
            return Optional.empty();
        }
        Optional<Confidence> tie = tie(earlier, later, passed.orElse(0));
        return passed.isPresent() ? tie : tie.map(t -> t == Confidence.CERTAIN ? Confidence.LIKELY : t);
    }

    /** Whether the later one's function is a port above the earlier one's. */
    boolean isBelow(LogEvent earlier, LogEvent later) {
        return kinship.of(earlier.hit(), later.hit()) == Kinship.Kin.BELOW;
    }

    /** A program's own error on a GPU brings nothing else about. */
    private static int lasts(LogEvent event) {
        return event.kind() == EventKind.XID && Xids.isOfProgram(event.detail())
                ? 0
                : event.kind().lasts();
    }

    private Optional<Confidence> tie(LogEvent earlier, LogEvent later, double passed) {
        if (earlier.kind() == EventKind.MACHINE_CHECK && later.kind() == EventKind.PANIC_OF_HARDWARE) {
            return Optional.of(Confidence.CERTAIN);
        }
        if (later.kind() == EventKind.MACHINE_CHECK || later.kind() == EventKind.SERR_NMI) {
            boolean ofBus = passed <= AT_ONCE && earlier.kind().reach() == Reach.BELOW && !isOfNic(earlier.kind());
            return Optional.of(Confidence.POSSIBLE).filter(c -> ofBus);
        }
        if (later.kind().concernsHost()) {
            return earlier.kind().reach() == Reach.ITSELF ? Optional.empty() : Optional.of(Confidence.LIKELY);
        }
        if (earlier.function().isPresent() && later.function().isPresent()) {
            return functions(earlier, later);
        }
        if (earlier.kind().reach() == Reach.HOST && earlier.function().isEmpty()) {
            return Optional.of(passed <= AT_ONCE ? Confidence.LIKELY : Confidence.POSSIBLE);
        }
        boolean unnamed = later.function().isEmpty() && passed <= AT_ONCE && !isOfSetUp(later.kind());
        return unnamed && earlier.function().isPresent() ? Optional.of(Confidence.POSSIBLE) : Optional.empty();
    }

    private Optional<Confidence> functions(LogEvent earlier, LogEvent later) {
        return switch (kinship.of(earlier.hit(), later.hit())) {
            case SAME -> Optional.of(isHandled(earlier, later) ? Confidence.CERTAIN : Confidence.LIKELY);
            case ABOVE -> earlier.kind().reach() == Reach.ITSELF ? Optional.empty() : Optional.of(Confidence.LIKELY);
            // A port reports what a device below it did.
            case BELOW ->
                earlier.kind().reach() != Reach.ITSELF && isReported(later.kind())
                        ? Optional.of(Confidence.LIKELY)
                        : Optional.empty();
            case PERHAPS ->
                earlier.kind().reach() == Reach.BELOW && isOfPort(earlier)
                        ? Optional.of(isHandled(earlier, later) ? Confidence.LIKELY : Confidence.POSSIBLE)
                        : Optional.empty();
            case NONE -> Optional.empty();
        };
    }

    private static boolean isOfPort(LogEvent event) {
        return event.kind() == EventKind.LINK_DOWN
                || event.kind() == EventKind.CARD_REMOVED
                || event.kind() == EventKind.DPC
                || event.text().contains("pcieport");
    }

    /** The kernel calls the driver because of the error. */
    private static boolean isHandled(LogEvent earlier, LogEvent later) {
        return (later.kind() == EventKind.NIC_PCI_ERROR || later.kind() == EventKind.NIC_OFFLINE)
                && List.of(EventKind.AER_ERROR, EventKind.AER_MESSAGE, EventKind.DPC)
                        .contains(earlier.kind());
    }

    private static boolean isOfNic(EventKind kind) {
        return kind.signature().equals(Optional.of(Signature.NIC_FAILED)) || kind == EventKind.NIC_HOT;
    }

    private static boolean isReported(EventKind kind) {
        return switch (kind) {
            case AER_ERROR, AER_MESSAGE, RECOVERY_FAILED, DPC, LINK_DOWN, CARD_REMOVED -> true;
            default -> false;
        };
    }

    private static boolean isOfSetUp(EventKind kind) {
        return kind.signature()
                .filter(s -> s.weight().compareTo(Signature.Weight.REFUSED) >= 0)
                .isPresent();
    }
}
