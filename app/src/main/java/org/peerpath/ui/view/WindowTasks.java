// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

/** Larger tasks of the window that have dialogs of their own. */
interface WindowTasks {
    /** Writes the picture in view to a file. */
    void export();

    /** Asks which host to reach over SSH and opens it. */
    void addHost();

    /** Shows the script that reads a host. */
    void showScript();
}
