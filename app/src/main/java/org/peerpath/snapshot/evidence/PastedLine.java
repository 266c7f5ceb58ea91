// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What people and mail programs put around a line, taken off. */
final class PastedLine {
    /** {@code > > }, {@code >>\t}; a word of lspci's own may begin with the same mark: {@code >TAbort-}. */
    private static final Pattern QUOTING = Pattern.compile("(?: ?>)+(?= |\\t|$)[ ]?");

    /** What {@code kubectl logs --prefix} puts before each line. */
    private static final Pattern POD = Pattern.compile("\\[pod/[^\\]]{1,300}] ?");

    private static final Pattern FENCE = Pattern.compile("\\s*(?:```|~~~).*");
    /**
     * {@code $ user@host:~$ lspci}, {@code root@pve:~# }, {@code # }, {@code + lspci}, {@code [user@host ~]# },
     * {@code sh-5.2$ }.
     */
    private static final Pattern PROMPT = Pattern.compile(
            "\\s*(?:[$#>] |\\+ )?(?:\\[?[\\w.-]+@[\\w.-]+[^$#>]{0,80}[$#>] ?|(?:ba|z|k|da)?sh-[\\d.]+[$#] ?"
                    + "|[$#%] ?|\\+ |> )(\\S.*)?");

    private static final Pattern COMMAND = Pattern.compile(
            "(?:sudo |for |cat |echo |dmesg|journalctl|lspci|setpci|nvidia-smi|mlxconfig|mstconfig|flint|"
                    + "mstflint|ethtool|ibstat|ibdev2netdev|devlink|virsh|mst |find |ls |uname |exit$|/\\S*/(?:lspci|nvidia-smi)).*");

    private PastedLine() {}

    /** Without quoting marks and with plain blanks. */
    static String unquoted(String line) {
        String text = line.indexOf('\u00a0') < 0 ? line : line.replace('\u00a0', ' ');
        if (text.startsWith("[pod/")) {
            return POD.matcher(text).replaceFirst("");
        }
        if (text.isEmpty() || (text.charAt(0) != '>' && !text.startsWith(" >"))) {
            return text;
        }
        Matcher quoting = QUOTING.matcher(text);
        return quoting.lookingAt() ? text.substring(quoting.end()) : text;
    }

    /** Whether the line marks the beginning or end of a block of code. */
    static boolean isFence(String line) {
        return (line.indexOf('`') >= 0 || line.indexOf('~') >= 0)
                && FENCE.matcher(line).matches();
    }

    /** The command that was typed, if this is the line it was typed on; empty if it is none. */
    static String command(String line) {
        String text = line.strip();
        if (text.length() > 4096 || text.isEmpty()) {
            return "";
        }
        if (COMMAND.matcher(text).lookingAt()) {
            return text;
        }
        char first = text.charAt(0);
        if (text.indexOf('@') < 0 && "$#+>%".indexOf(first) < 0 && !text.contains("sh-")) {
            return "";
        }
        Matcher prompt = PROMPT.matcher(text);
        if (!prompt.matches() || prompt.group(1) == null) {
            return "";
        }
        String typed = prompt.group(1).strip();
        return COMMAND.matcher(typed).lookingAt() || text.indexOf('@') >= 0 ? typed : "";
    }

    /** Whether a shell waits there for what is not typed yet. */
    static boolean isBarePrompt(String line) {
        String text = line.strip();
        if (text.isEmpty() || text.length() > 200 || "$#%".indexOf(text.charAt(text.length() - 1)) < 0) {
            return false;
        }
        Matcher prompt = PROMPT.matcher(text);
        return prompt.matches() && prompt.group(1) == null;
    }
}
