// SPDX-License-Identifier: Apache-2.0
package org.peerpath.lab;

/**
 * What a finished command left.
 *
 * @param status its exit status; 255 from ssh itself
 * @param out standard output
 * @param err standard error
 */
public record Output(int status, String out, String err) {}
