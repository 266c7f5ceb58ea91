// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

/** A place in a picture, in its units (CSS pixels at 100 %), y downwards. */
public record Point(double x, double y) {}
