// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The words that lspci prints for bits and fields, as pciutils has had them since 3.0 (ls-caps.c, ls-ecaps.c). Each line
 * begins with the register's short name; continuation lines have none.
 */
final class LspciWords {
    /** A word with + or - behind it, within the lines of one register. */
    private record Flag(Register register, int bit) {}

    /** A number after certain words. */
    private record Quantity(Field field, Pattern pattern, ToIntFunction<String> code) {}

    private static final Map<String, Flag> FLAGS = new HashMap<>();
    private static final Map<String, List<Quantity>> NUMBERS = new HashMap<>();
    private static final Pattern FLAG = Pattern.compile("([A-Za-z0-9/_-]+?)([+-])(?=[\\s,;]|$)");

    static {
        flags(Register.COMMAND, "I/O 0", "Mem 1", "BusMaster 2");
        flags(Register.STATUS, "Cap 4");
        flags(Register.BRIDGE_CONTROL, "Parity 0", "SERR 1", "NoISA 2", "VGA 3", "VGA16 4", "MAbort 5", "Reset 6");
        flags(Register.DEVICE_CAPABILITIES, "ExtTag 5", "RBE 15", "FLReset 28");
        flags(
                Register.DEVICE_CONTROL,
                "CorrErr 0",
                "NonFatalErr 1",
                "FatalErr 2",
                "UnsupReq 3",
                "Correctable 0",
                "Non-Fatal 1",
                "Fatal 2",
                "Unsupported 3",
                "RlxdOrd 4",
                "ExtTag 8",
                "PhantFunc 9",
                "AuxPwr 10",
                "NoSnoop 11");
        flags(
                Register.DEVICE_STATUS,
                "CorrErr 0",
                "NonFatalErr 1",
                "UncorrErr 1",
                "FatalErr 2",
                "UnsuppReq 3",
                "UnsupReq 3",
                "AuxPwr 4",
                "AuxPower 4",
                "TransPend 5");
        flags(Register.LINK_CAPABILITIES, "LLActRep 20");
        flags(Register.LINK_CONTROL, "Disabled 4", "LnkDisable 4");
        flags(Register.LINK_STATUS, "TrErr 10", "Train 11", "SlotClk 12", "DLActive 13", "BWMgmt 14", "ABWMgmt 15");
        flags(Register.DEVICE_CAPABILITIES_2, "TimeoutDis 4", "ARIFwd 5", "10BitTagComp 16", "10BitTagReq 17");
        flags(Register.DEVICE_CONTROL_2, "TimeoutDis 4", "ARIFwd 5", "10BitTagReq 12");
        flags("AtomicOpsCap", Register.DEVICE_CAPABILITIES_2, "Routing 6");
        flags("AtomicOpsCtl", Register.DEVICE_CONTROL_2, "ReqEn 6", "EgressBlck 7");
        for (Register register : List.of(Register.ACS_CAPABILITY, Register.ACS_CONTROL)) {
            flags(
                    register,
                    "SrcValid 0",
                    "TransBlk 1",
                    "ReqRedir 2",
                    "CmpltRedir 3",
                    "UpstreamFwd 4",
                    "EgressCtrl 5",
                    "DirectTrans 6");
        }
        flags(Register.ARI_CAPABILITY, "MFVC 0", "ACS 1");
        flags(Register.ARI_CONTROL, "MFVC 0", "ACS 1");
        flags(Register.ATS_CONTROL, "Enable 15");
        flags(Register.SRIOV_CONTROL, "Enable 0", "Migration 1", "Interrupt 2", "MSE 3", "ARIHierarchy 4");
        flags(Register.DPC_STATUS, "Trigger 0");
        flags(Register.PRI_CONTROL, "Enable 0", "Reset 1");
        flags(Register.PRI_STATUS, "RF 0", "UPRGI 1", "Stopped 8", "PASID 15");
        flags(Register.PASID_CAPABILITY, "Exec 1", "Priv 2");
        flags(Register.PASID_CONTROL, "Enable 0", "Exec 1", "Priv 2");
        for (Register register : List.of(
                Register.AER_UNCORRECTABLE_STATUS,
                Register.AER_UNCORRECTABLE_MASK,
                Register.AER_UNCORRECTABLE_SEVERITY)) {
            flags(
                    register,
                    "DLP 4",
                    "SDES 5",
                    "TLP 12",
                    "FCP 13",
                    "CmpltTO 14",
                    "CmpltAbrt 15",
                    "UnxCmplt 16",
                    "RxOF 17",
                    "MalfTLP 18",
                    "ECRC 19",
                    "UnsupReq 20",
                    "ACSViol 21",
                    "UncorrIntErr 22",
                    "BlockedTLP 23",
                    "AtomicOpBlocked 24",
                    "TLPBlockedErr 25");
        }
        for (Register register : List.of(Register.AER_CORRECTABLE_STATUS, Register.AER_CORRECTABLE_MASK)) {
            flags(
                    register,
                    "RxErr 0",
                    "BadTLP 6",
                    "BadDLLP 7",
                    "Rollover 8",
                    "Timeout 12",
                    "AdvNonFatalErr 13",
                    "NonFatalErr 13");
        }

        // Two registers print themselves as "Status": that of the header and that of power management.
        number("Status", Field.POWER_STATE, "^D([0-3])\\b", Integer::parseInt);
        number("DevCap", Field.MAX_PAYLOAD_SUPPORTED, "MaxPayload (\\d+) bytes", LspciWords::size);
        number("DevCtl", Field.MAX_PAYLOAD, "MaxPayload (\\d+) bytes", LspciWords::size);
        number("DevCtl", Field.MAX_READ_REQUEST, "MaxReadReq (\\d+) bytes", LspciWords::size);
        number("LnkCap", Field.PORT_NUMBER, "Port #(\\d+)", Integer::parseInt);
        number("LnkCap", Field.MAX_LINK_SPEED, "Speed ([\\d.]+) ?GT/s", LspciWords::speed);
        number("LnkCap", Field.MAX_LINK_WIDTH, "Width x(\\d+)", Integer::parseInt);
        number("LnkSta", Field.CURRENT_LINK_SPEED, "Speed ([\\d.]+) ?GT/s", LspciWords::speed);
        number("LnkSta", Field.NEGOTIATED_LINK_WIDTH, "Width x(\\d+)", Integer::parseInt);
        number("LnkCtl2", Field.TARGET_LINK_SPEED, "Target Link Speed: ([\\d.]+) ?GT/s", LspciWords::speed);
        number("SltCap", Field.PHYSICAL_SLOT, "Slot #(\\d+)", Integer::parseInt);
        number("ARICap", Field.ARI_NEXT_FUNCTION, "Next Function: (\\d+)", Integer::parseInt);
        number("ARICtl", Field.ARI_FUNCTION_GROUP, "Function Group: (\\d+)", Integer::parseInt);
        number("ATSCap", Field.ATS_QUEUE_DEPTH, "Invalidate Queue Depth: ([0-9a-f]+)", LspciWords::hex);
        number("ATSCtl", Field.ATS_UNIT, "Smallest Translation Unit: ([0-9a-f]+)", LspciWords::hex);
        number("PASIDCap", Field.PASID_WIDTH, "Max PASID Width: ([0-9a-f]+)", LspciWords::hex);
    }

