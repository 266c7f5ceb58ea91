// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * NCCL's warning about a failed transfer, which terminals wrap over several lines. Status 12 (retries exceeded, vendor
 * error 129 in decimal, 0x81) is a cause; status 5 (flushed) only follows one (rdma-core libibverbs/verbs.h).
 */
final class NcclCompletions {
    private static final Pattern STATUS =
            Pattern.compile("status=(\\d{1,3})\\b.*?vendor err (\\d{1,6})(.*?)\\bhca ([\\w.-]{1,64})", Pattern.DOTALL);
    private static final Pattern LINK_LOCAL =
            Pattern.compile("localGid\\s+fe80:.*remoteGids?\\s*fe80:", Pattern.DOTALL);
    private static final int FLUSHED = 5;
    private static final int RETRIES_EXCEEDED = 12;
    private static final int MOST_LINES = 5;

    private final Collected out;
    private final StringBuilder text = new StringBuilder();
    private int begunAt;
    private int lines;

    NcclCompletions(Collected out) {
        this.out = out;
    }

    /** Returns whether this is the warning's beginning; takes it then. */
    boolean begins(String said, Line line) {
        // A terminal may have wrapped the line right behind its first word.
        if (!said.contains("Got completion") && !said.strip().equals("NET/IB:")) {
            return false;
        }
        text.setLength(0);
        begunAt = line.number();
        lines = 0;
        more(said);
        return true;
    }

    /** Returns whether the line continues a warning that is not complete; takes it then. */
    boolean goesOn(Line line) {
        if (text.isEmpty()) {
            return false;
        }
        if (line.text().contains("NCCL ") || line.text().isEmpty() || lines >= MOST_LINES) {
            end();
            return false;
        }
        more(line.text());
        return true;
    }

    private void more(String said) {
        text.append(said).append(' ');
        lines++;
        Matcher status = STATUS.matcher(text);
        if (status.find()) {
            tell(status);
            text.setLength(0);
        }
    }

    private void tell(Matcher status) {
        int number = Integer.parseInt(status.group(1));
        Observation.Kind kind = switch (number) {
            case RETRIES_EXCEEDED -> Observation.Kind.RETRIES_EXCEEDED;
            case FLUSHED -> Observation.Kind.FLUSHED;
            default -> Observation.Kind.TRANSFER_FAILED;
        };
        out.add(Tool.NCCL, kind, begunAt, status.group(4), status.group(1), status.group(2));
        if (LINK_LOCAL.matcher(status.group(3)).find()) {
            out.add(Tool.NCCL, Observation.Kind.LINK_LOCAL_GID, begunAt, status.group(4));
        }
    }

    void end() {
        text.setLength(0);
    }
}
