// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.stage.DirectoryChooser;
import javafx.stage.FileChooser;
import javafx.stage.Window;

/** Asks a person for files and folders; the system's own dialogs in the program. */
public interface FileChoosers {
    /** The system's. */
    FileChoosers SYSTEM = new FileChoosers() {
        @Override
        public List<Path> files(Window owner, String title) {
            FileChooser chooser = new FileChooser();
            chooser.setTitle(title);
            List<File> files = chooser.showOpenMultipleDialog(owner);
            return files == null ? List.of() : files.stream().map(File::toPath).toList();
        }

        @Override
        public Optional<Path> folder(Window owner, String title) {
            DirectoryChooser chooser = new DirectoryChooser();
            chooser.setTitle(title);
            return Optional.ofNullable(chooser.showDialog(owner)).map(File::toPath);
        }

        @Override
        public Optional<Path> save(Window owner, String title, String suggestedName) {
            FileChooser chooser = new FileChooser();
            chooser.setTitle(title);
            chooser.setInitialFileName(suggestedName);
            return Optional.ofNullable(chooser.showSaveDialog(owner)).map(File::toPath);
        }
    };

    /** Files to open; none if the person thought better of it. */
    List<Path> files(Window owner, String title);

    /** A folder to open; empty if the person thought better of it. */
    Optional<Path> folder(Window owner, String title);

    /** Where to write; empty if the person thought better of it. */
    Optional<Path> save(Window owner, String title, String suggestedName);
}
