// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.SourceKind;

/**
 * Registers without their function's listing: the lines that {@code grep -i acsctl} keeps, what setpci prints, a single
 * value, with or without its name. They are kept to be put into words ({@link LooseRegister}); no verdict rests on them.
 */
final class RegisterParser implements TextParser {
    private static final Pattern BITS = Pattern.compile("\\s*(ACSCap|ACSCtl|ATSCap|ATSCtl|IOVCap|IOVCtl):\\s*(.*)");
    private static final Pattern ACS_WORD =
            Pattern.compile("(SrcValid|TransBlk|ReqRedir|CmpltRedir|UpstreamFwd|EgressCtrl|DirectTrans)([+-])");
    private static final String WORDS = "SrcValid TransBlk ReqRedir CmpltRedir UpstreamFwd EgressCtrl DirectTrans";
    private static final String ADDRESS = "((?:[0-9a-f]{4,8}:)?[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7])";
    /** {@code 0000:17:01.0 (ecap 000d @148) @14e = 001d}: setpci -v; without the sign where it wrote. */
    private static final Pattern SETPCI = Pattern.compile(
            "\\s*" + ADDRESS
                    + ":? (?:\\((e?cap) ([0-9a-f]{2,4}) @([0-9a-f]+)\\) )?@([0-9a-f]+)(?: =)? (?:[0-9a-f]{2,8}->\\([0-9a-f:]{3,17}\\)->)?([0-9a-f]{2,8})\\s*");
    /** {@code setpci -s 17:00.0 ECAP_ACS+6.w=0000}: what somebody wrote; with a mask the other bits are not known. */
    private static final Pattern WRITE = Pattern.compile(
            ".{0,100}?\\bsetpci\\b(?: -[vfD])* -s ?" + ADDRESS
                    + "(?: -[vfD])* (E?CAP[\\w]{2,20}\\+(?:0x)?[0-9a-fA-F]{1,3}(?:\\.[bwlBWL])?)=(?:0x)?([0-9a-fA-F]{1,8})\\s*(?:[;#&].*)?");
    /** {@code 0000:17:01.0 001d}, {@code 17:01.0: ECAP_ACS+6.w = 001d}: what people's loops around setpci print. */
    private static final Pattern LOOP = Pattern.compile("\\s*" + ADDRESS
            + ":?\\s+(?:(E?CAP[\\w]{2,20}\\+[0-9a-fA-F]{1,3}(?:\\.[bwlBWL])?|ACS\\w{0,4}|ATS\\w{0,4})\\s*[:=]?\\s*)?[:=]?\\s*"
            + "(?:0x([0-9a-fA-F]{1,8})|([0-9a-fA-F]{4}|[0-9a-fA-F]{8}))\\s*");

    private static final Pattern VALUE =
            Pattern.compile("\\s*(?:0x)?([0-9a-fA-F]{2}|[0-9a-fA-F]{4}|[0-9a-fA-F]{8})[.;]?\\s*");
    private static final Pattern HEX = Pattern.compile("\\s*0x([0-9a-fA-F]{1,8})[.;]?\\s*");
    /** {@code ACSCtl: 0x1d}, {@code ACS Control=001d}; other names are other things. */
    private static final Pattern NAMED = Pattern.compile(
            "\\s*((?:ACS|ATS|IOV|Dev|Lnk)(?:Cap|Ctl|Sta)2?|(?:ACS|ATS|SR-IOV|Device|Link) (?:Control|Capabilit(?:y|ies)|Status))"
                    + "\\s*[:=]\\s*(?:0x)?([0-9a-fA-F]{1,8})[.;]?\\s*",
            Pattern.CASE_INSENSITIVE);

    private static final int LONGEST_LOOP = 100;
    private static final int MOST = 2000;

    private final Gathering gathering;
    private final LspciParser lspci;
    private int kept;
    /** A line of bits whose other half may follow. */
    private String broken = "";

    private String words = "";
    private int brokenAt;

