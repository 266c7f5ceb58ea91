// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.peerpath.text.Message;
import org.peerpath.text.ShellWords;

/**
 * One way to make what a plan sets outlive a boot: a file, and the commands that put it into force. It is no step: this
 * program shows it and never carries it out; in scripts it stands apart and is confirmed apart.
 *
 * @param id stable within a plan: {@code keep:acs:grub}
 * @param group what it keeps; of the ways in one group one is enough, and the first is the best
 * @param what what it does and where it fits
 * @param file the file to write; empty where a command keeps it by itself
 * @param commands what puts it into force
 * @param undo what takes it back; the file is to be removed before these
 * @param caution what to mind
 */
public record Keep(
        String id,
        Group group,
        Message what,
        Optional<File> file,
        List<Command> commands,
        List<Command> undo,
        Message caution) {
    public Keep {
        commands = List.copyOf(commands);
        undo = List.copyOf(undo);
    }

    /** What is kept. */
    public enum Group {
        /** The ACS controls of ports. */
        ACS,
        /** Virtual functions: how many, who they are, whom they belong to. */
        VFS;

        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A file of the host; {@link NotAllowedException} refuses one that no lasting form writes, or that holds more than lines
     * of ASCII.
     *
     * @param path absolute
     * @param content whole, with its last line's end
     */
    public record File(String path, String content) {
        public File {
            if (!AllowedLasting.mayWrite(path, content)) {
                throw new NotAllowedException(path + ": " + content);
            }
        }
    }

    /**
     * A command that puts a lasting form into force or takes it back. It is shown and printed in scripts; nothing in this
     * program runs it. {@link NotAllowedException} refuses one that no lasting form needs.
     */
    public record Command(List<String> arguments) {
        public Command {
            arguments = List.copyOf(arguments);
            if (!AllowedLasting.mayRun(arguments)) {
                throw new NotAllowedException(String.join(" ", arguments));
            }
        }

        static Command of(String... arguments) {
            return new Command(List.of(arguments));
        }

        /** As one would type it in a POSIX shell. */
        public String shell() {
            return ShellWords.readable(arguments);
        }
    }
}
