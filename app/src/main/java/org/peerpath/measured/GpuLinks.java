// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peerpath.advice.Labels;
import org.peerpath.hardware.Vendors;
import org.peerpath.model.HostModel;
import org.peerpath.path.Roles;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.evidence.Tools;

/**
 * Whether two GPUs have a link of their own beside PCIe (NVLink, xGMI): by the matrix of {@code nvidia-smi topo} in the
 * source, else by the model where it has none.
 */
final class GpuLinks {
    private static final int MOST_LINES = 200_000;

    private final HostModel host;
    private final Labels labels;
    private final Standards standards;
    private final Map<String, String> matrix = new HashMap<>();
    private final Map<Address, String> names = new HashMap<>();

    GpuLinks(HostModel host, Labels labels, Standards standards) {
        this.host = host;
        this.labels = labels;
        this.standards = standards;
        lines(Tools.NVIDIA_TOPO).forEach(words -> {
            if (words.length == 3) {
                matrix.put(words[0] + " " + words[1], words[2]);
            }
        });
        lines(Tools.NVIDIA_GPUS).forEach(words -> {
            if (words.length == 3) {
                Address.parse(words[2]).ifPresent(address -> names.put(address, words[0]));
            }
        });
        if (names.isEmpty()) {
            List<PciFunction> gpus = Roles.targets(host.topology(), Roles.TargetKind.GPU).stream()
                    .filter(gpu -> gpu.isBy(Vendors.NVIDIA))
                    .toList();
            for (int i = 0; i < gpus.size(); i++) {
                names.put(gpus.get(i).address(), "GPU" + i);
            }
        }
    }

    private List<String[]> lines(String path) {
        return host.snapshot()
                .hostText(path)
                .asOptional()
                .orElse("")
                .lines()
                .limit(MOST_LINES)
                .map(line -> line.split(" "))
                .toList();
    }

    /** Returns whether they have one; empty where it is not known. */
    Optional<Boolean> between(Address one, Address other) {
        String first = names.getOrDefault(one, "");
        String second = names.getOrDefault(other, "");
        Optional<String> label = Optional.ofNullable(matrix.get(first + " " + second))
                .or(() -> Optional.ofNullable(matrix.get(second + " " + first)));
        if (label.isPresent()) {
            return label.map(text -> text.startsWith("NV"));
        }
        return standards.hasNoOwnLink(labels.model(one).orElse(""))
                        || standards.hasNoOwnLink(labels.model(other).orElse(""))
                ? Optional.of(false)
                : Optional.empty();
    }
}
