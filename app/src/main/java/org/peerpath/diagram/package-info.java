// SPDX-License-Identifier: Apache-2.0
/**
 * The picture of a host as shapes and text, laid out once and painted anywhere.
 *
 * <p>{@link org.peerpath.diagram.Layout#of} makes a {@link org.peerpath.diagram.Picture} from a host, its path reports
 * and {@link org.peerpath.diagram.LayoutOptions}; it touches no screen and no toolkit. {@link
 * org.peerpath.diagram.Painter#paint} draws a picture in a {@link org.peerpath.diagram.Theme} on any {@link
 * org.peerpath.diagram.Canvas}: the window's scene nodes, SVG, PNG, PDF. Each {@link org.peerpath.diagram.Shape} carries
 * a {@link org.peerpath.diagram.Mark}: id, role, the function or path it stands for, level of detail, and the words for
 * tooltips and screen readers. {@link org.peerpath.diagram.Exporter} writes files.
 */
@NullMarked
package org.peerpath.diagram;

import org.jspecify.annotations.NullMarked;
