// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peerpath.diagram.PathKey;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.Roles;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;

/**
 * Requesters against targets, a verdict in every cell.
 *
 * @param rows who sends
 * @param columns whose memory
 * @param cells what is known; a function against itself has none
 */
public record Matrix(Kind kind, List<Address> rows, List<Address> columns, Map<PathKey, PathReport> cells) {
    /** Who sends to whom. */
    public enum Kind {
        NIC_GPU,
        GPU_GPU,
        NVME_GPU
    }

    public Matrix {
        rows = List.copyOf(rows);
        columns = List.copyOf(columns);
        cells = Map.copyOf(cells);
    }

    /** The matrix of one kind: NIC to GPU is the view's own paths, the others are judged here. */
    public static Matrix of(HostView view, Kind kind) {
        Topology topology = view.host().topology();
        List<Address> gpus = addresses(Roles.targets(topology, Roles.TargetKind.GPU));
        return switch (kind) {
            case NIC_GPU -> new Matrix(kind, addresses(Roles.nics(topology, false)), gpus, view.paths());
            case GPU_GPU -> judged(view, kind, gpus, gpus);
            case NVME_GPU -> judged(view, kind, addresses(Roles.targets(topology, Roles.TargetKind.NVME)), gpus);
        };
    }

    private static Matrix judged(HostView view, Kind kind, List<Address> rows, List<Address> columns) {
        PathJudge judge = new PathJudge(view.host(), view.scenario());
        Map<PathKey, PathReport> cells = new LinkedHashMap<>();
        for (Address row : rows) {
            for (Address column : columns) {
                if (!row.equals(column)) {
                    cells.put(new PathKey(row, column), judge.judge(row, column));
                }
            }
        }
        return new Matrix(kind, rows, columns, cells);
    }

    public Optional<PathReport> cell(Address row, Address column) {
        return Optional.ofNullable(cells.get(new PathKey(row, column)));
    }

    /** The kinds that have anything to show on this host. */
    public static List<Kind> kinds(HostView view) {
        List<Kind> kinds = new ArrayList<>();
        Topology topology = view.host().topology();
        int gpus = Roles.targets(topology, Roles.TargetKind.GPU).size();
        if (gpus > 0 && !Roles.nics(topology, false).isEmpty()) {
            kinds.add(Kind.NIC_GPU);
        }
        if (gpus > 1) {
            kinds.add(Kind.GPU_GPU);
        }
        if (gpus > 0 && !Roles.targets(topology, Roles.TargetKind.NVME).isEmpty()) {
            kinds.add(Kind.NVME_GPU);
        }
        return kinds;
    }

    private static List<Address> addresses(List<PciFunction> functions) {
        return functions.stream().map(PciFunction::address).toList();
    }
}
