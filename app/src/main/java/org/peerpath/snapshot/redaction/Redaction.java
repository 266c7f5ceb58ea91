// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.redaction;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.host.Hosts;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Note;
import org.peerpath.snapshot.Origin;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.text.Message;

/**
 * Takes out of a snapshot what tells whose it is, so that it can be given away: serial numbers (VPD, DMI, Device Serial
 * Number), GUIDs, UUIDs, MAC and IP addresses, names of hosts, users and
 * virtual machines, passwords among kernel parameters. Each value is
 * replaced by the same stand-in everywhere, so that what belongs together still does. What the program decides by (all
 * other registers, paths, drivers, versions, part numbers) stays as it is, and so do the verdicts.
 */
public final class Redaction {
    private static final Pattern IDENTIFIER = Pattern.compile(
            ".*(?:serial|uuid|asset_tag|guid|nguid|eui|wwid|machine-id|phys_switch_id|phys_port_id|subsysnqn|hostnqn|hostid)");
    private static final Pattern VERSION =
            Pattern.compile(".*(?:fw_ver|version|vbios\\w*|hw_rev|osrelease|firmware_rev|board_id)");
    private static final Pattern SSH = Pattern.compile("ssh://(?:([^@/]*)@)?([^/:]+)(:\\d+)?.*");
    /** The fourth word of a line says which virtual machine it is. */
    private static final Pattern GUEST = Pattern.compile("(?m)^(\\S+ \\S+ \\S* )(\\S.*)$");

    /** The word after {@code -name} of a VM's command line. */
    private static final Pattern VM_NAME = Pattern.compile("(?m)^arg -name\\narg (?:guest=)?([^,\\n]+)");

    private static final Note SAYS_SO = new Note("", 0, Message.of("note.redacted"));
    private static final String REDACTED = "redacted";

    private final Snapshot snapshot;
    private final Pseudonyms pseudonyms = new Pseudonyms();
    private final TextRedaction texts;
    private final ByteRedaction bytes;
    private final Set<String> guests;

    private Redaction(Snapshot snapshot) {
        this.snapshot = snapshot;
        String named =
                snapshot.hostText(HostFiles.HOSTNAME).asOptional().orElse("").strip();
        String host = named.isEmpty() ? snapshot.origin().host() : named;
        pseudonyms.host(host);
        this.texts = new TextRedaction(pseudonyms, host);
        this.bytes = new ByteRedaction(pseudonyms);
        this.guests = guests(snapshot);
    }

    /** The same snapshot without names, addresses and serial numbers. The same snapshot always gives the same. */
    public static Snapshot redact(Snapshot snapshot) {
        return new Redaction(snapshot).redacted();
    }

    private Snapshot redacted() {
        Origin origin = origin();
        TreeMap<Address, FunctionFacts> functions = new TreeMap<>();
        snapshot.functions().forEach((address, facts) -> functions.put(address, function(facts)));
        TreeMap<String, Reading> host = new TreeMap<>();
        snapshot.host().forEach((path, reading) -> host.put(texts.identifiers(path, false), hostFile(path, reading)));
        List<Note> notes =
                new ArrayList<>(snapshot.notes().stream().map(this::note).toList());
        if (!notes.contains(SAYS_SO)) {
            notes.add(SAYS_SO);
        }
        return new Snapshot(origin, host, snapshot.hostListed(), functions, notes);
    }

    private Origin origin() {
        Origin origin = snapshot.origin();
        return new Origin(source(origin.source()), origin.kind(), pseudonyms.host(origin.host()), origin.readAt());
    }

    /** What a user types to name a host or file says who and where; samples and this machine do not. */
    private String source(String source) {
        Matcher ssh = SSH.matcher(source);
        if (ssh.matches()) {
            String user = ssh.group(1) == null ? "" : pseudonyms.user(ssh.group(1)) + "@";
            return Hosts.SSH + user + pseudonyms.host(ssh.group(2));
        }
        boolean harmless = source.equals(Hosts.LOCAL) || source.startsWith(Samples.PREFIX) || source.equals(REDACTED);
        return harmless ? source : REDACTED;
    }

