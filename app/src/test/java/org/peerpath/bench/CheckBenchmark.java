// SPDX-License-Identifier: Apache-2.0
package org.peerpath.bench;

import java.util.List;
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
import org.peerpath.model.HostModel;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.report.Answer;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.testing.LargeHosts;

/** From a snapshot in memory to every verdict, and to the whole answer with findings. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgs = "-Xmx256m")
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class CheckBenchmark {
    /** 300 functions with 8 GPUs and 8 NICs; 10,000 with 64 of each. */
    @Param({"300", "10000"})
    public int functions;

    private Snapshot snapshot = LargeHosts.of(1, 7).build();

    @Setup
    public void build() {
        snapshot = LargeHosts.of(functions > 1000 ? 64 : 8, functions).build();
    }

    /** Decode, tree and all routes. */
    @Benchmark
    public List<PathReport> verdicts() {
        return new PathJudge(HostModel.of(snapshot), Scenario.VM).judge(PathSelection.DEFAULT);
    }

    @Benchmark
    public Answer wholeAnswer() {
        return Answer.of(HostModel.of(snapshot), Scenario.VM, PathSelection.DEFAULT);
    }
}
