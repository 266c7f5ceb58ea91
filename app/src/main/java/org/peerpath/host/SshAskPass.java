// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The helper ssh starts as {@code SSH_ASKPASS}: takes the question to the program that started ssh, over a socket in a
 * folder only the user can enter, and prints the answer. Uses nothing but the platform, so that it starts quickly.
 */
public final class SshAskPass {
    static final String SOCKET = "PEERPATH_ASKPASS_SOCKET";

    private SshAskPass() {}

    /** Ends with 0 if there is an answer. */
    public static void main(String[] args) {
        Runtime.getRuntime().halt(ask(args.length > 0 ? args[0] : "") ? 0 : 1);
    }

    private static boolean ask(String question) {
        String socket = System.getenv(SOCKET);
        String kind = System.getenv("SSH_ASKPASS_PROMPT");
        if (socket == null) {
            return false;
        }
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(socket));
            DataOutputStream out = new DataOutputStream(Channels.newOutputStream(channel));
            DataInputStream in = new DataInputStream(Channels.newInputStream(channel));
            byte[] asked = question.getBytes(StandardCharsets.UTF_8);
            out.writeUTF(kind == null ? "" : kind);
            out.writeInt(asked.length);
            out.write(asked);
            out.flush();
            int length = in.readInt();
            if (length < 0) {
                return false;
            }
            byte[] answer = new byte[length + 1];
            in.readFully(answer, 0, length);
            answer[length] = '\n';
            try (FileOutputStream standardOutput = new FileOutputStream(FileDescriptor.out)) {
                standardOutput.write(answer);
            }
            Arrays.fill(answer, (byte) 0);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
