// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.peerpath.snapshot.Unreadable;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/**
 * XML from a stranger: document types and entities are not followed, neither depth nor number of elements decides how
 * much memory it takes.
 */
public final class XmlFile {
    private static final int DEEPEST = 200;
    private static final int MOST_ELEMENTS = 2_000_000;
    private static final int LONGEST_TEXT = 4096;
    private static final int MOST_ATTRIBUTES = 64;
    private static final XMLInputFactory FACTORY = factory();

    private final String name;
    private final XMLStreamReader xml;

    /** What is told of the elements, in their order. */
    public interface Listener {
        /**
         * An element begins.
         *
         * @param attributes cleaned, by name
         */
        void start(String element, Map<String, String> attributes) throws UnreadableSourceException;

        /** An element ends; the text is what stood directly before its end. */
        void end(String element, String text) throws UnreadableSourceException;
    }

    private XmlFile(InputStream in, String name) throws XMLStreamException, IOException {
        BufferedInputStream marked = new BufferedInputStream(in);
        this.name = name;
        this.xml = FACTORY.createXMLStreamReader(new InputStreamReader(marked, charset(marked)));
    }

    /**
     * Whatever the document declares; bytes that are no text become U+FFFD. Left to itself the parser prints errors of
     * decoding to standard error.
     */
    private static Charset charset(BufferedInputStream in) throws IOException {
        in.mark(3);
        int first = in.read();
        int second = in.read();
        boolean marked = first == 0xef && second == 0xbb && in.read() == 0xbf;
        if (marked) {
            return StandardCharsets.UTF_8;
        }
        in.reset();
        boolean wide = (first == 0xff && second == 0xfe) || (first == 0xfe && second == 0xff);
        return wide ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
    }

    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
        factory.setXMLResolver((publicId, systemId, base, namespace) -> InputStream.nullInputStream());
        return factory;
    }

    /** Reads to the end of the document. */
    public static void read(InputStream in, String name, Listener listener) throws UnreadableSourceException {
        try {
            new XmlFile(in, name).elements(listener);
        } catch (IOException e) {
            throw Unreadable.io(name, e);
        } catch (XMLStreamException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNumber();
            throw Unreadable.line(name, line, Message.of("read.xml-broken", Clean.line(firstLine(e))));
        } catch (RuntimeException e) {
            // The parser's own errors on bytes that are no text.
            throw Unreadable.file(name, Message.of("read.xml-broken", Clean.line(String.valueOf(e.getMessage()))), e);
        }
    }

    private static String firstLine(XMLStreamException e) {
        String said = String.valueOf(e.getMessage());
        int at = said.indexOf("Message: ");
        String reason = at < 0 ? said : said.substring(at + 9);
        return reason.length() > 200 ? reason.substring(0, 200) : reason;
    }

    private void elements(Listener listener) throws XMLStreamException, UnreadableSourceException {
        StringBuilder text = new StringBuilder();
        int depth = 0;
        int count = 0;
        while (xml.hasNext()) {
            switch (xml.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    if (++depth > DEEPEST || ++count > MOST_ELEMENTS) {
                        throw Unreadable.line(name, xml.getLocation().getLineNumber(), Message.of("read.json-limit"));
                    }
                    text.setLength(0);
                    listener.start(xml.getLocalName(), attributes());
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    depth--;
                    listener.end(xml.getLocalName(), Clean.line(text.toString().strip()));
                    text.setLength(0);
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                    if (text.length() < LONGEST_TEXT) {
                        String more = xml.getText();
                        text.append(more, 0, Math.min(more.length(), LONGEST_TEXT));
                    }
                }
                default -> {}
            }
        }
    }

    private Map<String, String> attributes() {
        Map<String, String> found = new TreeMap<>();
        for (int i = 0; i < Math.min(xml.getAttributeCount(), MOST_ATTRIBUTES); i++) {
            String value = xml.getAttributeValue(i);
            found.put(
                    xml.getAttributeLocalName(i),
                    Clean.line(value.length() > LONGEST_TEXT ? value.substring(0, LONGEST_TEXT) : value));
        }
        return found;
    }
}
