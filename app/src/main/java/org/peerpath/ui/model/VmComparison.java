// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.peerpath.text.Texts;
import org.peerpath.vm.judge.VmAnswer;
import org.peerpath.vm.judge.VmFunction;
import org.peerpath.vm.judge.VmRole;
import org.peerpath.vm.model.VmDescription;

/** In what two VMs differ that decides whether peer-to-peer works in them. */
public final class VmComparison {
    private VmComparison() {}

    /**
     * One fact of both.
     *
     * @param name what it is
     * @param here its value in the one
     * @param there its value in the other
     */
    public record Row(String name, String here, String there) {
        public boolean differs() {
            return !here.equals(there);
        }
    }

    /** Compares them; addresses and names do not count, for no two VMs share them. */
    public static List<Row> of(VmAnswer here, VmAnswer there, Texts texts) {
        List<Row> rows = new ArrayList<>();
        Pair pair = new Pair(here, there, texts, rows);
        pair.row("ui.vms.fact.state", vm -> texts.say("vm.state." + vm.state().id()));
        pair.row("ui.vms.fact.functions", vm -> functions(vm, texts));
        pair.row(
                "ui.vms.fact.vmm",
                vm -> description(vm).vmm().id()
                        + description(vm)
                                .vmmVersion()
                                .map(version -> " " + version)
                                .orElse(""));
        pair.row("ui.vms.fact.machine", vm -> description(vm).machine().orElse("?"));
        pair.row("ui.vms.fact.kernel", vm -> description(vm).kernel().orElse("?"));
        pair.row(
                "ui.vms.fact.backend",
                vm -> joined(vm.vm().functions().stream()
                        .map(f -> f.assigned().backend().id())));
        pair.row(
                "ui.vms.fact.viommu",
                vm -> joined(description(vm).viommus().stream()
                        .map(each -> each.kind()
                                + (each.addressBits().isPresent()
                                        ? " " + each.addressBits().getAsInt() + " bit"
                                        : ""))));
        pair.row(
                "ui.vms.fact.options",
                vm -> joined(description(vm).options().stream()
                        .map(each -> each.name().toLowerCase(Locale.ROOT).replace('_', '-'))));
        pair.row(
                "ui.vms.fact.verdicts",
                vm -> joined(vm.nearest().stream()
                        .map(each -> texts.say("vm.verdict." + each.verdict().id()))));
        pair.row(
                "ui.vms.fact.nccl",
                vm -> joined(vm.nearest().stream()
                        .map(each -> each.ncclNow().map(Enum::name).orElse("?"))));
        pair.row(
                "ui.vms.fact.findings",
                vm -> joined(vm.findings().stream().map(each -> each.cause().id())));
        return rows;
    }

    private record Pair(VmAnswer here, VmAnswer there, Texts texts, List<Row> rows) {
        void row(String key, Function<VmAnswer, String> value) {
            rows.add(new Row(texts.say(key), value.apply(here), value.apply(there)));
        }
    }

    private static VmDescription description(VmAnswer vm) {
        return vm.vm().description();
    }

    /** "2 GPUs, 2 NICs". */
    public static String functions(VmAnswer vm, Texts texts) {
        return texts.say("ui.vms.functions", count(vm, VmRole.GPU), count(vm, VmRole.NIC));
    }

    private static long count(VmAnswer vm, VmRole role) {
        return vm.vm().shown().stream()
                .map(VmFunction::role)
                .filter(role::equals)
                .count();
    }

    private static String joined(Stream<String> values) {
        String all = values.distinct().sorted().collect(Collectors.joining(", "));
        return all.isEmpty() ? "–" : all;
    }
}
