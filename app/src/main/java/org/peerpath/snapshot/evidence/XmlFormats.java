// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.io.InputStream;
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

    private XmlFormats() {}

    /** Whether a text that begins so is XML rather than a paste that happens to begin with the same sign. */
    static boolean recognises(String beginning) {
        return beginning.startsWith("<") && ROOT.matcher(beginning).find();
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
