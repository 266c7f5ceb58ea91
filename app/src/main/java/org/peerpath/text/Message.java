// SPDX-License-Identifier: Apache-2.0
package org.peerpath.text;

import java.util.Arrays;
import java.util.List;

/**
 * Something to tell a person, before a language is chosen: a bundle key and its arguments. The core passes messages
 * around as data; only what prints or paints turns them into sentences ({@link Texts}).
 *
 * @param key a key of the bundle {@code org.peerpath.text.messages}
 * @param args what fills {@code {0}}, {@code {1}}, … ; already cleaned of control characters where it came from a host
 */
public record Message(String key, List<Object> args) {
    public Message {
        args = List.copyOf(args);
    }

    /**
     * A message from its parts.
     *
     * @param args plain values or other messages, which are then translated too
     */
    public static Message of(String key, Object... args) {
        return new Message(key, Arrays.asList(args));
    }
}
