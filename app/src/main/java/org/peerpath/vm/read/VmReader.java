// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.LimitedStream;
import org.peerpath.snapshot.LineReader;
import org.peerpath.snapshot.Note;
import org.peerpath.snapshot.Unreadable;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.tree.Compression;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;
import org.peerpath.text.Secrets;
import org.peerpath.vm.model.VmDescription;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Reads one file about one VM, recognised by what it holds and never by its name: libvirt XML, a command line of QEMU or
 * cloud-hypervisor, a configuration of QEMU, cloud-hypervisor, Proxmox or KubeVirt, a log, or what a monitor printed.
 */
public final class VmReader {
    private static final int MOST_BYTES = 64 << 20;
    private static final int MOST_LINES = 1_000_000;
    private static final Pattern ROOT = Pattern.compile(
            "\\A\\s*(?:<\\?[^>]*>\\s*|<!--.*?-->\\s*|<![^>]*>\\s*)*<([A-Za-z][\\w.:-]*)", Pattern.DOTALL);

    /** Between two domains of {@code virsh dumpxml}, one after the other. */
    private static final Pattern DOMAINS =
            Pattern.compile("(?<=</domain>)\\s*(?=(?:<\\?xml[^>]{0,200}>\\s*)?<domain[\\s>])");

    /** {@code nvidia-smi topo -p2p}: what the guest's driver grants. */
    private static final Pattern GUEST_MATRIX =
            Pattern.compile("\\s*GPU0\\s+X\\s+(?:OK|CNS|GNS|TNS|NS|DR|U)\\b.*|.*nvidia-smi topo -p2p.*");

    private VmReader() {}

