// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Address;

/**
 * Puts together what is told in several lines: an error and its bits, a record of the firmware, an SMMU's event and its
 * words, the GPU that the NVIDIA driver names a line before.
 */
final class Records {
    private static final Pattern BIT = Pattern.compile("(?:^|[\\s:])\\[ ?(\\d{1,2})] [A-Z]\\w+");
    private static final String NO_MASK = "00000000";
    /** So many lines after its first one a record is taken to be over. */
    private static final int NEAR = 8;
    /** Words of an SMMU's event, and the one that is the address (SMMUv3 7.3). */
    private static final int WORDS = 4;

    private static final int ADDRESS_WORD = 2;

    /** Takes the events that lines make up. */
    interface Sink {
        void event(Hit hit, LinePrefix prefix, String raw, long line);
    }

    /** A line whose event is not whole yet. */
    private record Open(Hit hit, LinePrefix prefix, String raw, long line) {}

    private final Sink sink;
    private final LogTopology topology;
    private Optional<Hit> error = Optional.empty();
    private boolean statusTold;
    private Optional<Address> reporter = Optional.empty();
    private long reportedAt;
    private Optional<Address> firmwareDevice = Optional.empty();
    private boolean firmwareCorrected;
    private Optional<Address> gpu = Optional.empty();
    private long gpuAt;
    private Optional<Open> smmu = Optional.empty();
    private int words;

    Records(Sink sink, LogTopology topology) {
        this.sink = sink;
        this.topology = topology;
    }

    /** Whether the next line has to be looked at, whatever it holds. */
    boolean isOpen() {
        return error.isPresent() || smmu.isPresent();
    }

    /** A line that tells nothing by itself; a bit of an error may stand in it. */
    void other(LinePrefix prefix, String raw, long line) {
        flush();
        if (error.isEmpty()) {
            return;
        }
        Matcher bit = BIT.matcher(prefix.text());
        if (!bit.find()) {
            error = Optional.empty();
        } else if (!statusTold) {
            Hit hit = error.get();
            String name = AerBits.name(hit.kind() == EventKind.AER_CORRECTED, Integer.parseInt(bit.group(1)));
            sink.event(hit.as(hit.kind(), Optional.of(name)), prefix, raw, line);
        }
    }

    /** A line that tells something; whatever is an event, alone or with lines before it, goes on to the sink. */
    void line(Hit hit, LinePrefix prefix, String raw, long line) {
        if (hit.kind() != EventKind.SMMU_WORD) {
            flush();
        }
        switch (hit.kind()) {
            case AER_BIT -> other(prefix, raw, line);
            case AER_STATUS -> status(hit, prefix, raw, line);
            case AER_FIRMWARE -> firmware(hit, prefix, raw, line);
            case AER_FIRMWARE_CORRECTED ->
                sink.event(
                        named(hit, true).as(EventKind.AER_CORRECTED, Optional.of(names(true, hit))), prefix, raw, line);
            case GHES_BEGIN -> {
                firmwareDevice = Optional.empty();
                firmwareCorrected = false;
            }
            case GHES_SEVERITY -> firmwareCorrected = hit.detail().equals(Optional.of("corrected"));
            case GHES_DEVICE -> firmwareDevice = hit.function();
            case NVRM_GPU, GPU_BAR_WHERE -> gpu(hit, prefix, raw, line);
            case SMMU_WORD -> word(hit);
            case BRIDGE_BUSES -> topology.bridge(hit.function(), hit.detail());
            case BAR_REGION -> topology.region(hit);
            case AER_CORRECTED_MESSAGE, AER_MESSAGE, AER_ERROR, AER_CORRECTED -> error(hit, prefix, raw, line);
            case GPU_LOST -> {
                boolean before = hit.function().isEmpty() && line - gpuAt <= NEAR;
                sink.event(before ? hit.of(gpu) : hit, prefix, raw, line);
            }
            case SMMU_EVENT -> {
                boolean raws = hit.function().isEmpty() && hit.address().isEmpty();
                if (raws) {
                    smmu = Optional.of(new Open(hit, prefix, raw, line));
                    words = 0;
                } else {
                    sink.event(hit, prefix, raw, line);
                }
            }
            default -> {
                if (hit.kind().isEvent()) {
                    sink.event(hit, prefix, raw, line);
                }
            }
        }
        boolean goesOn = hit.kind() == EventKind.AER_ERROR
                || hit.kind() == EventKind.AER_CORRECTED
                || hit.kind() == EventKind.AER_STATUS
                || hit.kind() == EventKind.AER_BIT;
        if (!goesOn) {
            error = Optional.empty();
        }
    }

