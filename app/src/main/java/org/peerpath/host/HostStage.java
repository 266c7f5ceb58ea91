// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

/** What a run on a host is busy with. */
public enum HostStage {
    CONNECTING,
    /** The person is being asked. */
    ASKING,
    READING
}
