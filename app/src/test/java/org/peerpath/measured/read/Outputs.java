// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Outputs written after the format strings of each tool's source. */
public final class Outputs {
    private static final String LINE =
            "---------------------------------------------------------------------------------------\n";

    private Outputs() {}

    /** What a run says whose data were checked. */
    public static final String PASSED = "VALIDATION: PASSED (server) - 5000 chunks, 5242880000 bytes\n";

    /** A run of a NIC to the memory of a GPU. */
    public static String between(String nic, String gpu, double gigabits, String tail) {
        String row = String.format(
                Locale.ROOT,
                " 1048576    5000             %.2f             %.2f\t\t   %.6f%n",
                gigabits,
                gigabits,
                gigabits * 125 / 1048576);
        return perftest(GBITS, row, tail).replace("mlx5_1", nic).replace("3B:00", gpu);
    }

    /** A run of perftest's client or server with a GPU's memory, as version 6.2x prints it. */
    public static String perftest(String head, String rows, String tail) {
        return "initializing CUDA\nListing all CUDA devices in system:\n"
                + "CUDA device 0: PCIe address is 1B:00\nCUDA device 1: PCIe address is 3B:00\n\n"
                + "Picking device No. 1\n[pid = 41, dev = 1] device name = [NVIDIA B300]\ncreating CUDA Ctx\n"
                + "making it the current CUDA Ctx\nCUDA device integrated: 0\n"
                + "using DMA-BUF for GPU buffer address at 0x7f00 aligned at 0x7f00 with aligned size 131072\n"
                + "allocated GPU buffer of a 131072 address at 0x7f00 for type CUDA_MEM_DEVICE\n"
                + header("RDMA_Write BW Test", "mlx5_1", "Ethernet")
                + head
                + "\n"
                + rows
                + LINE
                + tail
                + "deallocating GPU buffer 00007f00\ndestroying current CUDA Ctx\n";
    }

    /** What a run says of itself. */
    public static String header(String title, String device, String linkType) {
        return LINE + "                    " + title + "\n"
                + " Dual-port       : OFF\t\tDevice         : " + device + "\n"
                + " Number of qps   : 1\t\tTransport type : IB\n Connection type : RC\t\tUsing SRQ      : OFF\n"
                + " PCIe relax order: ON\t\tLock-free      : OFF\n ibv_wr* API     : ON\n TX depth        : 128\n"
                + " Mtu             : 4096[B]\n Link type       : " + linkType + "\n GID index       : 3\n"
                + " rdma_cm QPs     : OFF\n Data ex. method : Ethernet\n"
                + LINE
                + " local address: LID 0000 QPN 0x0129 PSN 0x57279d RKey 0x184300 VAddr 0x00ec99bedad000\n"
                + " GID: 00:00:00:00:00:00:00:00:00:00:255:255:192:00:02:01\n"
                + " remote address: LID 0000 QPN 0x0129 PSN 0x531b7  RKey 0x184300 VAddr 0x00ffeec955d000\n"
                + " GID: 00:00:00:00:00:00:00:00:00:00:255:255:192:00:02:02\n"
                + LINE;
    }

    public static final String GBITS =
            " #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]";
    public static final String MIB =
            " #bytes     #iterations    BW peak[MiB/sec]    BW average[MiB/sec]   MsgRate[Mpps]";
    public static final String MB = " #bytes     #iterations    BW peak[MB/sec]    BW average[MB/sec]   MsgRate[Mpps]";

    public static final String PERFTEST_JSON = """
            {
            "test_info": {
            "test": "RDMA_Write_BW_Test",
            "Dual_port": "OFF",
            "Device": "mlx5_1",
            "Number_of_qps": 1,
            "PCIe_relax_order": "ON",
            "Mtu": 4096,
            "Link_type": "IB",
            "cuda_device": 1,
            "Use_ROCm_memory": "OFF",
            "Data_ex_method": "Ethernet"
            },
            "results": {
            "MsgSize": 65536,
            "n_iterations": 5000,
            "BW_peak": 392.11,
            "BW_average": 391.95,
            "MsgRate": 0.747585
            }
            }
            """;

