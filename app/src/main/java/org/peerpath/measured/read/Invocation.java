// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a perftest command line asks for, as far as it matters for its figures. Only known options are kept, so that
 * nothing else that stands on the line, a password for instance, goes anywhere.
 *
 * @param test {@code ib_write_bw}
 * @param device {@code -d}
 * @param memory the GPU whose memory is asked for, the host's where none is
 * @param dataValidation {@code --data_validation}
 * @param visible {@code CUDA_VISIBLE_DEVICES} before the command
 * @param whole whether the line is the command itself, so that what it does not ask for is not asked for
 */
record Invocation(
        String test,
        Optional<String> device,
        End memory,
        boolean dataValidation,
        Optional<String> visible,
        boolean whole) {
    private static final Pattern TEST =
            Pattern.compile("(?<![\\w-])((?:ib|raw_ethernet)_(?:write|read|send|atomic|burst)(?:_bw|_lat)?)(?![\\w-])");
    private static final Pattern DEVICE = Pattern.compile("(?:^|\\s)(?:-d\\s*|--ib-dev[= ])([\\w.-]{1,64})");
    private static final Pattern NAMED = Pattern.compile(
            "(?<![\\w-])((?:mlx[45]|bnxt_re|irdma|ionic|efa|hns|mana|qedr|erdma|rxe|siw|hfi1)_?\\w{1,24}|(?:roce|ibp)[A-Za-z0-9]{2,30})(?![\\w-])");
    private static final Pattern GPU = Pattern.compile("--use_(?:cuda|rocm)(?:=|\\s+)(\\d{1,4})(?!\\S)");
    private static final Pattern GPU_BUS = Pattern.compile("--use_cuda_bus_id(?:=|\\s+)(\\S{1,32})");
    private static final Pattern OTHER_MEMORY = Pattern.compile("--use_(?:hl|mlu|neuron|opencl|musa|cuda|rocm)\\b");
    private static final Pattern VISIBLE =
            Pattern.compile("(?:CUDA|HIP|ROCR)_VISIBLE_DEVICES=[\"']?([\\w,./-]{0,512})");

    /** Reads a line that names a perftest program; empty where it does not. */
    static Optional<Invocation> of(String line) {
        Matcher test = TEST.matcher(line);
        if (!test.find()) {
            return Optional.empty();
        }
        String options = line.substring(test.end());
        boolean whole = options.isBlank() || options.matches("\\s+(?:-.*|\\S+(?:\\s+-.*)?)");
        Matcher named = NAMED.matcher(options);
        Optional<String> device = first(DEVICE, options);
        return Optional.of(new Invocation(
                test.group(1),
                device.isPresent() || !named.find() ? device : Optional.of(named.group(1)),
                memory(options),
                options.matches(".*--data_validation\\b.*"),
                first(VISIBLE, line),
                whole));
    }

    private static End memory(String options) {
        Optional<End> bus =
                first(GPU_BUS, options).flatMap(BusId::parse).map(b -> new End.Gpu(Optional.empty(), Optional.of(b)));
        Optional<End> index = first(GPU, options).flatMap(Numbers::index).map(End.Gpu::numbered);
        return bus.or(() -> index)
                .orElseGet(() -> OTHER_MEMORY.matcher(options).find()
                        ? new End.Gpu(Optional.empty(), Optional.empty())
                        : End.HOST);
    }

    private static Optional<String> first(Pattern pattern, String in) {
        Matcher found = pattern.matcher(in);
        return found.find() ? Optional.of(found.group(1)) : Optional.empty();
    }
}
