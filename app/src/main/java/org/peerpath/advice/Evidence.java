// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import org.peerpath.advice.log.LogEvent;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.text.Message;

/**
 * One fact a finding rests on.
 *
 * @param what a register or a file
 * @param value its value as read
 * @param where whose it is and where it was read
 */
public record Evidence(String what, Message value, Message where) {
    private static final String CONFIG_SOURCE = "config";
    private static final String DMESG = "dmesg";

    /** A register of a function. */
    public static Evidence register(Snapshot snapshot, Address function, String register, String value) {
        return new Evidence(
                register,
                Labels.plain(value),
                Message.of("evidence.function", function.toString(), source(snapshot, function, Attributes.CONFIG)));
    }

    /** An attribute of a function. */
    public static Evidence attribute(Snapshot snapshot, Address function, String attribute, String value) {
        return new Evidence(
                attribute,
                Labels.plain(value),
                Message.of("evidence.function", function.toString(), source(snapshot, function, attribute)));
    }

    /** A host-wide file. */
    public static Evidence file(String path, String value) {
        return new Evidence("/" + path, Labels.plain(value), Message.of("evidence.host"));
    }

    /** A host-wide file, or what another source tells in its place. */
    static Evidence file(Snapshot snapshot, String path, String value) {
        Reading reading = snapshot.host().get(path);
        if (reading == null
                || reading.source().equals("sysfs")
                || reading.source().isBlank()) {
            return file(path, value);
        }
        return new Evidence("/" + path, Labels.plain(value), Message.of("evidence.source", reading.source()));
    }

    /** A line of the kernel's log. */
    static Evidence log(LogEvent event) {
        return new Evidence(DMESG, Labels.plain(event.text()), Message.of("evidence.host"));
    }

    /** Something worked out, not read. */
    public static Evidence derived(String what, Message value, Address function) {
        return new Evidence(what, value, Message.of("evidence.derived", function.toString()));
    }

    /** The words in which the reading says where it was read. */
    private static String source(Snapshot snapshot, Address function, String attribute) {
        var facts = snapshot.functions().get(function);
        Reading reading = facts == null ? null : facts.attributes().get(attribute);
        return reading == null || reading.source().isBlank() ? CONFIG_SOURCE : reading.source();
    }

    /** The whole as one line: {@code ACSCtl 0x005d (0000:17:00.0, sysfs)}. */
    public Message text() {
        return Message.of("evidence.line", what, value, where);
    }
}
