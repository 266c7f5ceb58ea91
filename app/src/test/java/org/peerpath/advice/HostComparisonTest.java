// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerpath.model.HostModel;
import org.peerpath.path.Difference;
import org.peerpath.pci.LinkSpeed;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.testing.HostBuilder;

/** Nothing that decides differs unseen, and what differs at every boot is no difference. */
class HostComparisonTest {
    private static List<Difference> against(Consumer<HostBuilder> change) {
        return HostComparison.of(
                HostModel.of(FaultyHost.vm().build()),
                HostModel.of(FaultyHost.with(FaultyHost.vm(), change).build()));
    }

    private static List<String> fields(List<Difference> differences) {
        return differences.stream().map(Difference::field).toList();
    }

    @Test
    void firmwareIsADifference() {
        List<Difference> found = against(h -> h.get(FaultyHost.NIC).rdma("mlx5_0", "40.47.2526", "ib0"));
        assertTrue(fields(found).contains("infiniband/mlx5_0/fw_ver"), found.toString());
        assertTrue(fields(found).contains("state.vm"), found.toString());
        assertTrue(fields(found).contains("finding.vm.firmware-freezes-host"), found.toString());
    }

    @Test
    void whatDoesNotWorkIsADifference() {
        List<Difference> found = against(h -> h.get(FaultyHost.GPU).gone());
        assertTrue(fields(found).contains("answers"), found.toString());
        assertTrue(fields(found).contains("verdict.vm"), found.toString());
        assertTrue(fields(found).contains("finding.vm.device-no-answer"), found.toString());
    }

    /** Whatever makes a finding makes a difference. */
    @ParameterizedTest
    @MethodSource("examples")
    void everyFindingIsADifference(FindingExamples.Example example) {
        List<Difference> found = HostComparison.of(
                HostModel.of(example.healthy().build()),
                HostModel.of(example.made().build()));
        assertTrue(fields(found).contains("finding." + example.scenario().id() + "." + example.id()), found.toString());
    }

    static List<FindingExamples.Example> examples() {
        return UsabilityFindingsTest.examples().toList();
    }

    @Test
    void whatDiffersAtEveryBootIsNone() {
        assertEquals(List.of(), against(h -> {
            h.text(HostFiles.BOOT_ID, "another");
            h.get(FaultyHost.GPU).link(LinkSpeed.GEN6, 16, LinkSpeed.GEN1, 16);
            h.get(FaultyHost.GPU_PORT).link(LinkSpeed.GEN6, 16, LinkSpeed.GEN1, 16);
        }));
        List<Difference> narrower = against(h -> h.get(FaultyHost.GPU).link(LinkSpeed.GEN6, 16, LinkSpeed.GEN6, 8));
        assertTrue(fields(narrower).contains("link"), narrower.toString());
    }

    /** The kernel numbers groups in the order in which it finds devices; what decides is who is in them. */
    @Test
    void anotherNumberOfTheSameGroupIsNone() {
        List<String> all = List.of(
                FaultyHost.ROOT,
                FaultyHost.SWITCH,
                FaultyHost.NIC_PORT,
                FaultyHost.GPU_PORT,
                FaultyHost.NIC,
                FaultyHost.VF,
                FaultyHost.GPU);
        assertEquals(List.of(), against(h -> {
            for (int i = 0; i < all.size(); i++) {
                h.get(all.get(i)).group(100 - i);
            }
        }));
        List<Difference> together = against(h -> {
            h.get(FaultyHost.VF).group(100);
            h.get(FaultyHost.GPU).group(100);
        });
        assertEquals(
                List.of(FaultyHost.VF, FaultyHost.GPU),
                together.stream()
                        .filter(difference -> difference.field().equals("iommu_group"))
                        .map(Difference::subject)
                        .toList());
    }

    /** A user of VFIO switches a function on while its machine runs. */
    @Test
    void whetherAMachineRunsIsNone() {
        assertEquals(List.of(), against(h -> h.get(FaultyHost.GPU).command(6, 0)));
        List<Difference> driven = HostComparison.of(
                HostModel.of(FaultyHost.bareMetal().build()),
                HostModel.of(FaultyHost.with(
                                FaultyHost.bareMetal(),
                                h -> h.get(FaultyHost.GPU).command(6, 0))
                        .build()));
        assertTrue(fields(driven).contains("memory-space"), driven.toString());
    }
}
