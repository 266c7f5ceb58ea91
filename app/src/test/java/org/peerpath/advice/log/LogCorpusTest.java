// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.hardware.Knowledge;
import org.peerpath.testing.Corpus;

/** Real logs, kept beside the repository. */
class LogCorpusTest {
    private static Path log(String folder, String number) throws IOException {
        try (Stream<Path> files = Files.list(Corpus.path(folder))) {
            return files.filter(f -> f.getFileName().toString().startsWith(number + "-"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static Diagnosis diagnose(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return Diagnosis.of(LogReader.read(in), Optional.empty(), Knowledge.shipped());
        }
    }

    /** First conclusion, then what else, and the functions named first. */
    @ParameterizedTest
    @CsvSource({
        "001, link-down device-tlb-hang kernel-crash, 0000:17:01.0",
        "002, link-down device-tlb-hang kernel-crash, 0000:17:01.0",
        "003, invalidation-timeout, ''",
        "004, invalidation-timeout, ''",
        "005, invalidation-timeout, 0000:63:00.0",
        "007, invalidation-timeout, 0000:63:00.0",
        "008, translation-fault lockup-elsewhere, 0000:63:00.0",
        "009, translation-fault, 0000:05:00.0",
        "010, translation-fault nic-failed translation-fault, 0000:01:00.0",
        "011, kernel-crash translation-fault rdma-error, ''",
        "012, gpu-error invalidation-timeout gpu-error, 0000:0b:00.0",
        "015, translation-fault, 0000:02:00.0",
        "017, translation-fault, 0000:05:00.0",
        "020, '', ''",
        "021, translation-fault, ''",
        "022, translation-fault lockup-elsewhere, 0000:7f:04.2",
        "023, pcie-error acs-violation, 0000:00:1b.0",
        "027, pcie-error acs-violation, 0000:00:1d.0",
        "028, pcie-error nic-failed link-down, 0004:00:00.0",
        "029, '', ''",
        "030, pcie-error link-down kernel-crash, 0000:5f:00.0",
        "032, nic-failed lockup-elsewhere, 0000:00:00.1",
        "033, kernel-crash, ''",
        "034, sriov-refused nic-failed, 0000:81:00.2",
        "035, nic-failed, 0000:6f:08.2",
        "040, reset-stuck lockup-elsewhere, 0000:05:00.3",
        "041, no-memory-space, 0000:0a:00.0",
        "043, device-lost device-tlb-hang, 0000:3f:00.0",
        "044, sriov-refused, 0000:04:00.1",
        "045, sriov-refused, 0000:b0:00.0",
        "047, pcie-error pcie-error nic-failed invalidation-timeout translation-fault, 0004:01:00.0",
        "048, gpu-error, 0000:9b:00.0",
        "049, '', ''",
        "050, rdma-error, ''",
        "052, kernel-crash, ''"
    })
    void incidents(String number, String signatures, String function) throws IOException {
        Diagnosis diagnosis = diagnose(log("klog", number));
        assertEquals(
                signatures,
                diagnosis.conclusions().stream().map(c -> c.signature().id()).collect(Collectors.joining(" ")));
        assertEquals(
                function,
                diagnosis.conclusions().stream()
                        .limit(1)
                        .flatMap(c -> c.suspects().stream())
                        .map(s -> s.function().toString())
                        .findFirst()
                        .orElse(""));
    }

    /** A boot is no incident; one of them tells that the kernel switched ATS off for a GPU. */
    @Test
    void bootsGiveNoAlarm() throws IOException {
        try (Stream<Path> files = Files.list(Corpus.path("boot-iommu"))) {
            for (Path file : files.sorted().toList()) {
                List<Signature> found = Logs.signatures(diagnose(file));
                List<Signature> allowed = file.getFileName().toString().startsWith("012-")
                        ? List.of(Signature.ATS_SWITCHED_OFF)
                        : List.of();
                assertEquals(allowed, found, file.getFileName().toString());
            }
        }
    }
}
