// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import java.util.Optional;
import org.peerpath.snapshot.Fact;

/**
 * What a function may send and take beyond plain reads and writes (PCIe 7.5.3.15, 7.5.3.16).
 *
 * @param tenBitTagRequester 10-Bit Tag Requester Enable
 * @param tenBitTagCompleter 10-Bit Tag Completer Supported
 * @param atomicRequester AtomicOp Requester Enable
 * @param atomicRouting AtomicOp Routing Supported
 * @param atomicEgressBlocking AtomicOp Egress Blocking
 */
public record TransactionFeatures(
        Fact<Boolean> tenBitTagRequester,
        Fact<Boolean> tenBitTagCompleter,
        Fact<Boolean> atomicRequester,
        Fact<Boolean> atomicRouting,
        Fact<Boolean> atomicEgressBlocking) {
    /** Reads them of a function; absent where it has no PCI Express capability. */
    public static TransactionFeatures of(PciFunction function) {
        ConfigSpace config = ConfigSpace.of(function.facts(), LspciText.Context.NONE);
        CapabilityLists lists = CapabilityLists.of(config);
        return new TransactionFeatures(
                flag(Field.TEN_BIT_TAG_ENABLE, config, lists),
                flag(Field.TEN_BIT_TAG_COMPLETER, config, lists),
                flag(Field.ATOMIC_REQUESTER, config, lists),
                flag(Field.ATOMIC_ROUTING_SUPPORTED, config, lists),
                flag(Field.ATOMIC_EGRESS_BLOCKING, config, lists));
    }

    private static Fact<Boolean> flag(Field field, ConfigSpace config, CapabilityLists lists) {
        return Optional.ofNullable(lists.first(RegisterBlock.EXPRESS))
                .map(found -> config.flag(field, found.offset()))
                .orElseGet(() -> lists.missing(RegisterBlock.EXPRESS));
    }
}
