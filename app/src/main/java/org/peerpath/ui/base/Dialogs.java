// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.base;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.peerpath.text.Message;

/** What models ask of a person. Tests answer for them. */
public interface Dialogs {
    /** Files or a folder to open; empty if the person thought better of it. */
    List<Path> askForFiles();

    /** A folder to open; empty if the person thought better of it. */
    Optional<Path> askForFolder();

    /** Where to write; empty if the person thought better of it. */
    Optional<Path> askWhereToSave(String suggestedName);

    /** News that needs no answer, shown for a moment. */
    void tell(Message news);

    /** The same, with something that the person may want to do about it. */
    void offer(Message news, Message action, Runnable chosen);

    /** Something went wrong that the person did; what, why and what to do, with details to copy. */
    void problem(Message what, Message why);

    /** Puts text on the clipboard and says so. */
    void copy(String text, Message what);
}
