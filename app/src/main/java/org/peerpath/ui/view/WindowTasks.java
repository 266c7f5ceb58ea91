// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

/** Larger tasks of the window that have dialogs of their own. */
interface WindowTasks {
    /** Writes the picture in view to a file. */
    void export();

    /** Puts picture, sentence, cause and fix on the clipboard or into a file. */
    void ticket();

    /** Writes what was read of the host in view to a file. */
    void saveSnapshot();

    /** Writes everything that a support case needs to a file. */
    void saveCase();

    /** Writes what a VM must be given for the selected pair, or for all nearest pairs. */
    void saveHandover();

    /** Asks which host to reach over SSH and opens it. */
    void addHost();

    /** Shows the script that reads a host. */
    void showScript();

    /** Shows what was ever carried out. */
    void journal();

    /** Asks for a log and says what it tells. */
    void diagnose();

    /** Shows the guide. */
    void guide();

    /** Puts version, system, settings and the end of the log on the clipboard, and shows them. */
    void diagnostics();

    /** Says which version this is. */
    void about();

    /** Closes the window as its own button does. */
    void quit();
}
