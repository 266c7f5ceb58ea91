// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.peerpath.model.HostIdentity;
import org.peerpath.plan.Goal;
import org.peerpath.plan.PlanRequest;
import org.peerpath.snapshot.Address;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.JsonNode;

/**
 * A plan that was written as JSON, as far as it is believed: what was asked for, and what the reader agreed to. Its
 * commands are never run; the plan is made anew on the host, and must be the same.
 *
 * @param host what the host called itself
 * @param identity who the host is, and which functions the plan is about
 * @param agreement ids and commands of the steps, as {@link org.peerpath.plan.run.Runs#agreement} gives them
 */
public record PlanFile(PlanRequest request, String host, HostIdentity identity, List<String> agreement) {
    private static final int LARGEST = 16 << 20;

    public PlanFile {
        agreement = List.copyOf(agreement);
    }

    /** Not a plan; the message says what is wrong with it. */
    public static final class NotAPlanException extends Exception {
        private static final long serialVersionUID = 1L;

        NotAPlanException(String why) {
            super(why);
        }
    }

    public static PlanFile read(Path file) throws IOException, NotAPlanException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(LARGEST + 1);
            if (bytes.length > LARGEST) {
                throw new NotAPlanException("> 16 MB");
            }
            return parse(Json.tree(bytes));
        } catch (JacksonException e) {
            throw new NotAPlanException(line(e) + e.getOriginalMessage());
        }
    }

    /** Beyond a limit of the reader, such as nested arrays, there is no location. */
    private static String line(JacksonException e) {
        TokenStreamLocation at = e.getLocation();
        return at == null ? "" : "line " + at.getLineNr() + ": ";
    }

    private static HostIdentity identity(JsonNode node) {
        TreeMap<String, String> functions = new TreeMap<>();
        node.path("functions")
                .properties()
                .forEach(entry -> functions.put(entry.getKey(), entry.getValue().asString("")));
        return new HostIdentity(id(node.path("machineId")), id(node.path("dmiUuid")), functions);
    }

    private static Optional<String> id(JsonNode node) {
        return node.isString() ? Optional.of(node.asString()) : Optional.empty();
    }

    private static PlanFile parse(JsonNode root) throws NotAPlanException {
        if (!root.path("schema").asString("").equals(PlanJson.SCHEMA)) {
            throw new NotAPlanException("schema is not " + PlanJson.SCHEMA);
        }
        Goal goal = Goal.of(root.path("goal").asString("")).orElseThrow(() -> new NotAPlanException("goal"));
        List<Address> nics = new ArrayList<>();
        for (JsonNode nic : root.path("nics")) {
            nics.add(Address.parse(nic.asString("")).orElseThrow(() -> new NotAPlanException("nics")));
        }
        List<String> agreement = new ArrayList<>();
        for (JsonNode step : root.path("steps")) {
            if (step.path("state").asString("").equals("to-do")) {
                agreement.add(step.path("id").asString(""));
                step.path("operations")
                        .forEach(operation ->
                                agreement.add(operation.path("shell").asString("")));
            }
        }
        return new PlanFile(
                new PlanRequest(
                        goal,
                        nics,
                        Math.max(0, root.path("virtualFunctions").asInt(0)),
                        root.path("run").isString()
                                ? Optional.of(root.path("run").asString())
                                : Optional.empty()),
                root.path("host").asString(""),
                identity(root.path("identity")),
                agreement);
    }
}
