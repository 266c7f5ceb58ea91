// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.host.Prompter.Kind;
import org.peerpath.host.Prompter.Question;
import org.peerpath.host.Prompter.UnknownKey;
import org.peerpath.text.Clean;
import org.peerpath.text.ShellWords;

/** Takes the questions of one ssh process to the person, for as long as it is logging in. */
final class SshQuestions implements AutoCloseable {
    private static final int LONGEST_QUESTION = 16 * 1024;
    private static final Pattern FINGERPRINT =
            Pattern.compile("(?m)^(\\S+) key fingerprint is (SHA256:[A-Za-z0-9+/=]+)\\.?$");

    private static final Pattern KEY_PASSPHRASE = Pattern.compile("Enter passphrase for [^\\n]+:");
    private static final Pattern PASSWORD = Pattern.compile("[^\\s(][^\\s]*@[^\\s]+'s password:");

    private final String host;
    private final boolean marksServersQuestions;
    private final Prompter prompter;
    private final Path folder;
    private final Path socket;
    private final ServerSocketChannel server;
    private final AtomicInteger open = new AtomicInteger();
    /** How often each question came: ssh repeats one whose answer was wrong, and says nothing of it. */
    private final Map<String, Integer> asked = new ConcurrentHashMap<>();

    private volatile boolean refused;
    private volatile boolean keyRefused;

    /** @param marksServersQuestions whether this client marks what a server asks */
    SshQuestions(String host, boolean marksServersQuestions, Prompter prompter, Path folder, Path socket)
            throws IOException {
        this.host = host;
        this.marksServersQuestions = marksServersQuestions;
        this.prompter = prompter;
        this.folder = folder;
        this.socket = socket;
        Files.deleteIfExists(socket);
        this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
        Thread.ofVirtual().name("questions of " + host).start(this::serve);
    }

    /** Makes ssh ask here and nowhere else. */
    Map<String, String> environment() throws IOException {
        Path helper = folder.resolve("askpass");
        if (!Files.exists(helper)) {
            String java =
                    Path.of(System.getProperty("java.home"), "bin", "java").toString();
            String script = "#!/bin/sh\nexec " + ShellWords.quoted(java)
                    + " -Xshare:auto -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "
                    + ShellWords.quoted(System.getProperty("java.class.path")) + " " + SshAskPass.class.getName()
                    + " \"$1\"\n";
            PrivateFolder.writePrivately(helper, script);
        }
        return Map.of(
                "LC_ALL",
                "C",
                "SSH_ASKPASS",
                helper.toString(),
                "SSH_ASKPASS_REQUIRE",
                "force",
                SshAskPass.SOCKET,
                socket.toString());
    }

    /** Whether the person is being asked right now. */
    boolean isAsking() {
        return open.get() > 0;
    }

    /** Whether the person declined to answer. */
    boolean wasRefused() {
        return refused;
    }

    /** Whether what was declined is to vouch for the host's key. */
    boolean wasKeyRefused() {
        return keyRefused;
    }

    private void serve() {
        try {
            while (true) {
                SocketChannel channel = server.accept();
                open.incrementAndGet();
                Thread.ofVirtual().name("question of " + host).start(() -> answer(channel));
            }
        } catch (IOException e) {
            // Closed: the login is over.
        }
    }

    private void answer(SocketChannel channel) {
        try (channel) {
            DataInputStream in = new DataInputStream(Channels.newInputStream(channel));
            DataOutputStream out = new DataOutputStream(Channels.newOutputStream(channel));
            String kind = in.readUTF();
            byte[] question = new byte[Math.clamp(in.readInt(), 0, LONGEST_QUESTION)];
            in.readFully(question);
            try (Secret secret = answer(kind, Clean.text(question).strip()).orElse(null)) {
                if (secret == null) {
                    refused = true;
                    out.writeInt(-1);
                } else {
                    out.writeInt(secret.bytes().length);
                    out.write(secret.bytes());
                }
                out.flush();
            }
        } catch (IOException e) {
            // The helper is gone: nobody waits for the answer.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.decrementAndGet();
        }
    }

    private Optional<Secret> answer(String kind, String text) throws InterruptedException {
        if (kind.equals("none")) {
            prompter.tell(new Question(host, Kind.OTHER, text));
            return Optional.of(Secret.of(new char[0]));
        }
        if (refused) {
            // The person has had enough; ssh asks once more where it is not stopped in time.
            return Optional.empty();
        }
        if (text.contains("(yes/no")) {
            Matcher key = FINGERPRINT.matcher(text);
            if (!key.find() || !prompter.vouchFor(new UnknownKey(host, key.group(1), key.group(2), text))) {
                keyRefused = true;
                return Optional.empty();
            }
            // ssh itself compares the fingerprint with the key once more.
            return Optional.of(Secret.of(key.group(2).toCharArray()));
        }
        int earlier = asked.merge(text, 1, Integer::sum) - 1;
        return prompter.ask(new Question(host, kindOf(text), text, earlier));
    }

    /**
     * Only what ssh itself words is known to be meant for it: a server words its own questions, and can word them like
     * ssh's. Clients from OpenSSH 8.6 put the user and host in brackets before what a server asks (sshconnect2.c
     * input_userauth_info_req); with older ones nobody can tell, so nothing is claimed.
     */
    private Kind kindOf(String text) {
        if (!marksServersQuestions) {
            return Kind.OTHER;
        }
        return KEY_PASSPHRASE.matcher(text).matches()
                ? Kind.KEY_PASSPHRASE
                : PASSWORD.matcher(text).matches() ? Kind.PASSWORD : Kind.OTHER;
    }

    @Override
    public void close() {
        try {
            server.close();
            Files.deleteIfExists(socket);
        } catch (IOException e) {
            // The folder goes when the program ends.
        }
    }
}