    public static final String NCCL = """
            # nccl-tests version 2.17.0 nccl-headers=22809 nccl-library=22809
            # Collective test starting: all_reduce_perf
            # nThread 1 nGpus 8 minBytes 17179869184 maxBytes 17179869184 step: 2(factor) warmup iters: 1 iters: 20 agg iters: 1 validation: 1 graph: 0 unalign: 0
            #
            # Using devices
            #  Rank  0 Group  0 Pid   3351 on node01 device  0 [0000:1b:00] NVIDIA H100 80GB HBM3
            #  Rank  1 Group  0 Pid   3351 on node01 device  1 [0000:3b:00] NVIDIA H100 80GB HBM3
            #  Rank  2 Group  0 Pid   3351 on node01 device  2 [0000:5b:00] NVIDIA H100 80GB HBM3
            #  Rank  3 Group  0 Pid   3351 on node01 device  3 [0000:7b:00] NVIDIA H100 80GB HBM3
            #  Rank  4 Group  0 Pid   3351 on node01 device  4 [0000:9b:00] NVIDIA H100 80GB HBM3
            #  Rank  5 Group  0 Pid   3351 on node01 device  5 [0000:bb:00] NVIDIA H100 80GB HBM3
            #  Rank  6 Group  0 Pid   3351 on node01 device  6 [0000:db:00] NVIDIA H100 80GB HBM3
            #  Rank  7 Group  0 Pid   3351 on node01 device  7 [0000:fb:00] NVIDIA H100 80GB HBM3
            #
            #                                                              out-of-place                       in-place
            #       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong
            #        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)
             17179869184    4294967296     float     sum      -1    62541  274.70  480.72       0    62568  274.58  480.51       0
            # Out of bounds values : 0 OK
            # Avg bus bandwidth    : 480.615
            #
            # Collective test concluded: all_reduce_perf
            """;

    public static final String NCCL_JSON = """
            {
              "version": 1,
              "args": ["/opt/nccl-tests/build/all_reduce_perf", "-J", "out.json", "--token", "hunter2"],
              "env": ["HF_TOKEN=hf_secret", "CUDA_VISIBLE_DEVICES=1,0", "AWS_SECRET_ACCESS_KEY=abc123"],
              "nccl_version": 22809,
              "config": {"validation": 1},
              "results": [
                {"size": 1073741824, "count": 268435456, "type": "float", "redop": "sum", "root": "-1",
                 "out_of_place": {"time": 4478.8, "alg_bw": 239.74, "bus_bw": 449.51, "nwrong": 0},
                 "in_place": {"time": 4463.7, "alg_bw": 240.55, "bus_bw": 451.03, "nwrong": null}}
              ],
              "out_of_bounds": {"count": 0, "okay": true},
              "average_bus_bandwidth": {"bandwidth": 450.27, "okay": "unchecked"}
            }
            """;

    public static final String NVBANDWIDTH = """
            nvbandwidth Version: v0.8
            Built from Git version: v0.8

            Device 0: NVIDIA B300 (00000000:1b:00)
            Device 1: NVIDIA B300 (00000000:3b:00)

            Running host_to_device_memcpy_ce.
            memcpy CE CPU(row) -> GPU(column) bandwidth (GB/s)
                       0         1
             0     56.38     56.41

            SUM host_to_device_memcpy_ce 112.79

            Running device_to_device_bidirectional_memcpy_read_ce.
            memcpy CE GPU(row) <-> GPU(column) Read1 bandwidth (GB/s)
                       0         1
             0       N/A     45.10
             1     45.11       N/A

            SUM device_to_device_bidirectional_memcpy_read_ce_read1 90.21

            memcpy CE GPU(row) <-> GPU(column) Total bandwidth (GB/s)
                       0         1
             0       N/A     90.20
             1     90.22       N/A

            SUM device_to_device_bidirectional_memcpy_read_ce_total 180.42

            Running host_device_latency_sm.
            memory latency SM CPU(row) <-> GPU(column) (ns)
                       0         1
             0    772.58    773.00

            SUM host_device_latency_sm 1545.58

            Waived: multinode_device_to_device_memcpy_read_ce
            """;

