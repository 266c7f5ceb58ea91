// SPDX-License-Identifier: Apache-2.0
package org.peerpath.fleet;

import java.io.InputStream;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.peerpath.advice.FindingId;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.file.JsonSource;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/**
 * Reads a policy file: {@code {"schema":"peerpath.policy/1","groups":[{"hosts":"gpu*","for":"vm","accept":[{"finding":
 * "link-downgraded","why":"…","until":"2027-01-31"}]}]}}.
 */
public final class PolicyFile {
    private static final String SCHEMA = "peerpath.policy/1";
    private static final int MOST_GROUPS = 1000;
    private static final int MOST_ACCEPTED = 1000;

    private final JsonSource json;
    private final LocalDate today;

    private PolicyFile(JsonSource json, LocalDate today) {
        this.json = json;
        this.today = today;
    }

    /**
     * Reads it.
     *
     * @throws UnreadableSourceException if it is no policy; the message names file, line and reason
     */
    public static Policy read(InputStream in, String name, LocalDate today) throws UnreadableSourceException {
        JsonSource json = new JsonSource(name, in);
        PolicyFile file = new PolicyFile(json, today);
        return json.whole(file::policy);
    }

    private Policy policy() throws UnreadableSourceException {
        List<Policy.Group> groups = new ArrayList<>();
        List<String> schema = new ArrayList<>();
        json.object(field -> {
            switch (field) {
                case "schema" -> schema.add(json.string());
                case "groups" ->
                    json.array(element -> {
                        check(groups.size() < MOST_GROUPS, "fleet.policy.too-many");
                        groups.add(group());
                    });
                default -> throw json.bad(Message.of("fleet.policy.field", Clean.line(field)));
            }
        });
        check(schema.equals(List.of(SCHEMA)), "fleet.policy.schema");
        return new Policy(groups, today);
    }

    private Policy.Group group() throws UnreadableSourceException {
        List<Pattern> hosts = new ArrayList<>();
        List<Scenario> scenario = new ArrayList<>();
        List<Policy.Accepted> accepted = new ArrayList<>();
        json.object(field -> {
            switch (field) {
                case "hosts" -> hosts.add(pattern(json.string()));
                case "for" -> scenario.add(scenario(json.string()));
                case "accept" ->
                    json.array(element -> {
                        check(accepted.size() < MOST_ACCEPTED, "fleet.policy.too-many");
                        accepted.add(accepted());
                    });
                default -> throw json.bad(Message.of("fleet.policy.field", Clean.line(field)));
            }
        });
        check(hosts.size() == 1, "fleet.policy.no-hosts");
        return new Policy.Group(hosts.getFirst(), scenario.stream().findFirst(), accepted);
    }

    private Policy.Accepted accepted() throws UnreadableSourceException {
        String[] values = {"", "", ""};
        json.object(field -> {
            switch (field) {
                case "finding" -> values[0] = json.string();
                case "why" -> values[1] = Clean.line(json.string());
                case "until" -> values[2] = json.string();
                default -> throw json.bad(Message.of("fleet.policy.field", Clean.line(field)));
            }
        });
        check(FindingId.of(values[0]).isPresent(), "fleet.policy.finding");
        // Nobody remembers next year why something was let pass.
        check(!values[1].isBlank(), "fleet.policy.no-why");
        try {
            Optional<LocalDate> until =
                    values[2].isEmpty() ? Optional.empty() : Optional.of(LocalDate.parse(values[2]));
            return new Policy.Accepted(values[0], values[1], until);
        } catch (DateTimeException e) {
            throw json.bad(Message.of("fleet.policy.until", Clean.line(values[2])));
        }
    }

    private Scenario scenario(String id) throws UnreadableSourceException {
        for (Scenario scenario : Scenario.values()) {
            if (scenario.id().equals(id)) {
                return scenario;
            }
        }
        throw json.bad(Message.of("fleet.policy.scenario", Clean.line(id)));
    }

    /** A shell's pattern: {@code *} and {@code ?}; all else stands for itself. */
    private static Pattern pattern(String glob) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < glob.length(); i++) {
            char c = glob.charAt(i);
            regex.append(
                    switch (c) {
                        case '*' -> ".*";
                        case '?' -> ".";
                        default -> Pattern.quote(Character.toString(c));
                    });
        }
        return Pattern.compile(regex.toString());
    }

    private void check(boolean holds, String key) throws UnreadableSourceException {
        if (!holds) {
            throw json.bad(Message.of(key));
        }
    }
}
