// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import org.peerpath.ui.parts.AppContext;

/** Names that are offered for files about the host in view. */
final class FileNames {
    private FileNames() {}

    /** The host's name as the sidebar has it, without what file systems take badly. */
    static String host(AppContext context) {
        return context.fleet()
                .currentProperty()
                .get()
                .map(entry -> entry.nameProperty().get().replaceAll("[^A-Za-z0-9._-]+", "-"))
                .orElse("host");
    }

    static String of(AppContext context, String ending) {
        return host(context) + "." + ending;
    }
}
