// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.peerpath.model.HostModel;
import org.peerpath.path.ToolLabels.ToolLabel;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.evidence.Recognizer;
import org.peerpath.text.Texts;

/** Which pair a tool's label is about. */
class ToolLabelsTest {
    private static final String MATRIX = """
            \tGPU0\tGPU1\tNIC0\tNIC1\tCPU Affinity
            GPU0\t X \tNV18\tPXB\tSYS\t0-55
            GPU1\tNV18\t X \tSYS\tNODE\t56-111
            NIC0\tPXB\tSYS\t X \tSYS
            NIC1\tSYS\tNODE\tSYS\t X

            NIC Legend:

              NIC0: mlx5_4
              NIC1: mlx5_5
            """;

    private static final String DEVICES = """
            0000:18:00.0 mlx5_4 (MT4131 - X) fw 40.46.5500 port 1 (ACTIVE) ==> ib0 (Up)
            0000:98:00.0 mlx5_5 (MT4131 - X) fw 40.46.5500 port 1 (ACTIVE) ==> ib1 (Up)
            """;

    private static final String GPUS = """
            1b:00.0 3D controller [0302]: NVIDIA Corporation Device [10de:3182]
            9b:00.0 3D controller [0302]: NVIDIA Corporation Device [10de:3182]
            """;

    private static final Address NIC = Address.of("18:00.0");
    private static final Address OTHER_NIC = Address.of("98:00.0");
    private static final Address GPU = Address.of("1b:00.0");
    private static final Address OTHER_GPU = Address.of("9b:00.0");

    private static ToolLabels labels(String... texts) throws UnreadableSourceException {
        return ToolLabels.of(HostModel.of(Recognizer.paste(String.join("\n", texts))));
    }

    private static String between(ToolLabels labels, Address nic, Address gpu) {
        return String.join(
                " ",
                labels.between(nic, gpu).stream()
                        .map(l -> l.tool().id() + ":" + l.label())
                        .toList());
    }

    @Test
    void namesAreFollowedToFunctions() throws UnreadableSourceException {
        ToolLabels labels = labels(MATRIX, DEVICES, GPUS);
        assertEquals("nvidia-smi:PXB", between(labels, NIC, GPU));
        assertEquals("nvidia-smi:SYS", between(labels, NIC, OTHER_GPU));
        assertEquals("nvidia-smi:NODE", between(labels, OTHER_NIC, OTHER_GPU));
        assertEquals(
                "several PCIe bridges between them, no host bridge",
                Texts.ENGLISH.say(labels.between(NIC, GPU).getFirst().rule()));
    }

    /** nvidia-smi -q names the GPUs' addresses in its own order, which counts. */
    @Test
    void theOrderOfNvidiaSmiCounts() throws UnreadableSourceException {
        String listing = """
                ==============NVSMI LOG==============

                Attached GPUs                             : 2
                GPU 00000000:9B:00.0
                    Product Name                          : x
                GPU 00000000:1B:00.0
                    Product Name                          : x
                """;
        assertEquals("nvidia-smi:SYS", between(labels(MATRIX, DEVICES, GPUS, listing), NIC, GPU));
    }

    /** Another number of GPUs than the matrix has: which is which would be a guess. */
    @Test
    void nothingIsGuessed() throws UnreadableSourceException {
        ToolLabels labels =
                labels(MATRIX, DEVICES, GPUS.lines().limit(1).toList().getFirst());
        assertEquals("", between(labels, NIC, GPU));
        assertTrue(labels.all().stream().allMatch(l -> l.gpu().function().isEmpty()));
        ToolLabels alone = labels(MATRIX);
        assertEquals(4, alone.all().size());
        ToolLabel first = alone.all().getFirst();
        assertEquals(new ToolLabels.End("mlx5_4", Optional.empty()), first.nic());
        assertEquals(new ToolLabels.End("GPU0", Optional.empty()), first.gpu());
    }

    @Test
    void ncclsOwnRuleGivesAnotherLabel() throws UnreadableSourceException {
        String xml = """
                <system version="1"><cpu numaid="0">
                 <pci busid="0000:16:00.0" class="0x060400">
                  <pci busid="0000:18:00.0" class="0x020700"><nic><net name="mlx5_4"/></nic></pci>
                  <pci busid="0000:1b:00.0" class="0x030200"><gpu dev="0"/></pci>
                 </pci></cpu></system>
                """;
        HostModel nccl = HostModel.of(Recognizer.paste(xml));
        ToolLabels labels = ToolLabels.of(nccl);
        assertEquals("nccl:PIX", between(labels, NIC, GPU));
        assertEquals(
                List.of("through one PCIe switch"),
                labels.between(NIC, GPU).stream()
                        .map(l -> Texts.ENGLISH.say(l.rule()))
                        .toList());
    }

    @Test
    void aSourceWithoutAnyToolHasNone() throws UnreadableSourceException {
        assertTrue(labels(GPUS).all().isEmpty());
    }
}
