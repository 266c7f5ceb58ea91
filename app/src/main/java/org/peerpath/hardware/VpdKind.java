// SPDX-License-Identifier: Apache-2.0
package org.peerpath.hardware;

/**
 * A device that is of another kind where its vital product data say so.
 *
 * @param contains what one of the vendor's own keywords (V0 to VZ) contains
 * @param kind what the device then is
 */
public record VpdKind(String contains, DeviceKind kind) {}