    public static final String NVBANDWIDTH_JSON = """
            {"nvbandwidth": {"GPU Device list": ["0: NVIDIA B300 (00000000:1b:00): (node01)",
              "1: NVIDIA B300 (00000000:3b:00): (node01)"], "testcases": [
              {"name": "device_to_device_memcpy_write_ce", "status": "Passed",
               "bandwidth_description": "memcpy CE GPU(row) <- GPU(column) bandwidth (GB/s)",
               "bandwidth_matrix": [["N/A", "51.5"], ["51.25", "N/A"]], "sum": 102.75},
              {"name": "device_to_device_bidirectional_memcpy_write_ce", "status": "Passed",
               "bandwidth_description": "memcpy CE GPU(row) <-> GPU(column) Total bandwidth (GB/s)",
               "bandwidth_matrix": [["N/A", "45"], ["46", "N/A"], ["N/A", "44"], ["43", "N/A"], ["N/A", "89"], ["88", "N/A"]],
               "sum": 177},
              {"name": "all_to_one_read_ce", "status": "Waived"}]}}
            """;

    public static final String GDRCOPY = """
            GPU id:0; name: NVIDIA B300; Bus id: 0000:1b:00
            GPU id:1; name: NVIDIA B300; Bus id: 0000:3b:00
            selecting device 1
            testing size: 1048576
            gpu alloc fn: cuMemAlloc
            writing test, size=1048576 offset=0 num_iters=10000
            write BW: 20480.5MB/s
            reading test, size=1048576 offset=0 num_iters=100
            read BW: 530.135MB/s
            closing gdrdrv
            """;

    public static final String CUDA_P2P = """
            [P2P (Peer-to-Peer) GPU Bandwidth Latency Test]
            Device: 0, NVIDIA B300, pciBusID: 1b, pciDeviceID: 0, pciDomainID:0
            Device: 1, NVIDIA B300, pciBusID: 3b, pciDeviceID: 0, pciDomainID:0
            Device=0 CAN Access Peer Device=1
            Device=1 CANNOT Access Peer Device=0

            P2P Connectivity Matrix
                 D\\D     0     1
                 0\t     1     1
                 1\t     0     1
            Unidirectional P2P=Disabled Bandwidth Matrix (GB/s)
               D\\D     0      1
                 0 1008.06  26.34
                 1  26.35 926.75
            Unidirectional P2P=Enabled Bandwidth (P2P Writes) Matrix (GB/s)
               D\\D     0      1
                 0 1015.27  13.60
                 1  26.60 945.63
            Bidirectional P2P=Enabled Bandwidth Matrix (GB/s)
               D\\D     0      1
                 0 1016.92  22.88
                 1  22.90 1016.00
            P2P=Enabled Latency (P2P Writes) Matrix (us)
               GPU     0      1
                 0   1.30   1.60
                 1   1.61   1.30
            """;

    public static final String ROCM = """
                      RocmBandwidthTest Version: 2.6.0

                      Device: 0,  AMD EPYC 9654 96-Core Processor
                      Device: 1,  AMD Instinct MI300X,  GPU-f1a2b3c4d5e6f708,  1b:0.0
                      Device: 2,  AMD Instinct MI300X,  GPU-f1a2b3c4d5e6f709,  3b:0.0

                      Inter-Device Access

                      D/D       0           1           2

                      0         1           1           1

                      Unidirectional copy peak bandwidth GB/s

                      D/D       0           1           2

                      0         N/A         55.123      55.124

                      1         56.001      1200.500    48.900

                      2         56.002      48.901      1200.600

                      Bidirectional copy peak bandwidth GB/s

                      D/D       0           1           2

                      1         N/A         N/A         96.010
            """;

    public static final String TRANSFERBENCH = """
            TransferBench v1.64 (2025-09-01)
            Test 1:
             Executor: GPU 00 |  46.280 GB/s |    1.450 ms |     67108864 bytes | 46.400  GB/s (sum)
                 Transfer 00  |  46.400 GB/s |    1.446 ms |     67108864 bytes | G0 -> G00:004 -> G1
             Aggregate (CPU)  |  40.100 GB/s |    1.673 ms |     67108864 bytes | Overhead: 0.220 ms
            Bidirectional copy peak bandwidth GB/s [Local read / Remote write] (GPU-Executor: GFX)
                 SRC\\DST    CPU 00       GPU 00    GPU 01
              GPU 00  ->     53.83          N/A     54.54
              GPU 00 <-      44.74          N/A     54.77
              GPU 00 <->     98.57          N/A    109.31
            """;

