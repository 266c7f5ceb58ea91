// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.SourceKind;

/**
 * Registers without their function: the lines that {@code grep -i acsctl} keeps, what setpci prints, a single value.
 * They are kept to be put into words; which port they are of is not known, and no verdict rests on them.
 */
final class RegisterTaker implements Taker {
    private static final Pattern BITS = Pattern.compile("\\s*(ACSCap|ACSCtl|ATSCap|ATSCtl|IOVCap|IOVCtl):\\s*(.*)");
    private static final Pattern ACS_WORD =
            Pattern.compile("(SrcValid|TransBlk|ReqRedir|CmpltRedir|UpstreamFwd|EgressCtrl|DirectTrans)([+-])");
    private static final String WORDS = "SrcValid TransBlk ReqRedir CmpltRedir UpstreamFwd EgressCtrl DirectTrans";
    /** {@code 0000:17:01.0 (ecap 000d @148) @14e = 001d}: setpci -v. */
    private static final Pattern SETPCI = Pattern.compile(
            "\\s*((?:[0-9a-f]{4,8}:)?[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]) (?:\\((e?cap) ([0-9a-f]{2,4}) @[0-9a-f]+\\) )?@([0-9a-f]+) = ([0-9a-f]{2,8})\\s*");

    private static final Pattern VALUE =
            Pattern.compile("\\s*(?:0x)?([0-9a-fA-F]{2}|[0-9a-fA-F]{4}|[0-9a-fA-F]{8})[.;]?\\s*");
    private static final int MOST = 2000;

    private final Gathering gathering;
    private final LspciTaker lspci;
    private int kept;
    private String broken = "";
    private int brokenAt;

    RegisterTaker(Gathering gathering, LspciTaker lspci) {
        this.gathering = gathering;
        this.lspci = lspci;
    }

    @Override
    public SourceKind kind() {
        return SourceKind.REGISTERS;
    }

    @Override
    public boolean take(int number, String line) {
        if (line.length() > 512) {
            return false;
        }
        Matcher bits = BITS.matcher(line);
        if (bits.matches()) {
            keep(number, bits.group(1), bits.group(2));
            broken = bits.group(1) + ":" + bits.group(2);
            brokenAt = number;
            return true;
        }
        Matcher setpci = SETPCI.matcher(line);
        if (setpci.matches()) {
            String register =
                    "000d".equals(setpci.group(3)) ? "ACS" : "000f".equals(setpci.group(3)) ? "ATS" : "setpci";
            append(number + " " + setpci.group(1) + "@" + setpci.group(4) + ":" + register + " " + setpci.group(5));
            return true;
        }
        Matcher value = VALUE.matcher(line);
        if (value.matches()
                && (line.contains("0x")
                        || lspci.asked().isPresent()
                        || line.strip().length() == 4)) {
            append(number + " "
                    + lspci.asked().map(asked -> asked.replace(' ', ':')).orElse("value") + " " + value.group(1));
            return true;
        }
        return brokenAt + 1 == number && continuesBits(line);
    }

    /** The other half of a line of bits. */
    private boolean continuesBits(String line) {
        if (!ACS_WORD.matcher(line).find() || !broken.startsWith("ACS")) {
            return false;
        }
        String register = broken.substring(0, broken.indexOf(':'));
        keep(brokenAt, register, broken.substring(broken.indexOf(':') + 1) + " " + line);
        return true;
    }

    private void keep(int number, String register, String words) {
        int value = 0;
        if (register.startsWith("ACS")) {
            String[] order = WORDS.split(" ");
            Matcher word = ACS_WORD.matcher(words);
            while (word.find()) {
                for (int i = 0; i < order.length; i++) {
                    value |= order[i].equals(word.group(1)) && word.group(2).equals("+") ? 1 << i : 0;
                }
            }
            append(number + " " + register + " " + String.format("%04x", value));
        } else if (register.equals("ATSCtl") && words.contains("Enable")) {
            append(number + " ATSCtl " + (words.contains("Enable+") ? "8000" : "0000"));
        }
    }

    private void append(String line) {
        if (kept++ < MOST) {
            gathering.append(Tools.REGISTERS, line, "registers");
        }
    }

    @Override
    public void end() {
        broken = "";
        kept = 0;
    }
}
