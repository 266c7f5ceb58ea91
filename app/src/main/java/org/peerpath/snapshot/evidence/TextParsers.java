// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.util.List;

/** The registry: everything that is read line by line, in the order in which a line is offered. */
final class TextParsers {
    private TextParsers() {}

    static List<TextParser> all(Gathering gathering, LspciParser lspci) {
        return List.of(
                new GroupParser(gathering, lspci),
                lspci,
                new TreeParser(gathering),
                new MatrixParser(gathering),
                new SmiParser(gathering),
                new MlxconfigParser(gathering),
                new FlintParser(gathering),
                new EthtoolParser(gathering),
                new IpParser(gathering),
                new IbstatParser(gathering),
                new Ibdev2netdevParser(gathering),
                new DevlinkParser(gathering),
                new HwlocConsoleParser(gathering),
                new KernelLogParser(gathering),
                new RegisterParser(gathering, lspci));
    }
}
