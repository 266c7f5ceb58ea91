// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import java.util.Optional;
import java.util.Set;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.text.Message;

/**
 * Whether a function works, as far as its registers and sysfs tell. A fact that was not read is unknown; none of them is
 * absent unless the register does not exist in this kind of function.
 *
 * @param answers false where configuration space reads as ones only (PCIe 2.3.2: a request that nobody answers)
 * @param asleep whether it is in a power state in which it answers configuration requests only, or nothing at all (PCIe
 *     5.3.1); sysfs's D3cold alone does not count, for Linux sets it for a device that is gone
 *     (drivers/pci/pci.c pci_update_current_state)
 * @param memorySpace Memory Space Enable (PCIe 7.5.1.1.3)
 * @param busMaster Bus Master Enable (PCIe 7.5.1.1.3)
 * @param inReset whether a bridge holds what is below it in reset: Secondary Bus Reset (PCIe 7.5.1.3.13)
 * @param linkDisabled whether a root or downstream port has Link Disable set (PCIe 7.5.3.7)
 * @param linkUp whether the link below a root or downstream port is up (PCIe 7.5.3.8, Data Link Layer Link Active)
 * @param contained whether a root or downstream port contains an error, so that its link is down (PCIe 7.9.14.4)
 * @param virtualFunctions VF Enable of a physical function with SR-IOV (PCIe 9.3.3.3.1)
 * @param virtualMemory VF Memory Space Enable of a physical function with SR-IOV (PCIe 9.3.3.3.4)
 */
public record Condition(
        Fact<Boolean> answers,
        Fact<Boolean> asleep,
        Fact<Boolean> memorySpace,
        Fact<Boolean> busMaster,
        Fact<Boolean> inReset,
        Fact<Boolean> linkDisabled,
        Fact<Boolean> linkUp,
        Fact<Boolean> contained,
        Fact<Boolean> virtualFunctions,
        Fact<Boolean> virtualMemory) {
    private static final String SUSPENDED = "suspend";
    private static final String FULL_POWER = "D0";
    private static final String NO_POWER = "D3cold";
    /** States in which it waits to be woken; the kernel's other words tell none: {@code unknown}, {@code error}. */
    private static final Set<String> LOW_POWER = Set.of("D1", "D2", "D3hot");

    /** Reads the condition of a function. */
    public static Condition of(PciFunction function) {
        ConfigSpace config = ConfigSpace.of(function.facts(), LspciText.Context.NONE);
        CapabilityLists lists = CapabilityLists.of(config);
        Fact<Boolean> answers = answers(config);
        return new Condition(
                answers,
                asleep(function.facts(), config, lists, answers),
                config.flag(Field.MEMORY_SPACE_ENABLE, 0),
                config.flag(Field.BUS_MASTER_ENABLE, 0),
                function.kind().isBridge() ? config.flag(Field.SECONDARY_BUS_RESET, 0) : Fact.absent(),
                below(function, flag(Field.LINK_DISABLE, RegisterBlock.EXPRESS, config, lists)),
                below(function, linkUp(function.facts(), config, lists)),
                below(function, flag(Field.DPC_TRIGGERED, RegisterBlock.DPC, config, lists)),
                flag(Field.VF_ENABLE, RegisterBlock.SRIOV, config, lists),
                flag(Field.VF_MEMORY_ENABLE, RegisterBlock.SRIOV, config, lists));
    }

    /** Only root and downstream ports have a link below them. */
    private static Fact<Boolean> below(PciFunction function, Fact<Boolean> fact) {
        return function.portType().knownToBe(type -> !type.isDownstreamFacing()) ? Fact.absent() : fact;
    }

    private static Fact<Boolean> answers(ConfigSpace config) {
        if (config.readsAsOnes()) {
            return Fact.known(false);
        }
        boolean read = config.knows(Register.COMMAND.offset(), 2, Register.COMMAND.needed());
        return read ? Fact.known(true) : Fact.unknown(config.whyUnknown());
    }

    private static Fact<Boolean> asleep(
            FunctionFacts facts, ConfigSpace config, CapabilityLists lists, Fact<Boolean> answers) {
        Fact<String> state = facts.text(Attributes.POWER_STATE).map(String::strip);
        boolean suspended = facts.text(Attributes.RUNTIME_STATUS).knownToBe(s -> s.startsWith(SUSPENDED));
        if (!answers.knownToBe(a -> a) && suspended && !state.knownToBe(FULL_POWER::equals)) {
            return Fact.known(true);
        }
        if (answers.knownToBe(a -> !a)) {
            return Fact.known(false);
        }
        Fact<Boolean> register = Optional.ofNullable(lists.first(RegisterBlock.POWER_MANAGEMENT))
                .map(found -> config.read(Field.POWER_STATE, found.offset()).map(code -> code != 0))
                .orElseGet(() -> lists.missing(RegisterBlock.POWER_MANAGEMENT));
        Fact<Boolean> said = state.flatMap(word -> LOW_POWER.contains(word)
                ? Fact.known(true)
                : word.equals(FULL_POWER) || word.equals(NO_POWER) ? Fact.known(false) : Fact.absent());
        if (register.knownToBe(low -> low) || said.knownToBe(low -> low)) {
            return Fact.known(true);
        }
        return register.isKnown() || !said.isKnown() ? register : said;
    }

    private static Fact<Boolean> flag(Field field, RegisterBlock block, ConfigSpace config, CapabilityLists lists) {
        return Optional.ofNullable(lists.first(block))
                .map(found -> config.flag(field, found.offset()))
                .orElseGet(() -> lists.missing(block));
    }

    /**
     * A port that reports Data Link Layer Link Active tells by it; any other by its link's width, which sysfs shows without
     * root too.
     */
    private static Fact<Boolean> linkUp(FunctionFacts facts, ConfigSpace config, CapabilityLists lists) {
        Capability express = lists.first(RegisterBlock.EXPRESS);
        if (express != null) {
            int at = express.offset();
            Fact<Boolean> active = config.flag(Field.LINK_ACTIVE, at);
            if (config.flag(Field.LINK_ACTIVE_REPORTING_CAPABLE, at).knownToBe(capable -> capable)
                    && active.isKnown()) {
                return active;
            }
            Fact<Integer> width = config.read(Field.NEGOTIATED_LINK_WIDTH, at);
            if (width.isKnown()) {
                return width.map(lanes -> lanes > 0);
            }
        }
        Fact<String> width = facts.text(Attributes.CURRENT_LINK_WIDTH).map(String::strip);
        return width.isKnown()
                ? width.map(lanes -> !lanes.equals("0"))
                : Fact.unknown(width.whyUnknown().orElseGet(() -> Message.of("unknown.config.not-read")));
    }
}
