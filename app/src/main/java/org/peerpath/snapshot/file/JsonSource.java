// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.file;

import java.io.IOException;
import java.io.InputStream;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.Unreadable;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;

/**
 * JSON from a stranger, read token by token, so that neither its size nor its depth decides how much memory it takes.
 * Every failure says in which line.
 */
public final class JsonSource {
    /** Ten thousand functions with all their configuration space take 120 MB. */
    static final long LONGEST_DOCUMENT = 256L * 1024 * 1024;

    static final int LONGEST_STRING = 4 * 1024 * 1024;
    /** Twice what ten thousand functions take. */
    private static final int MOST_TOKENS = 3_000_000;

    private static final int DEEPEST = 32;
    private static final int LONGEST_NAME = 4096;

    /** What each sign is worth as a hexadecimal digit, -1 for those that are none. */
    private static final byte[] DIGITS = digits();

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxDocumentLength(LONGEST_DOCUMENT)
                    .maxTokenCount(MOST_TOKENS)
                    .maxNestingDepth(DEEPEST)
                    .maxNameLength(LONGEST_NAME)
                    .maxNumberLength(20)
                    .maxStringLength(LONGEST_STRING)
                    .build())
            .build();

    /** A part of a document that takes the parser from the value it stands on to that value's last token. */
    @FunctionalInterface
    public interface Part<T> {
        T read() throws UnreadableSourceException;
    }

    /** Takes one field of an object; the parser stands on its value. */
    @FunctionalInterface
    public interface Field {
        void take(String name) throws UnreadableSourceException;
    }

    private final String name;
    private final JsonParser parser;

    public JsonSource(String name, InputStream in) throws UnreadableSourceException {
        this.name = name;
        try {
            this.parser = FACTORY.createParser(ObjectReadContext.empty(), in);
        } catch (JacksonException e) {
            throw translated(e, 1);
        }
    }

    /** Reads the whole document, and makes sure that nothing follows it. */
    public <T> T whole(Part<T> part) throws UnreadableSourceException {
        try {
            parser.nextToken();
            T value = part.read();
            if (parser.nextToken() != null) {
                throw bad(Message.of("read.json-more"));
            }
            return value;
        } catch (JacksonException e) {
            throw translated(e, line());
        }
    }

    JsonToken token() throws UnreadableSourceException {
        JsonToken token = parser.currentToken();
        if (token == null) {
            throw bad(Message.of("read.json-cut-short"));
        }
        return token;
    }

    boolean isObject() throws UnreadableSourceException {
        return token() == JsonToken.START_OBJECT;
    }

    boolean isArray() throws UnreadableSourceException {
        return token() == JsonToken.START_ARRAY;
    }

    boolean isString() throws UnreadableSourceException {
        return token() == JsonToken.VALUE_STRING;
    }

    public boolean isNull() throws UnreadableSourceException {
        return token() == JsonToken.VALUE_NULL;
    }

    /** Every field of the object the parser stands on. */
    public void object(Field field) throws UnreadableSourceException {
        require(isObject(), "object");
        for (String key = parser.nextName(); key != null; key = parser.nextName()) {
            parser.nextToken();
            field.take(Clean.line(key));
        }
    }

    /** Every element of the array the parser stands on. */
    public void array(Field element) throws UnreadableSourceException {
        require(isArray(), "array");
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            element.take("");
        }
    }

    /** Cleaned text. */
    public String string() throws UnreadableSourceException {
        require(isString(), "string");
        return Clean.text(parser.getString());
    }

    /** Bytes written as hexadecimal digits, without the detour of a string: most of a file is that. */
    Bytes hex() throws UnreadableSourceException {
        require(isString(), "string");
        char[] digits = parser.getStringCharacters();
        int start = parser.getStringOffset();
        int length = parser.getStringLength();
        byte[] bytes = new byte[length / 2];
        for (int i = 0; i < bytes.length; i++) {
            int high = digit(digits[start + 2 * i]);
            int low = digit(digits[start + 2 * i + 1]);
            if ((high | low) < 0) {
                throw bad(Message.of("read.no-hex"));
            }
            bytes[i] = (byte) (high << 4 | low);
        }
        if (length % 2 != 0) {
            throw bad(Message.of("read.no-hex"));
        }
        return Bytes.copyOf(bytes);
    }

    private static int digit(char c) {
        return c < DIGITS.length ? DIGITS[c] : -1;
    }

    private static byte[] digits() {
        byte[] digits = new byte[0x80];
        for (char c = 0; c < digits.length; c++) {
            digits[c] = (byte) Character.digit(c, 16);
        }
        return digits;
    }

    boolean bool() throws UnreadableSourceException {
        require(token().isBoolean(), "boolean");
        return parser.getBooleanValue();
    }

    public int integer() throws UnreadableSourceException {
        require(token() == JsonToken.VALUE_NUMBER_INT, "number");
        return parser.getIntValue();
    }

    Number number() throws UnreadableSourceException {
        require(token().isNumeric(), "number");
        return parser.getNumberValue();
    }

    public void skip() {
        parser.skipChildren();
    }

    /** The line the parser stands in, 1-based. */
    public int line() {
        return parser.currentTokenLocation().getLineNr();
    }

    /** The error that the document says something impossible where the parser stands. */
    public UnreadableSourceException bad(Message reason) {
        return Unreadable.line(name, line(), reason);
    }

    private void require(boolean holds, String kind) throws UnreadableSourceException {
        if (!holds) {
            throw bad(Message.of("read.json-expected." + kind));
        }
    }

    private UnreadableSourceException translated(JacksonException e, int reachedLine) {
        if (e.getCause() instanceof IOException below) {
            return Unreadable.io(name, below);
        }
        int line = e.getLocation() == null || e.getLocation().getLineNr() <= 0
                ? reachedLine
                : e.getLocation().getLineNr();
        String said = String.valueOf(e.getOriginalMessage());
        String key = switch (e) {
            case UnexpectedEndOfInputException end -> "read.json-cut-short";
            case StreamConstraintsException limit -> "read.json-limit";
            case JacksonException other when said.startsWith("Duplicate") -> "read.json-duplicate";
            default -> "read.json-syntax";
        };
        return Unreadable.line(name, line, Message.of(key));
    }
}
