// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

/** A program whose output is read. */
public enum Tool {
    PERFTEST("perftest"),
    NVBANDWIDTH("nvbandwidth"),
    NCCL_TESTS("nccl-tests"),
    NCCL("nccl"),
    GDRCOPY("gdrcopy"),
    CUDA_P2P("p2pBandwidthLatencyTest"),
    CUDA_SAMPLE("deviceQuery"),
    ROCM_SMI("rocm-smi"),
    ROCM_BANDWIDTH_TEST("rocm_bandwidth_test"),
    TRANSFERBENCH("TransferBench"),
    HIP_BUS_BANDWIDTH("hipBusBandwidth"),
    OSU("osu-micro-benchmarks"),
    IPERF3("iperf3");

    private final String id;

    Tool(String id) {
        this.id = id;
    }

    /** Returns the name as it stands in JSON and on screen. */
    public String id() {
        return id;
    }
}
