// SPDX-License-Identifier: Apache-2.0
package org.peerpath.text;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes secrets out of text in which programs are told them: command lines, environments, settings. What is called a
 * password, secret, token, key or credential loses its value, and an address its user's password; the names stay, so that
 * one sees that something was there. Readers ask this before they keep such a text.
 */
public final class Secrets {
    /** Stands where a secret stood. */
    public static final String MASK = "***";

    private static final String PASSWORD = "(?:password|passwd|passphrase)";
    /** Not every key is one: RDMA's are called pkey, rkey, lkey and qkey. */
    private static final String KEY =
            "(?:api|access|private|secret|auth|encryption|crypto|luks|ssh|hmac|shared|master|signing|account|storage)[_.-]?key";

    private static final String NAME = "(?:" + PASSWORD
            + "|(?<![A-Za-z0-9])(?:pass(?:code)?|pwd|secret|token|credentials?|psk|" + KEY + ")"
            + "|(?<![A-Za-z0-9_-])key"
            + "|(?<=[a-z0-9])(?-i:Secret|Token|(?:Api|Access|Private|Auth)Key))";
    /**
     * What a value follows: {@code rd.iscsi.password=}, {@code NCCL_AUTH_TOKEN=}, {@code "password": }, {@code --token },
     * {@code Authorization: Bearer }, {@code <password>}, {@code io.systemd.credential:NAME=}.
     */
    private static final Pattern NAMED = Pattern.compile("(?i)" + NAME
            + "\\d{0,2}(?:[_.-](?:in|out|file|data|value|mutual|binary|text|hash))?(?:=|\\s{1,9}=\\s{0,9}(?=[\"'])|=\\s{1,9}(?=[\"']))"
            + "|" + NAME + "[\"']\\s{0,9}:\\s{0,9}"
            + "|" + PASSWORD + ":\\s{1,9}"
            + "|(?<![\\w-])--?[a-z0-9-]{0,60}?" + NAME + "\\s{1,9}(?![\\s-])"
            + "|(?<!\\w)(?:proxy-)?authorization[\"']?:\\s{0,9}(?:(?:bearer|basic|digest|negotiate)\\s{1,9})?"
            + "|(?<!\\w)x-[a-z-]{0,60}?(?:token|key):\\s{0,9}"
            + "|io\\.systemd\\.credentials?(?:\\.binary)?[:/][\\w.@-]{1,200}(?:=|,string=)");
    /** {@code <password>…</password>}, and {@code name='TOKEN' value='…'} of the environments that libvirt passes on. */
    private static final Pattern XML =
            Pattern.compile("(?i)(<(?:[\\w.-]{1,60}:)?" + NAME + "[^<>]{0,200}>)\\s*+[^<\\s][^<]*+(?=<)"
                    + "|(\\bname\\s{0,9}=\\s{0,9}(?:\"[^\"<>]{0,200}|'[^'<>]{0,200})" + NAME
                    + "[\"']\\s{1,9}value\\s{0,9}=\\s{0,9}[\"'])[^\"'<>]+");
    /** Of NVMe's authentication and TLS, known by how they are written (nvme-cli). */
    private static final Pattern NVME = Pattern.compile("((?:DHHC-1|NVMeTLSkey-1):[0-9a-f]{2}:)[A-Za-z0-9+/=]{1,200}");
    /** {@code -object secret,id=s0,data=…} of QEMU, and the same as JSON. */
    private static final Pattern OBJECT =
            Pattern.compile("((?<![\\w-])(?:qom-type=)?secret(?:_keyring)?),((?:id=[^,\\s\"']{1,200},)?)[^\\s\"']++");

    private static final Pattern BRACES = Pattern.compile("\\{[^{}]*+\\}?");
    private static final Pattern SECRET_TYPE = Pattern.compile("\"qom-type\"\\s{0,9}:\\s{0,9}\"secret");
    private static final Pattern DATA = Pattern.compile("(\"data\"\\s{0,9}:\\s{0,9}\")[^\"]*+\"");
    /** {@code https://user:password@host}, {@code iscsi:user:password@host}. */
    private static final Pattern ADDRESS = Pattern.compile("(?i)[a-z0-9+.-]://|iscsi:");

    private static final Pattern WORD = Pattern.compile("[^\\s\"'<>]++");
    /** A port and a path, and then some sign of the path. */
    private static final Pattern PORT = Pattern.compile("\\d{1,5}/.*");
    /** After a comma, what begins another option rather than going on with the value. */
    private static final Pattern OPTION = Pattern.compile("[A-Za-z_][\\w.-]{0,80}=");

