// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

/**
 * One entry of a capability list.
 *
 * @param extended whether it is in the extended list (from 100h)
 * @param id capability id
 * @param version for extended capabilities, else 0
 * @param offset in configuration space
 */
public record Capability(boolean extended, int id, int version, int offset) {
    /** The specification's name, or the id in hexadecimal where there is none. */
    public String title() {
        return CapabilityNames.of(extended, id);
    }
}
