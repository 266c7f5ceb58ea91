// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import org.peerpath.snapshot.Fact;

/**
 * What the Device Control register tells that matters for peer-to-peer traffic (PCIe 7.5.3.4). A VF's fields are its
 * PF's; this record holds those of the function itself.
 *
 * @param relaxedOrdering Enable Relaxed Ordering, bit 4
 * @param maxPayload Max_Payload_Size in bytes, bits 7:5
 * @param maxReadRequest Max_Read_Request_Size in bytes, bits 14:12
 * @param maxPayloadSupported from Device Capabilities, in bytes
 */
public record DeviceControl(
        Fact<Boolean> relaxedOrdering,
        Fact<Integer> maxPayload,
        Fact<Integer> maxReadRequest,
        Fact<Integer> maxPayloadSupported) {}
