// SPDX-License-Identifier: Apache-2.0
/** Readers of what hypervisors write and print: definitions, command lines, logs, monitor output. */
@NullMarked
package org.peerpath.vm.read;

import org.jspecify.annotations.NullMarked;
