// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

/**
 * The controls of the ACS Enhanced Capability, bits 12:7 of the ACS Control register (PCIe 7.7.11.3). lspci does not
 * print them.
 *
 * @param ioRequestBlocking I/O requests moving up are refused
 * @param downstreamPortTarget what happens to a request moving up that hits memory of a root or downstream port itself
 * @param upstreamPortTarget what happens to one that hits memory of the switch upstream port itself
 * @param unclaimedRedirect a request within the switch's window that no downstream port claims goes up (else it is an
 *     Unsupported Request)
 */
public record AcsEnhanced(
        boolean ioRequestBlocking, Target downstreamPortTarget, Target upstreamPortTarget, boolean unclaimedRedirect) {
    /** Memory Target Access Control, a two-bit field; the constants are in the order of its values. */
    public enum Target {
        /** 00b: to the memory it names. */
        DIRECT,
        /** 01b: an ACS violation. */
        BLOCK,
        /** 10b: up to the root complex. */
        REDIRECT,
        /** 11b: not defined. */
        RESERVED
    }

    static AcsEnhanced of(int control) {
        return new AcsEnhanced(
                Field.ACS_IO_REQUEST_BLOCKING.of(control) != 0,
                Target.values()[Field.ACS_DSP_MEMORY_TARGET.of(control)],
                Target.values()[Field.ACS_USP_MEMORY_TARGET.of(control)],
                Field.ACS_UNCLAIMED_REDIRECT.of(control) != 0);
    }
}
