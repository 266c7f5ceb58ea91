// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.judge;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.evidence.Recognizer;
import org.peerpath.vm.model.VmDescription;
import org.peerpath.vm.read.VmReader;

/** The shipped HGX B300, whose VF and GPU stay inside their switch in a VM, with other facts about its kernel and IOMMU. */
final class VmHosts {
    static final String NIC = "0000:18:00.1";
    static final String GPU = "0000:1b:00.0";
    static final String OTHER_NIC = "0000:38:00.1";
    static final String OTHER_GPU = "0000:3b:00.0";

    private final Snapshot sample;
    private final Map<String, String> files = new TreeMap<>();
    private final Map<String, Map<String, String>> attributes = new TreeMap<>();

    VmHosts() throws UnreadableSourceException {
        sample = Recognizer.open("sample:hgx-b300-vm");
    }

    VmHosts kernel(String release) {
        files.put(HostFiles.KERNEL_RELEASE, release);
        return this;
    }

    VmHosts config(String line) {
        files.put(HostFiles.KERNEL_CONFIG, line);
        return this;
    }

    VmHosts reserved(String function, String lines) {
        String group = Objects.requireNonNull(sample.functions().get(Address.of(function)))
                .text("iommu_group")
                .asOptional()
                .orElseThrow();
        files.put(HostFiles.IOMMU_GROUPS + "/" + group + "/reserved_regions", lines);
        return this;
    }

    VmHosts file(String path, String text) {
        files.put(path, text);
        return this;
    }

    VmHosts attribute(String function, String name, String value) {
        attributes.computeIfAbsent(function, f -> new TreeMap<>()).put(name, value);
        return this;
    }

    HostModel model() {
        TreeMap<String, Reading> host = new TreeMap<>(sample.host());
        files.forEach((path, text) -> host.put(path, new Reading.Text(text, "test")));
        TreeMap<Address, FunctionFacts> functions = new TreeMap<>(sample.functions());
        attributes.forEach((name, changed) -> functions.computeIfPresent(Address.of(name), (address, facts) -> {
            TreeMap<String, Reading> all = new TreeMap<>(facts.attributes());
            changed.forEach((attribute, value) -> all.put(attribute, new Reading.Text(value, "test")));
            return new FunctionFacts(address, all, facts.lspciText(), facts.listed());
        }));
        return HostModel.of(new Snapshot(sample.origin(), host, sample.hostListed(), functions, sample.notes()));
    }

    /** Answers for the VM that texts describe together. */
    VmAnswer answer(List<String> texts) throws UnreadableSourceException {
        List<VmDescription> parts = new ArrayList<>();
        for (String text : texts) {
            parts.add(VmReader.read(text.getBytes(StandardCharsets.UTF_8), "part-" + parts.size()));
        }
        VmJudge.Answer answer = VmJudge.judge(model(), parts, Optional.empty());
        if (answer.vms().size() != 1) {
            throw new IllegalStateException("several VMs: " + answer.vms());
        }
        return answer.vms().getFirst();
    }

    static VmPair pair(VmAnswer answer, String requester, String target) {
        return answer.pairs().stream()
                .filter(p -> p.requester().name().equals(requester)
                        && p.target().name().equals(target))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no pair " + requester + " " + target));
    }
}
