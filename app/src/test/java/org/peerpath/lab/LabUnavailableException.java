// SPDX-License-Identifier: Apache-2.0
package org.peerpath.lab;

/** The lab cannot be had on this machine; the message, meant for people, says why. */
final class LabUnavailableException extends RuntimeException {
    LabUnavailableException(String message) {
        super(message);
    }
}