    /** Without one of these there is nothing to look for; nearly all text has none. */
    private static final Pattern WORTH_A_LOOK =
            Pattern.compile("(?i)pass|pwd|secret|token|key|credential|authorization|psk|DHHC-1|://|iscsi:");

    private Secrets() {}

    /** Returns the text with a mask in place of each secret. */
    public static String masked(String text) {
        if (!WORTH_A_LOOK.matcher(text).find()) {
            return text;
        }
        String out = OBJECT.matcher(text).replaceAll("$1,$2data=" + MASK);
        out = BRACES.matcher(out).replaceAll(Secrets::object);
        out = WORD.matcher(out).replaceAll(word -> Matcher.quoteReplacement(addresses(word.group())));
        out = NVME.matcher(out).replaceAll("$1" + MASK);
        out = XML.matcher(out)
                .replaceAll(found ->
                        Matcher.quoteReplacement((found.group(1) == null ? found.group(2) : found.group(1)) + MASK));
        return named(out);
    }

    private static String object(MatchResult braces) {
        String text = braces.group();
        return Matcher.quoteReplacement(
                SECRET_TYPE.matcher(text).find() ? DATA.matcher(text).replaceAll("$1" + MASK + "\"") : text);
    }

    /**
     * Masks to the last {@code @} that can belong to an address: a password may hold that sign and slashes, though it should
     * not.
     */
    private static String addresses(String word) {
        if (word.indexOf('@') < 0) {
            return word;
        }
        List<int[]> found = ADDRESS.matcher(word)
                .results()
                .map(match -> new int[] {match.start(), match.end()})
                .toList();
        StringBuilder out = new StringBuilder(word.length());
        int kept = 0;
        for (int i = 0; i < found.size(); i++) {
            int from = found.get(i)[1];
            int to = i + 1 < found.size() ? found.get(i + 1)[0] : word.length();
            String address = word.substring(from, to);
            int colon = address.indexOf(':');
            int at = address.lastIndexOf('@');
            boolean path = address.lastIndexOf('/', colon) >= 0 && colon >= 0;
            if (colon >= 0
                    && at > colon + 1
                    && !path
                    && !PORT.matcher(address.substring(colon + 1, at)).matches()) {
                out.append(word, kept, from + colon + 1).append(MASK);
                kept = from + at;
            }
        }
        return kept == 0 ? word : out.append(word, kept, word.length()).toString();
    }

    private static String named(String text) {
        StringBuilder out = new StringBuilder(text.length());
        Matcher name = NAMED.matcher(text);
        int kept = 0;
        while (name.find(kept)) {
            int from = name.end();
            int to = end(text, from);
            out.append(text, kept, from);
            char first = from < text.length() ? text.charAt(from) : ' ';
            String quote = first == '"' || first == '\'' ? String.valueOf(first) : "";
            if (to == from + 2 && text.startsWith(quote + quote, from) && !quote.isEmpty()) {
                out.append(quote).append(quote);
            } else if (to > from) {
                out.append(quote).append(MASK).append(quote);
            }
            kept = to;
        }
        return kept == 0 ? text : out.append(text, kept, text.length()).toString();
    }

    /**
     * Where a value ends: at its closing quote, or before what parts words and options; QEMU doubles the commas within, and
     * others do not, so that only another option ends a value that holds some.
     */
    private static int end(String text, int from) {
        char quote = from < text.length() ? text.charAt(from) : ' ';
        boolean quoted = quote == '"' || quote == '\'';
        for (int at = quoted ? from + 1 : from; at < text.length(); at++) {
            char c = text.charAt(at);
            if (quoted) {
                if (c == quote) {
                    return at + 1;
                }
                at += c == '\\' ? 1 : 0;
            } else if (Character.isWhitespace(c) || c == '<') {
                return at;
            } else if (c == ',' && text.startsWith(",,", at)) {
                at++;
            } else if (",;&".indexOf(c) >= 0 ? anotherOption(text, at + 1) : endsWord(text, at)) {
                return at;
            }
        }
        return text.length();
    }

    private static boolean anotherOption(String text, int at) {
        return OPTION.matcher(text).region(at, Math.min(text.length(), at + 82)).lookingAt();
    }

    /** Whether a quote or bracket closes what the value stands in, and does not belong to it. */
    private static boolean endsWord(String text, int at) {
        return "\"'})]".indexOf(text.charAt(at)) >= 0
                && (at + 1 == text.length()
                        || Character.isWhitespace(text.charAt(at + 1))
                        || ",;:&/>\\\"'})]".indexOf(text.charAt(at + 1)) >= 0);
    }

    /** Returns whether something was masked in the text, so that it is not what was read. */
    public static boolean isMasked(String text) {
        return text.contains(MASK);
    }
}
