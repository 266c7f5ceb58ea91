// SPDX-License-Identifier: Apache-2.0
package org.peerpath.iommu;

import org.peerpath.text.Message;

/**
 * A function's ATS, and why it is as it is.
 *
 * @param state on, off, ready, absent or unknown
 * @param why for {@code off} the first cause that holds, for {@code unknown} the missing fact, else a plain remark
 */
public record AtsStatus(AtsState state, Message why) {}
