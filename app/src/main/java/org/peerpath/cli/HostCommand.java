// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import picocli.CommandLine;

/** A command whose sources may be live hosts. */
abstract class HostCommand extends Command {
    @CommandLine.Option(names = "--sudo", descriptionKey = "sudo")
    private boolean sudo;

    HostCommand(Context context) {
        super(context);
    }

    @Override
    final Sources sources() {
        return super.sources().asRoot(sudo);
    }
}