    /**
     * Opens what a user named; most files tell of one VM, a list of processes or of domains may tell of several.
     *
     * @throws UnreadableSourceException if it is not there, cannot be read, or tells of no VM; the message says which
     */
    public static List<VmDescription> openAll(String file) throws UnreadableSourceException {
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            return readAll(in, file);
        } catch (IOException e) {
            throw Unreadable.io(file, e);
        } catch (InvalidPathException e) {
            throw Unreadable.file(file, Message.of("read.no-such-file"), e);
        }
    }

    /**
     * Reads a stream to its end, compressed or not; the stream is left open.
     *
     * @param name what to call it in messages
     */
    public static List<VmDescription> readAll(InputStream in, String name) throws UnreadableSourceException {
        return readAll(contents(in, name), name);
    }

    /** Returns what a stream holds, unpacked where it is compressed; the stream is left open. */
    public static byte[] contents(InputStream in, String name) throws UnreadableSourceException {
        try {
            InputStream plain = Compression.open(new BufferedInputStream(in));
            return new LimitedStream(plain, MOST_BYTES, true).readAllBytes();
        } catch (IOException | RuntimeException e) {
            throw Unreadable.io(name, LimitedStream.translated(e));
        }
    }

    /** Reads what a file holds, not compressed. */
    public static List<VmDescription> readAll(byte[] content, String name) throws UnreadableSourceException {
        String beginning = new String(content, 0, Math.min(content.length, 4096), StandardCharsets.UTF_8);
        if (beginning.stripLeading().startsWith("<")) {
            List<VmDescription> all = new ArrayList<>();
            for (String one : DOMAINS.split(new String(content, StandardCharsets.UTF_8))) {
                all.add(read(one.getBytes(StandardCharsets.UTF_8), name));
            }
            return all;
        }
        List<VmDescription> several = processes(content, name);
        return several.size() > 1 ? several : List.of(read(content, name));
    }

    /** Command lines of VMs with different names, as {@code ps} lists them. */
    private static List<VmDescription> processes(byte[] content, String name) throws UnreadableSourceException {
        Map<Optional<String>, VmDescription> byName = new LinkedHashMap<>();
        for (byte b : content) {
            if (b == 0) {
                return List.of();
            }
        }
        for (List<String> words : VmLog.commands(lines(content, name), 0)) {
            VmDescription.Builder vm = new VmDescription.Builder();
            QemuCommand.read(words, vm);
            VmDescription one = vm.build();
            byName.put(one.name().or(one::uuid), one);
        }
        return List.copyOf(byName.values());
    }

    /** Reads bytes that are not compressed. */
    public static VmDescription read(byte[] content, String name) throws UnreadableSourceException {
        VmDescription.Builder vm = new VmDescription.Builder();
        if (content.length == 0) {
            throw Unreadable.file(name, Message.of("read.empty"));
        }
        if (!understood(content, name, vm)) {
            throw Unreadable.file(name, Message.of("read.no-vm"));
        }
        return vm.build();
    }

    private static boolean understood(byte[] content, String name, VmDescription.Builder vm)
            throws UnreadableSourceException {
        String head = new String(content, 0, Math.min(content.length, 64 << 10), StandardCharsets.UTF_8);
        if (head.indexOf('\0') >= 0 && !head.startsWith("\0")) {
            return command(CommandWords.of(new String(content, StandardCharsets.UTF_8)), vm);
        }
        String said = (head.startsWith("\ufeff") ? head.substring(1) : head).stripLeading();
        Matcher root = ROOT.matcher(said.startsWith("<") ? said : "");
        if (root.find()) {
            return xml(content, root.group(1), name, vm);
        }
        if ((said.startsWith("{") || said.startsWith("[")) && json(content, vm)) {
            return true;
        }
        return text(lines(content, name), name, vm);
    }

    private static boolean xml(byte[] content, String root, String name, VmDescription.Builder vm)
            throws UnreadableSourceException {
        if (root.equals("system")) {
            vm.kind("nccl-topology").notes(List.of(new Note(Clean.line(name), 0, Message.of("note.vm.nccl-topology"))));
            return true;
        }
        if (!LibvirtReader.recognises(root)) {
            throw Unreadable.file(name, Message.of("read.xml-unknown", Clean.line(root)));
        }
        LibvirtReader.read(LibvirtReader.isPiece(root) ? held(content) : content, name, vm);
        return true;
    }

    /** Elements side by side, as people paste them, below one that holds them. */
    private static byte[] held(byte[] content) {
        String text = new String(content, StandardCharsets.UTF_8).replaceFirst("^\ufeff?\\s*<\\?[^>]*>", "");
        return ("<devices>" + text + "</devices>").getBytes(StandardCharsets.UTF_8);
    }

    private static boolean json(byte[] content, VmDescription.Builder vm) {
        boolean understood = false;
        try {
            for (JsonNode node : MonitorJson.all(new String(content, StandardCharsets.UTF_8))) {
                if (CloudHypervisorReader.recognises(node)) {
                    CloudHypervisorReader.config(node, vm);
                    understood = true;
                } else {
                    understood |= QueryPciReader.read(node, vm);
                }
            }
        } catch (JacksonException e) {
            // A log may begin like JSON, or hold an object a line; it is read as text then.
            return understood;
        }
        return understood;
    }

    private static List<String> lines(byte[] content, String name) throws UnreadableSourceException {
        List<String> lines = new ArrayList<>();
        try {
            LineReader reader = new LineReader(new ByteArrayInputStream(content));
            for (Optional<String> line = reader.next();
                    line.isPresent() && lines.size() < MOST_LINES;
                    line = reader.next()) {
                lines.add(Secrets.masked(line.get()));
            }
        } catch (IOException e) {
            throw Unreadable.io(name, e);
        }
        return lines;
    }

    private static boolean text(List<String> lines, String name, VmDescription.Builder vm) {
        if (KubeVirtReader.recognises(lines)) {
            KubeVirtReader.read(lines, vm);
            return true;
        }
        if (ReadConfig.recognises(lines)) {
            ReadConfig.read(lines, vm);
            return true;
        }
        if (ProxmoxReader.recognises(lines)) {
            ProxmoxReader.read(lines, vm);
            return true;
        }
        boolean understood = false;
        if (MonitorText.recognises(lines)) {
            MonitorText.read(lines, name, vm);
            understood = true;
        }
        for (String line : lines) {
            if (CloudHypervisorReader.recognisesDebug(line)) {
                CloudHypervisorReader.debug(line, vm);
                understood = true;
                break;
            }
        }
        if (lines.stream().anyMatch(line -> GUEST_MATRIX.matcher(line).matches())) {
            vm.kind("nvidia-topo-p2p").notes(List.of(new Note(Clean.line(name), 0, Message.of("note.vm.topo-p2p"))));
            understood = true;
        }
        understood |= VmLog.read(lines, name, vm);
        return understood || command(CommandWords.of(String.join("\n", lines)), vm);
    }

    /** A command line and nothing else. */
    private static boolean command(List<String> words, VmDescription.Builder vm) {
        if (CloudHypervisorReader.recognises(words)) {
            CloudHypervisorReader.command(words, vm);
            return true;
        }
        if (QemuCommand.program(words) >= 0 || words.contains("-device")) {
            QemuCommand.read(words, vm);
            return true;
        }
        return false;
    }
}
