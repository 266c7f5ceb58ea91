// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.plan.Goal;
import org.peerpath.plan.Operation;
import org.peerpath.plan.PlanRequest;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** Journal entries as JSON, one line each. */
final class EntryJson {
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "entry")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Entry.Began.class, name = "began"),
        @JsonSubTypes.Type(value = Entry.Identified.class, name = "identified"),
        @JsonSubTypes.Type(value = Entry.Accepted.class, name = "accepted"),
        @JsonSubTypes.Type(value = Entry.CanaryBegan.class, name = "canary-began"),
        @JsonSubTypes.Type(value = Entry.Starting.class, name = "starting"),
        @JsonSubTypes.Type(value = Entry.Ended.class, name = "ended"),
        @JsonSubTypes.Type(value = Entry.Undoing.class, name = "undoing"),
        @JsonSubTypes.Type(value = Entry.Silent.class, name = "silent"),
        @JsonSubTypes.Type(value = Entry.Back.class, name = "back"),
        @JsonSubTypes.Type(value = Entry.Holding.class, name = "holding"),
        @JsonSubTypes.Type(value = Entry.Verifying.class, name = "verifying"),
        @JsonSubTypes.Type(value = Entry.Held.class, name = "held"),
        @JsonSubTypes.Type(value = Entry.Closed.class, name = "closed"),
    })
    private interface Named {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "do")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Operation.Run.class, name = "run"),
        @JsonSubTypes.Type(value = Operation.Write.class, name = "write"),
    })
    private interface Done {}

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .addMixIn(Entry.class, Named.class)
            .addMixIn(Operation.class, Done.class)
            .addModule(new SimpleModule()
                    .addDeserializer(String.class, new TextReader())
                    .addSerializer(Message.class, new MessageWriter())
                    .addDeserializer(Message.class, new MessageReader())
                    .addDeserializer(PlanRequest.class, new RequestReader())
                    .addSerializer(Address.class, new AddressWriter())
                    .addDeserializer(Address.class, new AddressReader()))
            .enable(
                    DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                    DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private EntryJson() {}

    /** Without a line break. */
    static String line(Entry entry) {
        return MAPPER.writerFor(Entry.class).writeValueAsString(entry);
    }

    /**
     * The entry of a line.
     *
     * @throws JacksonException if it is none
     */
    static Entry parse(String line) {
        Entry entry = MAPPER.readValue(line, Entry.class);
        if (entry == null) {
            throw DatabindException.from((JsonParser) null, "null is no entry");
        }
        return entry;
    }

    /** {@code {"key": …, "args": […]}}; an argument is a text or another message. */
    private static final class MessageWriter extends ValueSerializer<Message> {
        @Override
        public void serialize(Message message, JsonGenerator out, SerializationContext context) {
            out.writeStartObject();
            out.writeStringProperty("key", message.key());
            out.writeArrayPropertyStart("args");
            for (Object arg : message.args()) {
                if (arg instanceof Message inner) {
                    serialize(inner, out, context);
                } else {
                    out.writeString(String.valueOf(arg));
                }
            }
            out.writeEndArray();
            out.writeEndObject();
        }
    }

    /** A journal is a file like any other: what it holds is shown on terminals. */
    private static final class TextReader extends ValueDeserializer<String> {
        @Override
        public String deserialize(JsonParser in, DeserializationContext context) {
            String text = in.getValueAsString();
            return text == null ? context.reportInputMismatch(String.class, "not a text") : Clean.line(text);
        }
    }

    private static final class MessageReader extends ValueDeserializer<Message> {
        @Override
        public Message deserialize(JsonParser in, DeserializationContext context) {
            return message(context.readTree(in));
        }

        private static Message message(JsonNode node) {
            List<Object> args = new ArrayList<>();
            for (JsonNode arg : node.path("args")) {
                args.add(arg.isObject() ? message(arg) : Clean.line(arg.asString("")));
            }
            return new Message(Clean.line(node.path("key").asString("")), args);
        }
    }

    /** Of any age: what requests did not have when the journal was written is not asked for. */
    private static final class RequestReader extends ValueDeserializer<PlanRequest> {
        @Override
        public PlanRequest deserialize(JsonParser in, DeserializationContext context) {
            JsonNode node = context.readTree(in);
            Goal goal = Goal.valueOf(node.path("goal").asString(""));
            List<Address> nics = new ArrayList<>();
            for (JsonNode nic : node.path("nics")) {
                nics.add(Address.of(nic.asString("")));
            }
            Optional<String> run = Optional.ofNullable(node.path("run").asString(null));
            return new PlanRequest(goal, nics, node.path("virtualFunctions").asInt(0), run);
        }
    }

    private static final class AddressWriter extends ValueSerializer<Address> {
        @Override
        public void serialize(Address address, JsonGenerator out, SerializationContext context) {
            out.writeString(address.toString());
        }
    }

    private static final class AddressReader extends ValueDeserializer<Address> {
        @Override
        public Address deserialize(JsonParser in, DeserializationContext context) {
            String text = in.getString();
            return Address.parse(text)
                    .orElseGet(() -> context.reportInputMismatch(Address.class, "not an address: %s", text));
        }
    }
}
