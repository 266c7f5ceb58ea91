// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

/**
 * Looks for one or a few kinds of finding that rest on the same facts. Stateless. A rule that lacks a fact says so
 * ({@link Sink#unchecked}) instead of staying silent, for silence means that all is well.
 */
@FunctionalInterface
interface FindingRule {
    void apply(RuleContext asked, Sink out);
}
