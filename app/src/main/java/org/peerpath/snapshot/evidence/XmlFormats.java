// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Unreadable;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/** Which XML it is, by its first element. */
final class XmlFormats {
    private static final Pattern ROOT = Pattern.compile(
            "\\A\\s*(?:<\\?[^>]*>\\s*|<!--.*?-->\\s*|<![^>]*>\\s*)*<([A-Za-z][\\w.-]*)", Pattern.DOTALL);

    private static final int LONGEST_PASTE = 32 << 20;

    private XmlFormats() {}

    /** Whether a text that begins so is XML rather than a paste that happens to begin with the same sign. */
    static boolean recognises(String beginning) {
        return beginning.startsWith("<") && ROOT.matcher(beginning).find();
    }

    /** XML, alone or in a paste; one that is too long for a paste is read as it comes. */
    static void paste(InputStream in, String said, String name, Gathering into)
            throws IOException, UnreadableSourceException {
        byte[] content = in.readNBytes(LONGEST_PASTE);
        if (content.length == LONGEST_PASTE || (content[0] & 0x80) != 0) {
            read(new SequenceInputStream(new ByteArrayInputStream(content), in), said, name, into);
            return;
        }
        PastedXml pasted = PastedXml.of(new String(content, StandardCharsets.UTF_8));
        TextScan around = new TextScan(into, name);
        around.read(stream(pasted.before()));
        read(stream(pasted.xml()), pasted.xml(), name, into);
        around.read(stream(pasted.after()));
        if (pasted.cut()) {
            into.notes().add(0, Message.of("note.xml-cut"));
        }
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    static void read(InputStream in, String beginning, String name, Gathering into) throws UnreadableSourceException {
        Matcher root = ROOT.matcher(beginning);
        String element = root.find() ? root.group(1) : "";
        switch (element) {
            case "system" -> NcclXml.read(in, name, into);
            case "graphs", "graph" -> throw Unreadable.file(name, Message.of("read.nccl-graph"));
            case "topology" -> HwlocXml.read(in, name, into);
            case "domain" -> LibvirtDomainXml.read(in, name, into);
            case "device" -> LibvirtXml.read(in, name, into);
            default -> throw Unreadable.file(name, Message.of("read.xml-unknown", Clean.line(element)));
        }
    }
}
