// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import picocli.CommandLine;

/** {@code --json}, of every command that can print either. */
final class JsonOption {
    @CommandLine.Option(names = "--json", descriptionKey = "json")
    private boolean json;

    boolean wanted() {
        return json;
    }
}
