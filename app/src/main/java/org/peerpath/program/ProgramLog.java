// SPDX-License-Identifier: Apache-2.0
package org.peerpath.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.logging.ConsoleHandler;
import java.util.logging.FileHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/**
 * The log of the program: what it did and what went wrong in it, in files below the user's state folder that only the
 * user can read. It names hosts and sources, never what was read of them, and no answer that a person typed. The log
 * is opened by its first line; without one nothing is created, and where the folder cannot be written there is none.
 */
public final class ProgramLog {
    /** Bytes after which the next file begins. */
    static final int LARGEST = 1 << 20;

    /** How many files are kept. */
    static final int FILES = 3;

    private static final int TAIL = 200;
    private static final String ROOT = "org.peerpath";
    private static final String NEWEST = "peerpath.0.log";

    private static final Object LOCK = new Object();
    private static Logger logger = Logger.getLogger(ROOT);
    private static Path folder = UserFolders.ofUser().state().resolve("log");
    private static boolean opened;
    private static volatile boolean verbose;

    private ProgramLog() {}

    /**
     * Sends lines to standard error too.
     *
     * @param everything every line, the most detailed ones included ({@code --verbose}); otherwise failures only
     */
    public static void alsoToStandardError(boolean everything) {
        Handler console = new ConsoleHandler();
        console.setLevel(everything ? Level.ALL : Level.SEVERE);
        console.setFormatter(new LogLine());
        logger().addHandler(console);
        if (everything) {
            verbose = true;
            logger.setLevel(Level.ALL);
        }
    }

    /** Writes what the program did. */
    public static void info(String line) {
        logger().log(Level.INFO, line);
    }

    /** Writes what helps to find a fault; only with {@code --verbose}, so that a short answer opens no log. */
    public static void detail(String line) {
        if (verbose) {
            logger().log(Level.FINE, line);
        }
    }

    /** Writes a failure nobody expected, with where it arose. */
    public static void unexpected(String where, Throwable failure) {
        logger().log(Level.SEVERE, where, failure);
    }

    /** Returns the file that is being written; it need not exist. */
    public static Path file() {
        synchronized (LOCK) {
            return folder.resolve(NEWEST);
        }
    }

    /** Returns the last lines of the log; none where there is no log. */
    public static List<String> tail() {
        try (Stream<String> lines = Files.lines(file())) {
            List<String> all = lines.toList();
            return all.subList(Math.max(0, all.size() - TAIL), all.size());
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    /** Writes below another folder from now on; for tests, which must not write into a person's home. */
    static void moveTo(Path other) {
        synchronized (LOCK) {
            for (Handler handler : logger.getHandlers()) {
                logger.removeHandler(handler);
                handler.close();
            }
            folder = other;
            opened = false;
        }
    }

    private static Logger logger() {
        synchronized (LOCK) {
            if (!opened) {
                opened = true;
                logger = Logger.getLogger(ROOT);
                logger.setUseParentHandlers(false);
                open();
            }
            return logger;
        }
    }

    private static void open() {
        try {
            Files.createDirectories(folder.getParent());
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectory(
                        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            }
            FileHandler files =
                    new FileHandler(folder.resolve("peerpath.%g.log").toString(), LARGEST, FILES, true);
            files.setEncoding("UTF-8");
            files.setFormatter(new LogLine());
            logger.addHandler(files);
        } catch (IOException | UnsupportedOperationException e) {
            // A home that is full or read-only must not keep anybody from an answer; --verbose still shows the lines.
            logger.log(Level.FINE, "no log file", e);
        }
    }
}
