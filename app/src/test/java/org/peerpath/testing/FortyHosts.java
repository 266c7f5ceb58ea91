// SPDX-License-Identifier: Apache-2.0
package org.peerpath.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Origin;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.file.SnapshotFile;

/** A folder of forty mixed hosts: thirty-one healthy ones and one of each trouble that people have with them. */
public final class FortyHosts {
    /** The odd ones. */
    public static final List<String> ODD =
            List.of("gpu05", "gpu11", "gpu12", "gpu17", "gpu20", "gpu23", "gpu31", "gpu36", "gpu40");

    private static final String HEALTHY = "b300-vm-good";
    private static final Address GPU = Address.of("0000:1b:00.0");
    private static final int PCI_EXPRESS = 0x10;
    private static final int LINK_STATUS = 0x12;

    private FortyHosts() {}

    /** Writes them as packed snapshots, gpu01 to gpu40. */
    public static void write(Path folder) throws IOException, UnreadableSourceException {
        write(folder, "");
    }

    /** The same with something before each name. */
    public static void write(Path folder, String before) throws IOException, UnreadableSourceException {
        for (int i = 1; i <= 40; i++) {
            String plain = "gpu%02d".formatted(i);
            String name = before + plain;
            switch (plain) {
                case "gpu05" -> put(folder, name, Cases.host("b300-fw-bad"));
                case "gpu11" -> put(folder, name, mixedFirmware(Cases.host(HEALTHY)));
                case "gpu12" -> put(folder, name, narrowLink(Cases.host(HEALTHY)));
                case "gpu17" -> put(folder, name, Cases.host("b300-vm-no-dt"));
                case "gpu20" -> put(folder, name, Cases.host("b300-vm-ats-off"));
                case "gpu23" -> put(folder, name, Cases.host("field/hosts/gpu-ff"));
                case "gpu31" -> put(folder, name, withoutRoot(Cases.host(HEALTHY)));
                case "gpu36" -> put(folder, name, Cases.host("b300-one-bad"));
                // A snapshot cut short on its way.
                case "gpu40" ->
                    Files.writeString(folder.resolve(name + ".json"), "{\"schema\":\"peerpath.snapshot/1\",\"hos");
                case "gpu08" -> put(folder, name, kernel(Cases.host(HEALTHY), "6.8.0-55-generic"));
                default -> put(folder, name, Cases.host(HEALTHY));
            }
        }
    }

    /** Writes them as they were when all were well; gpu40 was not there yet. */
    public static void writeHealthy(Path folder) throws IOException, UnreadableSourceException {
        Snapshot healthy = Cases.host(HEALTHY);
        for (int i = 1; i < 40; i++) {
            put(folder, "gpu%02d".formatted(i), healthy);
        }
    }

    /** Writes one host under a name. */
    public static void put(Path folder, String name, Snapshot snapshot) throws IOException {
        Origin origin = snapshot.origin();
        try (OutputStream out = Files.newOutputStream(folder.resolve(name + ".json.gz"))) {
            SnapshotFile.write(
                    snapshot.withOrigin(new Origin(origin.source(), origin.kind(), name, origin.readAt())), out, true);
        }
    }

    /** One NIC has another firmware than the others. */
    public static Snapshot mixedFirmware(Snapshot whole) {
        boolean[] done = {false};
        return functions(whole, facts -> {
            SortedMap<String, Reading> attributes = new TreeMap<>(facts.attributes());
            attributes.replaceAll((name, reading) -> {
                if (done[0] || !name.endsWith("/fw_ver")) {
                    return reading;
                }
                done[0] = true;
                return new Reading.Text("40.46.1006", reading.source());
            });
            return new FunctionFacts(facts.address(), attributes, facts.lspciText(), facts.listed());
        });
    }

    /** The link of one GPU has half the lanes that it could have, at both ends. */
    public static Snapshot narrowLink(Snapshot whole) {
        String[] way = Objects.requireNonNull(whole.functions().get(GPU))
                .text(Attributes.REALPATH)
                .asOptional()
                .orElseThrow()
                .split("/");
        List<String> ends = List.of(way[way.length - 1], way[way.length - 2]);
        return functions(
                whole, facts -> ends.contains(facts.address().toString()) ? config(facts, FortyHosts::halved) : facts);
    }

    private static byte[] halved(byte[] config) {
        int at = config[0x34] & 0xff;
        while (at != 0 && config[at] != PCI_EXPRESS) {
            at = config[at + 1] & 0xff;
        }
        int status = (config[at + LINK_STATUS] & 0xff) | (config[at + LINK_STATUS + 1] & 0xff) << 8;
        int half = (status & ~0x3f0) | 8 << 4;
        config[at + LINK_STATUS] = (byte) half;
        config[at + LINK_STATUS + 1] = (byte) (half >> 8);
        return config;
    }

    /** What a kernel shows of the host to an ordinary user. */
    public static Snapshot withoutRoot(Snapshot whole) {
        Snapshot cut = functions(whole, facts -> config(facts, bytes -> Arrays.copyOf(bytes, 64)));
        return host(cut, HostFiles.EFFECTIVE_USER, "1000");
    }

    /** The host under another kernel. */
    public static Snapshot kernel(Snapshot whole, String release) {
        return host(whole, HostFiles.KERNEL_RELEASE, release);
    }

    /** The host with another text in one of its files. */
    public static Snapshot host(Snapshot whole, String file, String text) {
        SortedMap<String, Reading> host = new TreeMap<>(whole.host());
        host.put(file, new Reading.Text(text, "collector"));
        return new Snapshot(whole.origin(), host, whole.hostListed(), whole.functions(), whole.notes());
    }

    private static FunctionFacts config(FunctionFacts facts, UnaryOperator<byte[]> change) {
        SortedMap<String, Reading> attributes = new TreeMap<>(facts.attributes());
        attributes.computeIfPresent(
                Attributes.CONFIG,
                (name, reading) -> reading instanceof Reading.Data(Bytes bytes, String from)
                        ? new Reading.Data(Bytes.copyOf(change.apply(bytes.toArray())), from)
                        : reading);
        return new FunctionFacts(facts.address(), attributes, facts.lspciText(), facts.listed());
    }

    private static Snapshot functions(Snapshot whole, UnaryOperator<FunctionFacts> change) {
        SortedMap<Address, FunctionFacts> functions = new TreeMap<>(whole.functions());
        functions.replaceAll((address, facts) -> change.apply(facts));
        return new Snapshot(whole.origin(), whole.host(), whole.hostListed(), functions, whole.notes());
    }
}
