// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.peerpath.plan.PlanRequest;
import org.peerpath.plan.Step;
import org.peerpath.plan.run.FaultyMachine.Fault;
import org.peerpath.snapshot.Address;

/**
 * A journal without what differs from host to host: functions are called by what is done to them, in the order in which
 * they turn up; times, boots, interfaces and MAC addresses are left out.
 */
public final class NormalisedJournal {
    private final Map<String, String> names = new LinkedHashMap<>();
    private final Map<Step.Kind, Integer> counts = new LinkedHashMap<>();
    private final List<String> lines = new ArrayList<>();

    private NormalisedJournal() {}

    /** What a journal tells, a line for each thing. */
    public static List<String> of(List<Entry> entries) {
        NormalisedJournal journal = new NormalisedJournal();
        entries.forEach(journal::add);
        return journal.lines;
    }

    /**
     * What a simulated host with one NIC below a switch, isolated and without VFs, gives for a request: it is carried out,
     * tried once more, and undone.
     *
     * @param request for the NIC of whichever host is compared with; here it is meant for the simulated one
     */
    public static List<String> simulated(PlanRequest request, Path folder) throws Exception {
        SimulatedHost host = LongStream.range(1, 10_000)
                .mapToObj(SimulatedHost::new)
                .filter(NormalisedJournal::isPlain)
                .findFirst()
                .orElseThrow();
        List<Entry> told = new ArrayList<>();
        Runs runs = new Runs(
                new FaultyMachine(host, told, new Random(1), Fault.NONE, -1),
                new Journal(folder),
                new Agreeable(told),
                new FakePace(),
                Limits.USUAL,
                "tester@here");
        host.load();
        PlanRequest here =
                new PlanRequest(request.goal(), List.of(Address.of(SimulatedHost.nic(0))), request.virtualFunctions());
        Runs.Result result = runs.apply(here, Optional.empty());
        runs.undo(result.run().orElseThrow());
        return of(told);
    }

    private static boolean isPlain(SimulatedHost host) {
        return host.pairs() == 1
                && host.state().values().stream().allMatch(value -> value.matches("001d|0|1"))
                && "0".equals(host.state().get(SimulatedHost.nic(0) + " vfs"))
                && "1".equals(host.state().get(SimulatedHost.nic(0) + " autoprobe"));
    }

    private void add(Entry entry) {
        switch (entry) {
            case Entry.Began began -> steps("began", began.steps());
            case Entry.CanaryBegan canary -> steps("canary", canary.steps());
            case Entry.Starting starting -> lines.add(plain("starting " + starting.step() + " " + starting.commands()));
            case Entry.Undoing undoing -> lines.add(plain("undoing " + undoing.step() + " " + undoing.commands()));
            case Entry.Ended ended ->
                lines.add(plain("ended " + ended.step()) + " " + ended.state().id());
            case Entry.Holding holding -> lines.add("holding");
            case Entry.Closed closed -> lines.add("closed " + closed.state().id());
            // Who a host is differs between the two.
            case Entry.Identified identified -> {}
            // What guards ask rests on hardware that neither host has.
            case Entry.Accepted accepted -> {}
            case Entry.Silent silent -> lines.add(plain("silent " + silent.step()));
            case Entry.Back back -> lines.add("back " + back.sameBoot());
            case Entry.Verifying verifying -> lines.add("verifying");
            case Entry.Held held -> lines.add("held");
        }
    }

    private void steps(String word, List<Step> steps) {
        for (Step step : steps) {
            names.computeIfAbsent(
                    step.target().toString(),
                    target -> step.kind().name().toLowerCase(Locale.ROOT) + "-"
                            + counts.merge(step.kind(), 1, Integer::sum));
        }
        lines.add(plain(word + " " + steps.stream().map(Step::id).toList()));
    }

    private String plain(String text) {
        String named = text;
        for (Map.Entry<String, String> name : names.entrySet()) {
            named = named.replace(name.getKey(), name.getValue());
        }
        return named.replaceAll("dev \\S+", "dev IF").replaceAll("mac [0-9a-f:]{17}", "mac MAC");
    }
}
