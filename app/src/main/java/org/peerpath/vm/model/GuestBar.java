// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.model;

/**
 * A memory BAR as the guest placed it.
 *
 * @param number 0 to 5
 * @param address guest-physical; all ones or zero where the guest has not placed it
 * @param size in bytes
 */
public record GuestBar(int number, long address, long size) {
    /** Returns whether the guest has given it an address; all ones and 0 are what unplaced BARs read. */
    public boolean placed() {
        return address != 0 && address != -1 && size > 0;
    }

    /** Returns whether it shares an address with a range, both ends included, unsigned. */
    public boolean overlaps(long first, long last) {
        return placed()
                && Long.compareUnsigned(address, last) <= 0
                && Long.compareUnsigned(address + size - 1, first) >= 0;
    }
}
