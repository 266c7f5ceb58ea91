// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

/** Which other functions an event on a function can cause trouble for. */
enum Reach {
    /** No other event follows from it. */
    NOTHING,
    /** The device itself, all of its functions. */
    ITSELF,
    /** The device itself and everything below it; ports above report errors that it causes, and the host may stop. */
    BELOW,
    /** Everything on the host. */
    HOST
}
