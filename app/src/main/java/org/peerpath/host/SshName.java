// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/**
 * What is typed after {@code ssh}: a Host alias or a host name, or {@code ssh://[user@]host[:port]}. Names that could be
 * taken for an option, or hold anything a shell or ssh's percent expansion acts on, are none.
 *
 * @param host for ssh's own resolution
 */
public record SshName(String typed, Optional<String> user, String host, Optional<Integer> port) {
    private static final Pattern URL =
            Pattern.compile("(?:([^@/]+)@)?(?:\\[([0-9A-Fa-f:.]+(?:%[\\w.]+)?)]|([^@:/\\[\\]]+))(?::(\\d{1,5}))?/?");
    private static final Pattern PLAIN = Pattern.compile("(?:([^@]+)@)?([^@]+)");
    private static final Pattern SAFE_HOST = Pattern.compile("[\\p{L}\\p{N}_][\\p{L}\\p{N}._:%-]{0,252}");
    private static final Pattern SAFE_USER = Pattern.compile("[\\p{L}\\p{N}_][\\p{L}\\p{N}._\\\\@+-]{0,63}");
    private static final int HIGHEST_PORT = 65_535;

    /**
     * Takes a name apart.
     *
     * @throws HostException if it is no name of a host
     */
    public static SshName parse(String typed) throws HostException {
        boolean url = typed.startsWith(Hosts.SSH);
        Matcher m = (url ? URL : PLAIN).matcher(url ? typed.substring(Hosts.SSH.length()) : typed);
        if (m.matches()) {
            String host = url && m.group(2) != null ? m.group(2) : m.group(url ? 3 : 2);
            Optional<String> user = Optional.ofNullable(m.group(1));
            Optional<Integer> port = url ? Optional.ofNullable(m.group(4)).map(Integer::valueOf) : Optional.empty();
            boolean safe = SAFE_HOST.matcher(host).matches()
                    && user.map(u -> SAFE_USER.matcher(u).matches()).orElse(true)
                    && port.map(p -> p >= 1 && p <= HIGHEST_PORT).orElse(true);
            if (safe) {
                return new SshName(typed, user, host, port);
            }
        }
        throw new HostException(HostException.Kind.BAD_NAME, Message.of("host.bad-name", Clean.line(typed)));
    }

    /** As the last arguments of ssh: after {@code --} nothing is an option. */
    List<String> arguments() {
        List<String> words = new ArrayList<>();
        user.ifPresent(u -> words.addAll(List.of("-l", u)));
        port.ifPresent(p -> words.addAll(List.of("-p", p.toString())));
        words.addAll(List.of("--", host));
        return words;
    }
}
