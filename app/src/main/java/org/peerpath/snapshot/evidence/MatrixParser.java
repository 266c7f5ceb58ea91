// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.text.Message;

/** The matrices of {@code nvidia-smi topo}: {@code -m} and {@code -mp} with how near, {@code -p2p} with whether. */
final class MatrixParser implements TextParser {
    static final String SOURCE = "nvidia-smi topo";
    private static final Pattern NAME =
            Pattern.compile("GPU\\d{1,3}|NIC\\d{1,3}|(?:mlx\\d|bnxt_re|irdma|rdma|ib)[\\w-]*\\d+");
    private static final Pattern LABEL = Pattern.compile("X|SYS|SOC|NODE|PHB|PXB|PIX|PSB|NV\\d{1,3}|C2C");
    private static final Pattern ACCESS = Pattern.compile("X|OK|CNS|GNS|TNS|NS|DR|U");
    private static final Pattern LEGEND = Pattern.compile(
            "\\s*(?:Legend:|NIC Legend:|(?:X|SYS|SOC|NODE|PHB|PXB|PIX|PSB|NV#|OK|CNS|GNS|TNS|NS|DR|U)\\s+= .*)");
    private static final Pattern NIC = Pattern.compile("\\s*(NIC\\d{1,3}):\\s*(\\S+)\\s*");
    private static final int MOST = 256;

    private final Gathering gathering;
    private List<String> columns = List.of();
    private boolean legend;

    MatrixParser(Gathering gathering) {
        this.gathering = gathering;
    }

    @Override
    public SourceKind kind() {
        return SourceKind.NVIDIA_TOPO;
    }

    @Override
    public boolean take(int number, String line) {
        if (line.length() > 16 * 1024) {
            return false;
        }
        String[] words = line.strip().split("\\s+", MOST + 32);
        if (words[0].equals("GPU0") && (words.length == 1 || !isCell(words[1]))) {
            return header(words);
        }
        if (!columns.isEmpty() && columns.contains(words[0]) && row(words)) {
            return true;
        }
        if (columns.isEmpty()) {
            return false;
        }
        Matcher nic = NIC.matcher(line);
        if (nic.matches()) {
            gathering.append(Tools.NVIDIA_TOPO, nic.group(1) + " = " + nic.group(2), SOURCE);
            return true;
        }
        if (LEGEND.matcher(line).matches()) {
            legend = true;
            return true;
        }
        return false;
    }

    private static boolean isCell(String word) {
        return LABEL.matcher(word).matches() || ACCESS.matcher(word).matches();
    }

    private boolean header(String[] words) {
        List<String> names = new ArrayList<>();
        for (String word : words) {
            if (!NAME.matcher(word).matches() || names.size() == MOST) {
                break;
            }
            names.add(word);
        }
        columns = List.copyOf(names);
        long gpus = names.stream().filter(name -> name.startsWith("GPU")).count();
        gathering
                .notes()
                .add(0, Message.of("note.matrix-devices", Long.toString(gpus), Long.toString(names.size() - gpus)));
        return true;
    }

    private boolean row(String[] words) {
        if (words.length <= columns.size()) {
            return false;
        }
        boolean access = true;
        boolean nearness = true;
        for (int i = 0; i < columns.size(); i++) {
            access &= ACCESS.matcher(words[i + 1]).matches();
            nearness &= LABEL.matcher(words[i + 1]).matches();
        }
        if (!access && !nearness) {
            return false;
        }
        for (int i = 0; i < columns.size(); i++) {
            if (!words[i + 1].equals("X") && !words[0].equals(columns.get(i))) {
                gathering.append(
                        nearness ? Tools.NVIDIA_TOPO : Tools.NVIDIA_P2P,
                        words[0] + " " + columns.get(i) + " " + words[i + 1],
                        nearness ? SOURCE : "nvidia-smi topo -p2p");
            }
        }
        return true;
    }

    @Override
    public boolean continues(int number, String line) {
        return legend && line.startsWith(" ");
    }

    @Override
    public void end() {
        columns = List.of();
        legend = false;
    }
}
