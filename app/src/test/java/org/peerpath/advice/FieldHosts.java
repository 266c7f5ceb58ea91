// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.peerpath.hardware.Knowledge;
import org.peerpath.model.HostModel;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.testing.Cases;

/** The hosts of the field cases, and what is said of them and of hosts that were made from them. */
final class FieldHosts {
    private FieldHosts() {}

    static Snapshot host(String name) {
        try {
            return Cases.host("field/hosts/" + name);
        } catch (UnreadableSourceException e) {
            throw new IllegalStateException(name, e);
        }
    }

    static List<PathReport> paths(Snapshot snapshot, Scenario scenario) {
        return new PathJudge(HostModel.of(snapshot), scenario).judge(PathSelection.DEFAULT);
    }

    static List<Finding> findings(Snapshot snapshot, Scenario scenario) {
        return Findings.of(HostModel.of(snapshot), scenario, paths(snapshot, scenario), Knowledge.shipped());
    }

    static Set<String> ids(Snapshot snapshot, Scenario scenario) {
        return findings(snapshot, scenario).stream()
                .map(f -> f.id().id())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    static HostState.Level level(Snapshot snapshot, Scenario scenario) {
        return HostState.of(HostModel.of(snapshot), paths(snapshot, scenario), findings(snapshot, scenario))
                .level();
    }

    static Bytes config(Snapshot host, String function) {
        FunctionFacts facts = host.functions().get(Address.of(function));
        assertNotNull(facts, function);
        return facts.bytes("config").asOptional().orElseThrow();
    }

    static int extended(Bytes config, int id) {
        int at = 0x100;
        while (config.word(at) != id) {
            at = config.dword(at) >>> 20;
            assertTrue(at != 0, "no such capability");
        }
        return at;
    }

    static Set<Outcome> verdicts(Snapshot host) {
        return paths(host, Scenario.VM).stream()
                .filter(PathReport::nearest)
                .map(PathReport::verdict)
                .collect(Collectors.toSet());
    }

    static int acsControl(Snapshot host, String port) {
        return extended(config(host, port), 0x000d) + 6;
    }
}
