// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The commands that measure a pair, as a grammar of whole commands: they end by themselves within a time, wait for one
 * client or are one, and take nothing but a device, a port, a GPU, a NUMA node and a client's server (perftest 4.5 to
 * 26.01, iperf 3.12).
 */
final class AllowedTest {
    /** Less than {@code run.Limits} gives an operation, so that it ends before it counts as stuck. */
    static final int SECONDS = 100;

    static final String TIMEOUT = "timeout";
    static final String NUMACTL = "numactl";
    /** Programs that a check may look for. */
    static final Set<String> PROGRAMS = Set.of(TIMEOUT, NUMACTL, "ib_write_bw", "iperf3");

    private static final String NUMBER = "(0|[1-9]\\d{0,3})";
    private static final String PORT = "[1-9]\\d{3,4}";
    private static final Pattern BARE = Pattern.compile("[A-Za-z0-9_.:=-]+");
    /** A name or an address of the other host; no option begins so. */
    private static final String ADDRESS = "[A-Za-z0-9:][A-Za-z0-9.:-]{0,252}";

    private static final Pattern COMMAND = Pattern.compile(TIMEOUT + " -k 5 " + SECONDS
            + " (env CUDA_DEVICE_ORDER=PCI_BUS_ID )?(" + NUMACTL + " -N " + NUMBER + " -m " + NUMBER + " )?"
            + "(iperf3 -s -1 -p " + PORT
            + "|iperf3 -c " + ADDRESS + " -p " + PORT + " -P 8 -t 10"
            + "|ib_write_bw -d [A-Za-z0-9][A-Za-z0-9_.-]{0,62} -p " + PORT
            + " -s 1048576 -n 5000 -t 128 -F --report_gbits"
            + "( --use_cuda=" + NUMBER + " --use_cuda_dmabuf| --use_rocm=" + NUMBER
            + " --use_rocm_dmabuf)?( --data_validation)?( " + ADDRESS + ")?)");

    private AllowedTest() {}

    /** Returns whether the words are one of these commands. */
    static boolean may(List<String> words) {
        return words.stream().allMatch(BARE.asMatchPredicate())
                && COMMAND.matcher(String.join(" ", words)).matches();
    }
}
