// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.peerpath.text.Message;

/**
 * One thing we may know about a host: its value, the certainty that it is not there, or the reason why we cannot tell.
 * There is no fourth case: a fact that was not read is {@link Unknown} and says what is missing; it never turns into
 * off, absent or fine.
 *
 * @param <T> what the value is
 */
public sealed interface Fact<T> {
    /** Read. */
    record Known<T>(T value) implements Fact<T> {}

    /** Looked for where it would be, and not there. */
    record Absent<T>() implements Fact<T> {}

    /** Not read, or not readable. */
    record Unknown<T>(Message why) implements Fact<T> {}

    static <T> Fact<T> known(T value) {
        return new Known<>(value);
    }

    static <T> Fact<T> absent() {
        return new Absent<>();
    }

    static <T> Fact<T> unknown(Message why) {
        return new Unknown<>(why);
    }

    default boolean isKnown() {
        return this instanceof Known;
    }

    default boolean isAbsent() {
        return this instanceof Absent;
    }

    default boolean isUnknown() {
        return this instanceof Unknown;
    }

    /** The value if it is known; empty both when absent and when unknown, so ask which before concluding anything. */
    default Optional<T> asOptional() {
        return this instanceof Known<T>(T value) ? Optional.of(value) : Optional.empty();
    }

    /** Why it is unknown; empty if it is not. */
    default Optional<Message> whyUnknown() {
        return this instanceof Unknown<T>(Message why) ? Optional.of(why) : Optional.empty();
    }

    /** Known and with this property. False says nothing about the opposite. */
    default boolean knownToBe(Predicate<? super T> property) {
        return this instanceof Known<T>(T value) && property.test(value);
    }

    default <R> Fact<R> map(Function<? super T, ? extends R> change) {
        return flatMap(value -> known(change.apply(value)));
    }

    default <R> Fact<R> flatMap(Function<? super T, ? extends Fact<R>> change) {
        return switch (this) {
            case Known<T>(T value) -> change.apply(value);
            case Absent<T>() -> absent();
            case Unknown<T>(Message why) -> unknown(why);
        };
    }
}
