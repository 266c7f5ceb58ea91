// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.util.List;

/** The registry: everything that is read line by line, in the order in which a line is offered. */
final class Takers {
    private Takers() {}

    static List<Taker> all(Gathering gathering, LspciTaker lspci) {
        return List.of(
                new GroupTaker(gathering, lspci),
                lspci,
                new TreeTaker(gathering),
                new MatrixTaker(gathering),
                new SmiTaker(gathering),
                new MlxconfigTaker(gathering),
                new FlintTaker(gathering),
                new EthtoolTaker(gathering),
                new IpTaker(gathering),
                new IbstatTaker(gathering),
                new Ibdev2netdevTaker(gathering),
                new DevlinkTaker(gathering),
                new HwlocConsoleTaker(gathering),
                new KernelLogTaker(gathering),
                new RegisterTaker(gathering, lspci));
    }
}
