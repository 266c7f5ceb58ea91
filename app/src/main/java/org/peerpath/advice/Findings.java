// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.List;
import org.peerpath.hardware.Knowledge;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathReport;
import org.peerpath.path.Scenario;

/** Everything worth saying about a host in one scenario. A pure function of what it is given. */
public final class Findings {
    private static final List<FindingRule> RULES = List.of(
            new RouteRules(),
            new UsabilityRules(),
            new LostRules(),
            new AtsRules(),
            new AtsSettingRules(),
            new CompletionRules(),
            new IsolationRules(),
            new GroupRules(),
            new OwnershipRules(),
            new KernelRules(),
            new FirmwareRules(),
            new LinkRules(),
            new TransferRules(),
            new TransactionRules(),
            new NetworkRules(),
            new KernelPeerRules(),
            new DeviceRules(),
            new VirtualFunctionRules(),
            new VirtualFunctionSpaceRules(),
            new PeerMemoryRules(),
            new VmRules(),
            new SourceRules());

    private Findings() {}

    /**
     * The findings, worst first, then by id and function.
     *
     * @param reports the paths of this host in this scenario, as {@link org.peerpath.path.PathJudge} answered them
     */
    public static List<Finding> of(HostModel host, Scenario scenario, List<PathReport> reports) {
        return of(host, scenario, reports, Knowledge.inUse());
    }

    /** The same with a knowledge base other than the one in use. */
    public static List<Finding> of(HostModel host, Scenario scenario, List<PathReport> reports, Knowledge knowledge) {
        RuleContext asked = new RuleContext(
                host,
                scenario,
                List.copyOf(reports),
                knowledge,
                Labels.of(host, knowledge),
                KernelLog.of(host.snapshot()));
        Sink sink = new Sink();
        RULES.forEach(rule -> rule.apply(asked, sink));
        return sink.sorted();
    }
}
