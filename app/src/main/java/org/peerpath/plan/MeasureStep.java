// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.peerpath.iommu.Ownership;
import org.peerpath.measured.TestCommands;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathJudge;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

/**
 * Runs one command that measures a pair, as the side that waits for a client or as the client. It changes no setting, but
 * it loads the NIC and the GPU, so it is guarded like a step that does.
 */
public final class MeasureStep implements UnreadStep {
    /** How long a command waits for its client and measures, in seconds; then it is ended. */
    public static final int SECONDS = AllowedTest.SECONDS;

    private static final String ENV = "CUDA_DEVICE_ORDER=PCI_BUS_ID";

    /** What of a pair is measured, in the order of {@link TestCommands#server}. */
    public enum Row {
        TCP,
        RDMA,
        GPUDIRECT;

        /** In the order of the commands. */
        public static final List<Row> ALL = List.of(TCP, RDMA, GPUDIRECT);

        /** Returns its word in ids and message keys. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns its place among the commands, from 0. */
        public int place() {
            return ALL.indexOf(this);
        }
    }

    /**
     * What a person asks for.
     *
     * @param goal of the plan that is proved
     * @param place the pair's among the commands that were shown: it decides the port
     * @param server the address of the host where the other side waits; empty to wait for a client here
     */
    public record Wanted(Goal goal, Address nic, Address gpu, int place, Row row, Optional<String> server) {}

    /** Why this cannot be measured as the host is now; empty if it can. */
    public static Optional<Message> unfit(HostModel host, Wanted wanted) {
        Optional<PciFunction> nic = host.topology().find(wanted.nic());
        Optional<PciFunction> gpu = host.topology().find(wanted.gpu());
        if (nic.isEmpty() || gpu.isEmpty() || operation(host, wanted).isEmpty()) {
            return Optional.of(Message.of("run.measure.no-device", wanted.nic()));
        }
        boolean hosts = Ownership.heldByHost(gpu.get().facts()).knownToBe(held -> held);
        if (wanted.row() == Row.GPUDIRECT && !hosts) {
            return Optional.of(Message.of("run.measure.gpu-given", wanted.gpu()));
        }
        Fact<InUse> use = InUse.of(host.snapshot());
        if (use.asOptional().isEmpty()) {
            return Optional.of(Message.of("run.measure.use-unread", wanted.nic()));
        }
        return use.asOptional().filter(known -> carries(known, nic.get())).isPresent()
                ? Optional.of(Message.of("run.measure.carries", wanted.nic()))
                : Optional.empty();
    }

    /**
     * Returns whether the host stands on the NIC's port: storage over a network, the default route, the session it is
     * reached by; also where that could not be told.
     */
    private static boolean carries(InUse use, PciFunction nic) {
        Optional<List<String>> names = nic.facts().entries(Attributes.NET).asOptional();
        if (names.isEmpty()) {
            return true;
        }
        Optional<Set<String>> session = use.session().asOptional();
        Set<String> carrying = new HashSet<>(use.carriers());
        carrying.addAll(use.uplinks());
        carrying.addAll(session.orElse(Set.of()));
        boolean told = use.unreached().isEmpty() && session.isPresent();
        return !names.get().isEmpty() && (!told || names.get().stream().anyMatch(carrying::contains));
    }

    /** Returns whether a step only measures: what a goal's guards say of changes does not concern it. */
    public static boolean is(Step step) {
        return step.kind() == Step.Kind.MEASURE;
    }

    /** Returns the plan of it: one step, and nothing to undo. */
    public static Plan plan(HostModel host, Wanted wanted) {
        PlanRequest request = new PlanRequest(wanted.goal(), List.of(wanted.nic()), 0);
        return new Plan(
                request,
                host.snapshot().origin().source(),
                host.snapshot().origin().host(),
                operation(host, wanted).stream()
                        .map(command -> step(wanted, command))
                        .toList(),
                List.of());
    }

    /** Returns what a person agrees to who reads this command and asks for this. */
    public static List<String> agreement(Wanted wanted, Operation.Run command) {
        return List.of(id(wanted), command.shell());
    }

    private static String id(Wanted wanted) {
        String side = wanted.server().isPresent() ? ":client" : "";
        return "measure:" + wanted.row().id() + ":" + wanted.nic() + ":" + wanted.gpu() + side;
    }

    private static Step step(Wanted wanted, Operation.Run command) {
        List<Check> programs = command.arguments().stream()
                .filter(AllowedTest.PROGRAMS::contains)
                .distinct()
                .map(name -> Check.text(
                        Message.of("plan.measure.program", name), Operation.Run.of("command", "-v", name), "/" + name))
                .toList();
        return Step.of(
                        id(wanted),
                        Step.Kind.MEASURE,
                        wanted.nic(),
                        wanted.server()
                                .map(server ->
                                        Message.of("plan.measure.purpose-client", wanted.nic(), wanted.gpu(), server))
                                .orElseGet(() -> Message.of("plan.measure.purpose", wanted.nic(), wanted.gpu())),
                        risk(wanted.server().isPresent()))
                .before(programs)
                .run(command)
                .after(programs)
                .danger(Step.Danger.MEDIUM)
                .build();
    }

    /** The command of the pair as the host is now; empty where there is none, or where a name in it is like no other. */
    private static Optional<Operation.Run> operation(HostModel host, Wanted wanted) {
        return TestCommands.of(
                        host,
                        new PathJudge(host, wanted.goal().scenario()).judge(wanted.nic(), wanted.gpu()),
                        wanted.place())
                .map(commands -> wanted.server()
                        .map(server -> commands.client(wanted.row().place(), server))
                        .orElseGet(() -> commands.server().get(wanted.row().place())))
                .flatMap(MeasureStep::operation);
    }

    /** Returns what may go wrong while one side is run. */
    public static Message risk(boolean client) {
        return Message.of(client ? "plan.measure.risk-client" : "plan.measure.risk", Integer.toString(SECONDS));
    }

    /**
     * Returns a command of {@link TestCommands} as it is run: it ends by itself. Empty if it holds a word that no such
     * command has.
     */
    public static Optional<Operation.Run> operation(String command) {
        List<String> words = new ArrayList<>(List.of(AllowedTest.TIMEOUT, "-k", "5", Integer.toString(SECONDS)));
        if (command.startsWith(ENV + " ")) {
            words.add("env");
        }
        words.addAll(List.of(command.split(" ")));
        return AllowedTest.may(words) ? Optional.of(new Operation.Run(words)) : Optional.empty();
    }

    // ---- Answers ---------------------------------------------------------------------------------------------------

    @Override
    public Inverse.Part turn(Step inverse) {
        return Inverse.Part.GIVEN;
    }

    /** Nothing is left of it. */
    @Override
    public void restore(Restoration way, PastChanges.Thing thing, List<PastChanges.Change> changes) {}
}
