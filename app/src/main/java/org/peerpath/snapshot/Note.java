// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import org.peerpath.text.Message;

/**
 * A reader's remark.
 *
 * @param place the file or part of it, empty if it concerns the whole source
 * @param line the line there, 1-based; 0 if no line is meant
 * @param what the remark
 */
public record Note(String place, int line, Message what) {}
