// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.List;
import java.util.Locale;
import org.peerpath.text.Message;

/**
 * Something a benchmark or NCCL said that is no figure.
 *
 * @param tool who said it
 * @param kind what it is about
 * @param args what fills the kind's sentence, cleaned
 * @param line the line, from 1
 */
public record Observation(Tool tool, Kind kind, List<String> args, int line) {
    public Observation {
        args = List.copyOf(args);
    }

    /** What an observation is about; its sentence is {@code measured.saw.KIND}. */
    public enum Kind {
        /** host, from, to, transport: how NCCL connects two ranks. */
        TRANSPORT,
        /** host, from, to, transport: over a NIC with GPUDirect RDMA. */
        GPUDIRECT,
        /** host, from, to, transport: over a NIC without GPUDirect RDMA, through the memory of the host. */
        STAGED,
        /** host, network: which network NCCL uses. */
        NETWORK,
        /** host, network: the network that was asked for is not there. */
        NETWORK_MISSING,
        /** host, library: the network plugin is not there. */
        PLUGIN_MISSING,
        /** host, devices: the RDMA devices NCCL uses. */
        RDMA_DEVICES,
        /** host, device: DMA-BUF is available. */
        DMA_BUF,
        /** host, what: GPUDirect RDMA is off, and why as far as NCCL says. */
        GDR_OFF,
        /** host, what: GPUDirect RDMA is on. */
        GDR_ON,
        /** device, status, vendor error: a transfer that nobody answered. */
        RETRIES_EXCEEDED,
        /** device, status, vendor error: waste of an earlier failure. */
        FLUSHED,
        /** device, status, vendor error: any other failed transfer. */
        TRANSFER_FAILED,
        /** device: both ends have link-local addresses only. */
        LINK_LOCAL_GID,
        /** host, parameter: RCCL misses a kernel or environment parameter. */
        PARAMETER_MISSING,
        /** host, what: peers cannot map each other's memory. */
        PEER_MAPPING_FAILED,
        /** what: the run failed. */
        RUN_FAILED,
        /** test: the tool left the test out because the machine cannot do it. */
        WAIVED,
        /** count: the tool left tests out without naming them. */
        WAIVED_UNNAMED,
        /** tool: the driver it needs is not loaded. */
        DRIVER_MISSING,
        /** test: latency only, no bandwidth. */
        LATENCY_ONLY,
        /** from, to: peer access is possible. */
        PEER_ACCESS,
        /** from, to: peer access is not possible. */
        NO_PEER_ACCESS,
        /** from, to, link, hops, weight: how AMD's driver sees two GPUs. */
        GPU_LINK,
        /** passed, total: a test suite's result. */
        SUITE,
        /** Data was wrong; count. */
        WRONG_DATA,
        /** "0 OK" was printed although nothing was compared. */
        UNCHECKED_OK,
        /** The average lies below the least that was asked for. */
        BELOW_MINIMUM,
        /** The last line or value is cut off; what is whole was read. */
        CUT_SHORT,
        /** A figure without a unit that nothing beside it tells. */
        UNIT_UNSAID,
        /** GPUs that were visible to the program, in its order. */
        VISIBLE_DEVICES,
        /** The tool warns that the processor does not comply with relaxed ordering. */
        RELAXED_ORDERING_WARNING;

        /** Returns the kind as it stands in JSON. */
        public String id() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Returns the sentence. */
    public Message message() {
        return new Message("measured.saw." + kind.id(), List.copyOf(args));
    }
}
