// SPDX-License-Identifier: Apache-2.0
package org.peerpath.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.peerpath.pci.Topologies;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.testing.LargeHosts;

/** From a snapshot in memory to the decoded tree. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgs = "-Xmx256m")
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class DecodeBenchmark {
    /** 300 functions with 8 GPUs and 8 NICs; 10,000 with 64 of each. */
    @Param({"300", "10000"})
    public int functions;

    private Snapshot snapshot = LargeHosts.of(1, 7).build();

    @Setup
    public void build() {
        snapshot = LargeHosts.of(functions > 1000 ? 64 : 8, functions).build();
    }

    @Benchmark
    public Topology decodeAndTree() {
        return Topologies.of(snapshot);
    }
}