    private Reading hostFile(String path, Reading reading) {
        if (path.equals(HostFiles.HOSTNAME) && reading instanceof Reading.Text(String value, String source)) {
            return new Reading.Text(pseudonyms.host(value), source);
        }
        if (path.equals(HostFiles.IDENTITY) && reading instanceof Reading.Text(String value, String source)) {
            // A hash that tells one host from another is a name of it.
            return new Reading.Text("", source);
        }
        if (path.equals(HostFiles.VFIO_HOLDERS) && reading instanceof Reading.Text(String value, String source)) {
            return new Reading.Text(
                    GUEST.matcher(value).replaceAll(m -> m.group(1) + pseudonyms.guest(m.group(2))), source);
        }
        if (path.equals(HostFiles.VMS) || path.equals(HostFiles.VM_LOGS) || path.equals(HostFiles.VM_MONITORS)) {
            return reading instanceof Reading.Text(String value, String source)
                    ? new Reading.Text(withNames(value), source)
                    : reading;
        }
        return change(path, reading, true);
    }

    private FunctionFacts function(FunctionFacts facts) {
        SortedMap<String, Reading> attributes = new TreeMap<>();
        for (Map.Entry<String, Reading> entry : facts.attributes().entrySet()) {
            boolean named = entry.getKey().endsWith("node_desc");
            boolean guest =
                    entry.getKey().equals(Attributes.GUEST) || entry.getKey().equals(Attributes.DEFINED_GUEST);
            Reading changed = guest && entry.getValue() instanceof Reading.Text(String name, String source)
                    ? new Reading.Text(pseudonyms.guest(name), source)
                    : change(entry.getKey(), entry.getValue(), named);
            attributes.put(texts.identifiers(entry.getKey(), false), changed);
        }
        List<String> lines = facts.lspciText().stream()
                .map(line -> texts.identifiers(line, true))
                .toList();
        return new FunctionFacts(facts.address(), attributes, lines, facts.listed());
    }

    private Reading change(String name, Reading reading, boolean namesHost) {
        return switch (reading) {
            case Reading.Text r -> new Reading.Text(text(name, r.value(), namesHost), r.source());
            case Reading.Listing r ->
                new Reading.Listing(
                        r.entries().stream()
                                .map(entry -> texts.identifiers(entry, false))
                                .toList(),
                        r.source());
            case Reading.Data r -> new Reading.Data(data(name, r.bytes()), r.source());
            case Reading.Missing r -> r;
            case Reading.Failed r -> new Reading.Failed(message(r.why()), r.source());
        };
    }

    private String text(String name, String value, boolean namesHost) {
        if (IDENTIFIER.matcher(name).matches()) {
            return texts.whole(value);
        }
        if (VERSION.matcher(name).matches() || name.equals(Attributes.REALPATH)) {
            return texts.identifiers(value, false);
        }
        return namesHost ? texts.withHost(value) : texts.identifiers(value, true);
    }

    private Bytes data(String name, Bytes value) {
        return switch (name) {
            case Attributes.CONFIG -> bytes.config(value);
            case Attributes.VPD -> bytes.vpd(value);
            default -> value;
        };
    }

    /** Files of an archive are called after the machines they describe. */
    private String withNames(String text) {
        String changed = texts.withHost(text);
        for (String guest : guests) {
            changed = changed.replaceAll(
                    "(?<![A-Za-z0-9])" + Pattern.quote(guest) + "(?![A-Za-z0-9])",
                    Matcher.quoteReplacement(pseudonyms.guest(guest)));
        }
        return changed;
    }

    private static Set<String> guests(Snapshot snapshot) {
        Set<String> names = new TreeSet<>();
        for (FunctionFacts facts : snapshot.functions().values()) {
            for (String attribute : List.of(Attributes.GUEST, Attributes.DEFINED_GUEST)) {
                facts.text(attribute)
                        .asOptional()
                        .filter(name -> !name.isBlank())
                        .ifPresent(names::add);
            }
        }
        snapshot.hostText(HostFiles.VMS).asOptional().ifPresent(text -> {
            Matcher named = VM_NAME.matcher(text);
            while (named.find()) {
                names.add(named.group(1));
            }
        });
        return names;
    }

    private Note note(Note note) {
        String place = note.place().equals(snapshot.origin().source()) ? source(note.place()) : withNames(note.place());
        return new Note(place, note.line(), message(note.what()));
    }

    private Message message(Message message) {
        return new Message(
                message.key(),
                message.args().stream()
                        .<Object>map(arg -> switch (arg) {
                            case Message inner -> message(inner);
                            case String text -> withNames(text);
                            default -> arg;
                        })
                        .toList());
    }
}