    /** The end of the log. */
    void flush() {
        smmu.ifPresent(open -> sink.event(open.hit(), open.prefix(), open.raw(), open.line()));
        smmu = Optional.empty();
    }

    private void error(Hit hit, LinePrefix prefix, String raw, long line) {
        if (hit.reporter().isPresent()) {
            reporter = hit.reporter();
            reportedAt = line;
        }
        if (reporter.isPresent() && hit.function().isPresent() && line - reportedAt <= 2 * NEAR) {
            topology.reported(reporter.get(), hit.function().get());
        }
        if (hit.kind() == EventKind.AER_CORRECTED_MESSAGE) {
            return;
        }
        if (hit.kind() != EventKind.AER_MESSAGE) {
            error = Optional.of(hit);
            statusTold = false;
        }
        if (hit.kind() != EventKind.AER_CORRECTED) {
            sink.event(hit, prefix, raw, line);
        } else {
            sink.event(hit.as(EventKind.AER_CORRECTED, Optional.empty()), prefix, raw, line);
        }
    }

    private void status(Hit hit, LinePrefix prefix, String raw, long line) {
        if (error.isEmpty()) {
            return;
        }
        statusTold = true;
        Hit of = error.get();
        Hit told = hit.function().isPresent() ? hit : hit.of(of.function());
        boolean corrected = of.kind() == EventKind.AER_CORRECTED;
        sink.event(told.as(of.kind(), Optional.of(names(corrected, hit))), prefix, raw, line);
    }

    /** The firmware saw the error first and hands its registers over (ACPI APEI). */
    private void firmware(Hit hit, LinePrefix prefix, String raw, long line) {
        boolean corrected =
                firmwareCorrected || AerBits.isOnlyCorrected(hit.detail().orElse("0"));
        EventKind kind = corrected ? EventKind.AER_CORRECTED : EventKind.AER_ERROR;
        sink.event(named(hit, false).as(kind, Optional.of(names(corrected, hit))), prefix, raw, line);
    }

    private Hit named(Hit hit, boolean always) {
        return hit.function().isPresent() && !always
                ? hit
                : hit.of(hit.function().or(() -> firmwareDevice));
    }

    private static String names(boolean corrected, Hit hit) {
        return AerBits.names(corrected, hit.detail().orElse("0"), hit.reason().orElse(NO_MASK));
    }

    private void gpu(Hit hit, LinePrefix prefix, String raw, long line) {
        gpu = hit.function();
        gpuAt = line;
        if (hit.kind() == EventKind.GPU_BAR_WHERE) {
            sink.event(hit.as(EventKind.GPU_BAR_INVALID, Optional.empty()), prefix, raw, line);
        }
    }

    /** The stream id is in the upper half of the first word; for PCI it is the source id (Arm IORT, root complex node). */
    private void word(Hit hit) {
        if (smmu.isEmpty()) {
            return;
        }
        Open open = smmu.get();
        long value = Long.parseUnsignedLong(hit.reason().orElse("0"), 16);
        Hit more = open.hit();
        if (words == 0) {
            more = new Hit(
                    more.kind(),
                    Optional.of(Address.ofRoutingId(0, (int) (value >>> 32 & 0xffff))),
                    true,
                    more.reporter(),
                    more.unit(),
                    more.cpu(),
                    more.detail(),
                    more.reason(),
                    OptionalLong.empty());
        } else if (words == ADDRESS_WORD) {
            more = more.at(OptionalLong.of(value));
        }
        smmu = Optional.of(new Open(more, open.prefix(), open.raw(), open.line()));
        if (++words == WORDS) {
            flush();
        }
    }
}
