// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import org.peerpath.snapshot.Address;

/**
 * Memory of a function that its BAR gives an address.
 *
 * @param function whose
 * @param bar the BAR's number
 * @param start the first address
 * @param end the last one
 */
record Region(Address function, int bar, long start, long end) {
    boolean holds(long address) {
        return Long.compareUnsigned(start, address) <= 0 && Long.compareUnsigned(address, end) <= 0;
    }

    /** Returns the size in bytes. */
    long size() {
        return end - start + 1;
    }
}