    private LspciWords() {}

    private static void flags(Register register, String... words) {
        flags(register.shortName(), register, words);
    }

    private static void flags(String label, Register register, String... words) {
        for (String word : words) {
            int space = word.indexOf(' ');
            FLAGS.put(
                    label + " " + word.substring(0, space),
                    new Flag(register, Integer.parseInt(word.substring(space + 1))));
        }
    }

    private static void number(String label, Field field, String pattern, ToIntFunction<String> code) {
        NUMBERS.computeIfAbsent(label, key -> new ArrayList<>())
                .add(new Quantity(field, Pattern.compile(pattern), code));
    }

    /** Puts what a line says under a register's label into the bits of the block at an offset. */
    static void put(String label, String line, RegisterBlock within, int base, KnownBits bits) {
        Matcher flags = FLAG.matcher(line);
        while (flags.find()) {
            Flag flag = FLAGS.get(label + " " + flags.group(1));
            if (flag != null && belongs(flag.register(), within)) {
                int bit = 1 << flag.bit();
                bits.put(
                        offset(flag.register(), base),
                        flag.register().width(),
                        bit,
                        flags.group(2).equals("+") ? bit : 0);
            }
        }
        for (Quantity number : NUMBERS.getOrDefault(label, List.of())) {
            Matcher found = number.pattern().matcher(line);
            if (found.find() && belongs(number.field().register(), within)) {
                int code = code(number, found.group(1));
                if (code >= 0 && code < 1 << number.field().width()) {
                    bits.put(number.field(), base, code);
                }
            }
        }
    }

    private static boolean belongs(Register register, RegisterBlock within) {
        return register.block() == within
                || (within == RegisterBlock.HEADER && register.block() == RegisterBlock.BRIDGE_HEADER);
    }

    private static int offset(Register register, int base) {
        return base + register.offset();
    }

    private static int code(Quantity number, String text) {
        try {
            return number.code().applyAsInt(text);
        } catch (NumberFormatException tooLong) {
            return -1;
        }
    }

    private static int hex(String text) {
        return Integer.parseInt(text, 16);
    }

    /** The code of 128, 256, … 4096 bytes; -1 for other sizes. */
    private static int size(String text) {
        int bytes = Integer.parseInt(text);
        return Integer.bitCount(bytes) == 1 && bytes >= 128 ? Integer.numberOfTrailingZeros(bytes) - 7 : -1;
    }

    private static int speed(String text) {
        double gigatransfers = Double.parseDouble(text);
        for (LinkSpeed speed : LinkSpeed.values()) {
            if (speed.gigatransfers() == gigatransfers) {
                return speed.generation();
            }
        }
        return -1;
    }
}
