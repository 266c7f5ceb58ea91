// SPDX-License-Identifier: Apache-2.0
package org.peerpath.testing;

import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** What breaks on a way between two functions, so that no request gets through any more. */
public enum Breakage {
    GONE(Place.END, (function, random) -> function.gone()),
    BRIDGE_GONE(Place.BRIDGE, (bridge, random) -> bridge.gone()),
    LINK_DOWN(Place.PORT, (port, random) -> port.readable(ConfigBytes.FULL).linkDown()),
    LINK_DISABLED(
            Place.PORT,
            (port, random) -> port.readable(ConfigBytes.FULL)
                    .config(c -> c.change16(RegisterBuilder.EXPRESS + 0x10, 0x10, 0x10))),
    IN_RESET(Place.PORT, (port, random) -> port.readable(ConfigBytes.FULL).config(c -> c.change16(0x3e, 0x40, 0x40))),
    CONTAINED(Place.PORT, (port, random) -> port.readable(ConfigBytes.FULL).dpc(0x00d7, 1, 1)),
    BRIDGE_SENDS_NOTHING(
            Place.SENDING_BRIDGE,
            (bridge, random) -> bridge.readable(ConfigBytes.FULL).command(4, 0)),
    BRIDGE_PASSES_NOTHING(
            Place.RECEIVING_BRIDGE,
            (bridge, random) -> bridge.readable(ConfigBytes.FULL).command(2, 0)),
    WINDOW_ELSEWHERE(
            Place.TARGET, (target, random) -> target.readable(ConfigBytes.FULL).config(Breakage::move)),
    SENDS_NOTHING(
            Place.SENDER,
            (sender, random) ->
                    sender.readable(ConfigBytes.FULL).driver("mlx5_core").command(4, 0)),
    RECEIVES_NOTHING(
            Place.TARGET,
            (target, random) ->
                    target.readable(ConfigBytes.FULL).driver("nvidia").command(2, 0)),
    BAR_LOST(Place.TARGET, Breakage::loseBars);

    /** Where it breaks, seen from a pair of functions. */
    public enum Place {
        END,
        SENDER,
        TARGET,
        /** A bridge of any kind above the sender or the target, but not above both. */
        BRIDGE,
        SENDING_BRIDGE,
        RECEIVING_BRIDGE,
        /** A root or downstream port above either end. */
        PORT
    }

    private final Place place;

    @SuppressWarnings("ImmutableEnumChecker") // a function without a state
    private final BiConsumer<FunctionBuilder, Random> make;

    Breakage(Place place, BiConsumer<FunctionBuilder, Random> make) {
        this.place = place;
        this.make = make;
    }

    /** Addresses that no bridge above passes on, in the registers of the BARs that exist. */
    private static void move(ConfigBytes config) {
        for (int low = 0x10; low < 0x24; low += 8) {
            if (config.get32(low) != 0) {
                config.put32(low + 4, config.get32(low + 4) | 0x70_0000);
            }
        }
    }

    /** As the kernel shows a BAR that it found no room for, with or without the registers, or as one that it gave up. */
    private static void loseBars(FunctionBuilder target, Random random) {
        int way = random.nextInt(3);
        target.readable(ConfigBytes.FULL).bar(2, 0, way == 0 ? 0 : 0x10_0000_0000L);
        if (way < 2) {
            target.config(c -> c.put32(0x18, 0));
        }
    }

    /** Breaks it for a pair of functions; false where nothing of the kind is on their way. */
    public boolean into(FunctionBuilder sender, FunctionBuilder target, Random random) {
        List<FunctionBuilder> above = sender.above();
        List<FunctionBuilder> below = target.above();
        List<FunctionBuilder> sending = above.stream()
                .filter(port -> below.stream().noneMatch(other -> other == port))
                .toList();
        List<FunctionBuilder> receiving = below.stream()
                .filter(port -> above.stream().noneMatch(other -> other == port))
                .toList();
        List<FunctionBuilder> candidates = switch (place) {
            case END -> List.of(sender, target);
            case SENDER -> List.of(sender);
            case TARGET -> List.of(target);
            case SENDING_BRIDGE -> sending;
            case RECEIVING_BRIDGE -> receiving;
            case BRIDGE -> Stream.concat(sending.stream(), receiving.stream()).toList();
            case PORT ->
                Stream.concat(above.stream(), below.stream())
                        .filter(FunctionBuilder::hasLinkBelow)
                        .toList();
        };
        if (candidates.isEmpty()) {
            return false;
        }
        make.accept(candidates.get(random.nextInt(candidates.size())), random);
        return true;
    }
}
