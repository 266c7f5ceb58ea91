// SPDX-License-Identifier: Apache-2.0
/** Lab hosts for tests: emulated machines with a real kernel, reached over SSH, and the tests that prove them. */
@NullMarked
package org.peerpath.lab;

import org.jspecify.annotations.NullMarked;
