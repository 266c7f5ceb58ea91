// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;

/** {@code ibdev2netdev}: which network device belongs to which RDMA device; with {@code -v} also which function. */
final class Ibdev2netdevParser implements TextParser {
    private static final String SOURCE = "ibdev2netdev";
    private static final Pattern LINE = Pattern.compile(
            "\\s*(?:([0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]) )?"
                    + "([\\w.-]{1,64}) (?:\\(.*?\\).*? fw (\\S+) )?port (\\d+)(?: \\([^)]*\\))? ==> (\\S{1,64}) \\((\\w+)\\s*\\).*");

    private final Gathering gathering;

    Ibdev2netdevParser(Gathering gathering) {
        this.gathering = gathering;
    }

    @Override
    public SourceKind kind() {
        return SourceKind.IBDEV2NETDEV;
    }

    @Override
    public boolean take(int number, String line) throws UnreadableSourceException {
        if (line.length() > 1024 || line.indexOf("==>") < 0) {
            return false;
        }
        Matcher m = LINE.matcher(line);
        if (!m.matches()) {
            return false;
        }
        String device = m.group(2);
        Optional<Address> function = m.group(1) == null ? Optional.empty() : Address.parse(m.group(1));
        if (function.isPresent()) {
            Rdma.device(gathering, function.get(), device, SOURCE);
            Rdma.net(gathering, function.get(), m.group(5), SOURCE);
        }
        gathering.host(Tools.RDMA + device + "/net", m.group(5), SOURCE);
        if (m.group(3) != null) {
            gathering.host(Tools.RDMA + device + "/fw_ver", m.group(3), SOURCE);
        }
        return true;
    }
}