    RegisterParser(Gathering gathering, LspciParser lspci) {
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
        if (!broken.isEmpty()
                && brokenAt + 1 == number
                && broken.startsWith("ACS")
                && ACS_WORD.matcher(line).find()
                && !BITS.matcher(line).matches()) {
            words += " " + line;
            return true;
        }
        flush();
        Matcher named = NAMED.matcher(line);
        if (named.matches()) {
            keep(number, LooseRegister.NOBODY, named.group(1).replace(' ', '_'), named.group(2));
            return true;
        }
        Matcher bits = BITS.matcher(line);
        if (bits.matches()) {
            broken = bits.group(1);
            words = bits.group(2);
            brokenAt = number;
            return true;
        }
        return setpci(number, line) || value(number, line);
    }

    /** Whether it is a register's name and value beside an address, which looks like the first line of a listing. */
    static boolean isOfLoop(String line) {
        return line.length() < LONGEST_LOOP
                && (line.contains(" ACS") || line.contains(" ATS") || line.contains("CAP"))
                && LOOP.matcher(line).matches();
    }

    private boolean setpci(int number, String line) {
        Matcher write = WRITE.matcher(line);
        if (line.contains("setpci") && write.matches()) {
            keep(number, write.group(1), write.group(2).replace("+0x", "+"), write.group(3));
            return true;
        }
        Matcher verbose = SETPCI.matcher(line);
        if (verbose.matches()) {
            keep(number, verbose.group(1), place(verbose), verbose.group(6));
            return true;
        }
        Matcher loop = LOOP.matcher(line);
        if (loop.matches()) {
            String register = loop.group(2) == null ? asked().orElse(LooseRegister.UNNAMED) : loop.group(2);
            keep(number, loop.group(1), register, loop.group(3) == null ? loop.group(4) : loop.group(3));
            return true;
        }
        return false;
    }

    /** Where in its capability a register is. */
    private static String place(Matcher verbose) {
        if (verbose.group(2) == null
                || verbose.group(4).length() > 4
                || verbose.group(5).length() > 4) {
            return LooseRegister.UNNAMED;
        }
        int offset = Integer.parseInt(verbose.group(5), 16) - Integer.parseInt(verbose.group(4), 16);
        return offset < 0
                ? LooseRegister.UNNAMED
                : verbose.group(2) + ":" + verbose.group(3) + "+" + Integer.toHexString(offset);
    }

    private boolean value(int number, String line) {
        Matcher hex = HEX.matcher(line);
        Matcher value = VALUE.matcher(line);
        boolean marked = hex.matches();
        if (!marked && !(value.matches() && (asked().isPresent() || line.strip().length() == 4))) {
            return false;
        }
        keep(
                number,
                lspci.asked()
                        .map(asked -> asked.substring(0, asked.indexOf(' ')))
                        .orElse(LooseRegister.NOBODY),
                asked().orElse(LooseRegister.UNNAMED),
                marked ? hex.group(1) : value.group(1));
        return true;
    }

    /** The register that the last command asked setpci for. */
    private Optional<String> asked() {
        return lspci.asked()
                .map(asked -> asked.substring(asked.indexOf(' ') + 1))
                .filter(r -> r.indexOf('+') > 0);
    }

    /** The line of bits that has come to its end. */
    private void flush() {
        if (broken.startsWith("ACS")) {
            String[] order = WORDS.split(" ");
            Matcher word = ACS_WORD.matcher(words);
            int value = 0;
            while (word.find()) {
                for (int i = 0; i < order.length; i++) {
                    value |= order[i].equals(word.group(1)) && word.group(2).equals("+") ? 1 << i : 0;
                }
            }
            keep(brokenAt, LooseRegister.NOBODY, broken, String.format("%04x", value));
        } else if (broken.equals("ATSCtl") && words.contains("Enable")) {
            keep(brokenAt, LooseRegister.NOBODY, broken, words.contains("Enable+") ? "8000" : "0000");
        }
        broken = "";
        words = "";
    }

    private void keep(int number, String function, String register, String digits) {
        if (kept++ < MOST) {
            gathering.append(Tools.REGISTERS, number + " " + function + " " + register + " " + digits, "registers");
        }
    }

    @Override
    public void end() {
        flush();
        kept = 0;
    }
}