    public static final String HIP = """
            Device:Device 738c Mem=32.0GB #CUs=120 Freq=1502Mhz  MallocMode=pinned
               H2D_Bandwidth_pinned    524288kB       GB/sec        27.0193  26.9348  0.1912  26.4707 27.0314
               D2H_Time_pinned    524288kB           ms        19.1607 19.2196 0.1333  19.1525 19.5434
            """;

    public static final String IPERF = """
            Connecting to host 127.0.0.1, port 5999
            [  5] local 127.0.0.1 port 51178 connected to 127.0.0.1 port 5999
            [ ID] Interval           Transfer     Bitrate         Retr  Cwnd
            [  5]   0.00-1.00   sec  2.83 GBytes  24.3 Gbits/sec    0   1023 KBytes
            [  5]   1.00-2.00   sec  2.81 GBytes  24.1 Gbits/sec    0    895 KBytes
            - - - - - - - - - - - - - - - - - - - - - - - - -
            [ ID] Interval           Transfer     Bitrate         Retr
            [  5]   0.00-2.00   sec  5.64 GBytes  24.2 Gbits/sec    0             sender
            [  5]   0.00-2.00   sec  5.64 GBytes  24.0 Gbits/sec                  receiver

            iperf Done.
            """;

    public static final String OSU = """
            # OSU MPI-CUDA Bandwidth Test v7.2
            # Send Buffer on DEVICE (D) and Receive Buffer on DEVICE (D)
            # Size      Bandwidth (MB/s)        Validation
            1048576              23999.87              Pass
            4194304              24413.20              Pass
            """;

    public static final String NCCL_LOG = """
            node01:1895902:1895913 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/RoCE [1]mlx5_1:1/IB [RO]; OOB eth0:192.0.2.1<0>
            node01:1895902:1895913 [0] NCCL INFO Using network IB
            node01:1895902:1895913 [0] NCCL INFO comm 0xaf6b rank 0 nranks 2 cudaDev 0 nvmlDev 0 busId 1b000 commId 0x1 - Init START
            node01:1895902:1895920 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] [send] via NET/IB/0/GDRDMA
            node01:1895902:1895920 [0] NCCL INFO Channel 01/0 : 0[0] -> 1[1] [send] via NET/IB/0/GDRDMA
            node01:1895902:1895920 [0] NCCL INFO Channel 00/0 : 1[1] -> 0[0] [receive] via NET/IB/1
            node01:1895902:1895920 [0] NCCL INFO Channel 00/0 : 0[1b000] -> 1[3b000] via P2P/IPC/read
            node01:1895902:1895920 [0] NCCL INFO NET/IB : GPU Direct RDMA Disabled for HCA 1 'mlx5_1'
            """;

    /** Every text by name. */
    public static Map<String, String> all() {
        Map<String, String> all = new LinkedHashMap<>();
        String rows = " 65536      5000             391.11             390.50\t\t   0.744820\n";
        all.put("perftest", perftest(GBITS, rows, "VALIDATION: PASSED (server) - 12500 chunks, 102400000 bytes\n"));
        all.put("perftest-json", PERFTEST_JSON);
        all.put("nccl", NCCL);
        all.put("nccl-json", NCCL_JSON);
        all.put("nvbandwidth", NVBANDWIDTH);
        all.put("nvbandwidth-json", NVBANDWIDTH_JSON);
        all.put("gdrcopy", GDRCOPY);
        all.put("p2p", CUDA_P2P);
        all.put("rocm", ROCM);
        all.put("transferbench", TRANSFERBENCH);
        all.put("hip", HIP);
        all.put("osu", OSU);
        all.put("iperf", IPERF);
        all.put("nccl-log", NCCL_LOG);
        return all;
    }
}
