// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

/** Primary, secondary and subordinate bus numbers of a bridge (type 1 header, offsets 18h–1Ah). */
public record BusRange(int primary, int secondary, int subordinate) {}
