// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.file;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.MissingResourceException;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;
import tools.jackson.core.JsonToken;

/**
 * Reads messages out of a snapshot file. A file can name any key and any arguments; only what this program can say is
 * kept as it is, so that nothing fails later where it is shown.
 */
final class MessageReader {
    private static final int MOST_ARGUMENTS = 16;

    private final JsonSource json;
    /** One message is often repeated for thousands of functions. */
    private final Map<Message, Message> checked = new HashMap<>();

    MessageReader(JsonSource json) {
        this.json = json;
    }

    Message read() throws UnreadableSourceException {
        Message raw = raw();
        Message known = checked.get(raw);
        if (known == null) {
            known = sayable(raw) ? raw : Message.of("unknown.other-reason", raw.key());
            checked.put(raw, known);
        }
        return known;
    }

    private Message raw() throws UnreadableSourceException {
        String[] key = {""};
        List<Object> args = new ArrayList<>();
        json.object(field -> {
            switch (field) {
                case "key" -> key[0] = json.string();
                case "args" -> json.array(element -> args.add(argument(args.size())));
                default -> json.skip();
            }
        });
        return new Message(key[0], args);
    }

    private Object argument(int count) throws UnreadableSourceException {
        if (count == MOST_ARGUMENTS) {
            throw json.bad(Message.of("read.json-limit"));
        }
        JsonToken token = json.token();
        return switch (token) {
            case VALUE_STRING -> json.string();
            case START_OBJECT -> raw();
            case VALUE_TRUE, VALUE_FALSE -> json.bool();
            default -> json.number();
        };
    }

    private static boolean sayable(Message message) {
        try {
            return !Texts.ENGLISH.say(message).isEmpty();
        } catch (MissingResourceException | IllegalArgumentException e) {
            return false;
        }
    }
}
