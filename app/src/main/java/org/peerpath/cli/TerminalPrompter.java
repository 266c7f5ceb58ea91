// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.peerpath.host.Prompter;
import org.peerpath.host.Secret;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;

/**
 * Asks on the terminal itself, whatever standard input and output are connected to, as ssh does. Without a terminal every
 * question is declined.
 */
final class TerminalPrompter implements Prompter {
    private static final String TERMINAL = "/dev/tty";
    private static final int LONGEST_ANSWER = 4096;
    /** One question at a time, however many hosts ask. */
    private static final ReentrantLock ONE = new ReentrantLock();

    private final Texts texts;

    TerminalPrompter(Texts texts) {
        this.texts = texts;
    }

    @Override
    public Optional<Secret> ask(Question question) throws InterruptedException {
        Message prompt = switch (question.kind()) {
            case SUDO_PASSWORD -> Message.of("cli.ask-sudo", question.host());
            case PASSWORD, KEY_PASSPHRASE, OTHER -> Message.of("cli.ask", question.host(), question.text());
        };
        return answer(texts.say(prompt) + " ", true);
    }

    /** A line typed at the terminal for all to see; empty if there is no terminal. */
    static Optional<String> line(String question) throws InterruptedException {
        return typed(question, false).map(String::new);
    }

    @Override
    public boolean vouchFor(UnknownKey key) throws InterruptedException {
        Message prompt = Message.of("cli.ask-key", key.host(), key.keyType(), key.fingerprint());
        try (Secret said = answer(texts.say(prompt) + " ", false).orElse(null)) {
            return said != null && said.saysYes(key.fingerprint());
        }
    }

    @Override
    public void tell(Question notice) {
        try (OutputStream out = new FileOutputStream(TERMINAL)) {
            out.write((notice.host() + ": " + notice.text() + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // No terminal, nobody to tell.
        }
    }

    private static Optional<Secret> answer(String prompt, boolean hidden) throws InterruptedException {
        return typed(prompt, hidden).map(Secret::of);
    }

    private static Optional<char[]> typed(String prompt, boolean hidden) throws InterruptedException {
        ONE.lockInterruptibly();
        try (InputStream in = new FileInputStream(TERMINAL);
                OutputStream out = new FileOutputStream(TERMINAL)) {
            // The echo goes first: whoever answers at once is not shown either.
            if (hidden && !stty("-echo")) {
                return Optional.empty();
            }
            Thread ending = new Thread(TerminalPrompter::echo);
            try {
                if (hidden) {
                    Runtime.getRuntime().addShutdownHook(ending);
                }
                out.write(prompt.getBytes(StandardCharsets.UTF_8));
                out.flush();
                return Optional.of(line(in));
            } finally {
                if (hidden) {
                    echo();
                    out.write('\n');
                    forget(ending);
                }
            }
        } catch (IOException e) {
            return Optional.empty();
        } finally {
            ONE.unlock();
        }
    }

    private static char[] line(InputStream in) throws IOException {
        WipedBuffer typed = new WipedBuffer();
        for (int c = in.read(); c >= 0 && c != '\n' && typed.size() < LONGEST_ANSWER; c = in.read()) {
            typed.write(c);
        }
        return typed.takeChars();
    }

    /** Also when the program is ended with Ctrl-C in the middle of an answer. */
    private static void echo() {
        try {
            stty("echo");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void forget(Thread ending) {
        try {
            Runtime.getRuntime().removeShutdownHook(ending);
        } catch (IllegalStateException e) {
            // The program is ending; the hook runs or has run.
        }
    }

    private static boolean stty(String mode) throws InterruptedException {
        try {
            return new ProcessBuilder("stty", mode)
                            .redirectInput(new File(TERMINAL))
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Grows, and leaves nothing of what it held. */
    private static final class WipedBuffer extends ByteArrayOutputStream {
        WipedBuffer() {
            super(LONGEST_ANSWER);
        }

        char[] takeChars() {
            CharBuffer decoded = StandardCharsets.UTF_8.decode(ByteBuffer.wrap(buf, 0, count));
            char[] chars = new char[decoded.remaining()];
            decoded.get(chars);
            decoded.rewind();
            while (decoded.hasRemaining()) {
                decoded.put('\0');
            }
            Arrays.fill(buf, (byte) 0);
            return chars;
        }
    }
}
