// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.acs.AcsRegister;
import org.peerpath.snapshot.Address;

/**
 * Everything that this program may ever do on a host, as a grammar of whole operations. {@link Operation} asks it before
 * an operation exists, wherever that comes from, so that a hostile host, a forged plan or a forged journal has nothing else
 * to offer (facts H.6 names what must never be: ATS Enable by setpci, one value for every ACS device, new_id, resets,
 * opening a VFIO device).
 */
final class AllowedOperation {
    private static final String SETPCI = "setpci";
    private static final String ADDRESS = "[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]";
    private static final String FUNCTION = "/sys/bus/pci/devices/(" + ADDRESS + ")/";
    /** Linux allows 15 bytes; a name that begins with a dash would be read as an option. */
    private static final Predicate<String> INTERFACE = whole("[A-Za-z0-9][A-Za-z0-9_.-]{0,14}");

    private static final Predicate<String> INDEX = whole("0|[1-9]\\d{0,4}");
    private static final Predicate<String> COUNT = whole("0|[1-9]\\d{0,4}");
    private static final Predicate<String> FLAG = whole("[01]");
    /** vfio-pci and its variants. */
    private static final String VFIO_DRIVER = "[a-z0-9_-]{0,40}vfio[a-z0-9_-]{0,40}";
    /** Unicast; all zeros takes it back. */
    private static final Predicate<String> MAC = whole("[0-9a-f][02468ace](:[0-9a-f]{2}){5}");

    private static final Predicate<String> GUID = whole("[0-9a-f]{2}(:[0-9a-f]{2}){7}");
    private static final Predicate<String> VLAN = whole("0|[1-9]\\d{0,3}");
    private static final Predicate<String> PRIORITY = whole("[0-7]");
    private static final Predicate<String> SWITCH = whole("on|off");
    private static final Predicate<String> LINK_STATE = whole("auto|enable|disable");
    private static final Predicate<String> ANY_ACS = whole(AcsRegister.NAMES);
    /** Value and mask of the control register: 16 bits wide, or 32 on the Intel ports that need it (facts A.1). */
    private static final Pattern ACS_WRITE =
            Pattern.compile("ECAP_ACS\\+(?:6\\.w=([0-9a-f]{4}):([0-9a-f]{4})|8\\.l=([0-9a-f]{8}):([0-9a-f]{8}))");
    /** SV, TB, RR, CR, UF, EC and DT: the bits that goals speak of. */
    private static final int ACS_BITS = 0x7f;

    /** Files of a function that may be written, each with the values it may get; an empty text takes an override back. */
    private static final Map<String, Predicate<String>> FUNCTION_FILES = Map.of(
            "sriov_drivers_autoprobe", FLAG,
            "sriov_numvfs", COUNT,
            "driver_override", whole("|[A-Za-z0-9][A-Za-z0-9_-]{0,62}"));

    private static final Pattern FUNCTION_FILE =
            Pattern.compile(FUNCTION + "(" + String.join("|", FUNCTION_FILES.keySet()) + ")");
    /** Identities of virtual functions, with NVIDIA's own driver only. */
    private static final Pattern IDENTITY_FILE =
            Pattern.compile(FUNCTION + "sriov/(?:0|[1-9]\\d{0,4})/(node|port|policy)");

    private static final Predicate<String> POLICY = whole("Follow|Up|Down");
    /** A function's own network interface, switched on or off; no other flag of it is ever written. */
    private static final String INTERFACE_FLAGS = "net/[A-Za-z0-9][A-Za-z0-9_.-]{0,14}/flags";

    private static final Pattern INTERFACE_FILE = Pattern.compile(FUNCTION + INTERFACE_FLAGS);
    private static final Predicate<String> SWITCHED = whole(NetworkStep.FLAGS);
    private static final Pattern OWN_UNBIND = Pattern.compile(FUNCTION + "driver/unbind");
    private static final Predicate<String> DRIVER_UNBIND = whole("/sys/bus/pci/drivers/" + VFIO_DRIVER + "/unbind");
    private static final String PROBE = "/sys/bus/pci/drivers_probe";

    /** What checks may print: nothing here waits for a device or opens one. */
    private static final Pattern READABLE = Pattern.compile(FUNCTION
            + "(?:sriov_drivers_autoprobe|sriov_numvfs|driver_override|enable|sriov/(?:0|[1-9]\\d{0,4})/(?:node|port|policy)|"
            + INTERFACE_FLAGS
            + ")");

    /** Whether a process that was left waiting is still there. */
    private static final Predicate<String> PROCESS = whole("/proc/[1-9]\\d{0,9}/stat");

    private static final Pattern DRIVER_LINK = Pattern.compile(FUNCTION + "driver");

    private AllowedOperation() {}

    /** Returns whether the words are a command that plans may hold: a change, its undoing, or the reading of a check. */
    static boolean mayRun(List<String> words) {
        return reads(words) || runs(words);
    }

    /** Returns whether the words are a command that changes nothing. */
    static boolean reads(List<String> words) {
        return switch (words.isEmpty() ? "" : words.getFirst()) {
            case SETPCI -> are(words, is("-s"), AllowedOperation::isAddress, ANY_ACS);
            case "cat" -> are(words, path -> file(READABLE, path).isPresent() || PROCESS.test(path));
            case "readlink" -> are(words, path -> file(DRIVER_LINK, path).isPresent());
            case "mlxconfig", "mstconfig" ->
                are(words, is("-d"), AllowedOperation::isAddress, is("q"), is("ATS_ENABLED"))
                        || are(words, is("-d"), AllowedOperation::isAddress, is("-e"), is("q"), is("ATS_ENABLED"));
            case "ls" -> are(words, is("-d"), is("/sys/bus/pci/drivers/vfio-pci"));
            case "ip" -> are(words, is("link"), is("show"), is("dev"), INTERFACE);
            case "command" -> are(words, is("-v"), AllowedTest.PROGRAMS::contains);
            default -> false;
        };
    }

    private static boolean runs(List<String> words) {
        return switch (words.isEmpty() ? "" : words.getFirst()) {
            case SETPCI -> are(words, is("-s"), AllowedOperation::isAddress, AllowedOperation::isAcsWrite);
            case "mlxconfig", "mstconfig" ->
                are(words, is("-d"), AllowedOperation::isAddress, is("-y"), is("set"), whole("ATS_ENABLED=[01]"));
            case "ip" -> sets(words);
            case "modprobe" -> are(words, is("vfio-pci"));
            case AllowedTest.TIMEOUT -> AllowedTest.may(words);
            default -> false;
        };
    }

    /** What a NIC has set for one of its virtual functions (ip-link(8)). */
    private static boolean sets(List<String> words) {
        Predicate<String> value = switch (words.size() == 9 || words.size() == 11 ? words.get(7) : "") {
            case "mac" -> MAC;
            case "node_guid", "port_guid" -> GUID;
            case "vlan" -> VLAN;
            case "spoofchk", "trust", "query_rss" -> SWITCH;
            case "state" -> LINK_STATE;
            default -> word -> false;
        };
        Predicate<String> any = word -> true;
        return words.size() == 9
                ? are(words, is("link"), is("set"), is("dev"), INTERFACE, is("vf"), INDEX, any, value)
                : are(
                        words,
                        is("link"),
                        is("set"),
                        is("dev"),
                        INTERFACE,
                        is("vf"),
                        INDEX,
                        is("vlan"),
                        value,
                        is("qos"),
                        PRIORITY);
    }

    private static boolean isAcsWrite(String word) {
        Matcher write = ACS_WRITE.matcher(word);
        if (!write.matches()) {
            return false;
        }
        boolean narrow = write.group(1) != null;
        long value = Long.parseLong(narrow ? write.group(1) : write.group(3), 16);
        long mask = Long.parseLong(narrow ? write.group(2) : write.group(4), 16);
        return mask != 0 && (mask & ~ACS_BITS) == 0 && (value & ~mask) == 0;
    }

    /** Returns whether a file of the kernel may be given this value. */
    static boolean mayWrite(String path, String value) {
        return file(FUNCTION_FILE, path)
                        .map(file -> FUNCTION_FILES.getOrDefault(file.group(2), none -> false))
                        .filter(allowed -> allowed.test(value))
                        .isPresent()
                || file(IDENTITY_FILE, path)
                        .map(file -> file.group(2).equals("policy") ? POLICY : GUID)
                        .filter(allowed -> allowed.test(value))
                        .isPresent()
                || file(INTERFACE_FILE, path)
                        .filter(file -> SWITCHED.test(value))
                        .isPresent()
                || file(OWN_UNBIND, path)
                        .filter(file -> file.group(1).equals(value))
                        .isPresent()
                || ((path.equals(PROBE) || DRIVER_UNBIND.test(path)) && isAddress(value));
    }

    /** A file of a function, if it is one of these and the function's name is well formed. */
    private static Optional<Matcher> file(Pattern files, String path) {
        Matcher file = files.matcher(path);
        return file.matches() && isAddress(file.group(1)) ? Optional.of(file) : Optional.empty();
    }

    /** A whole address in the one spelling we print: setpci then needs no search, and nothing else can be meant. */
    static boolean isAddress(String word) {
        return Address.parse(word)
                .filter(address -> address.toString().equals(word))
                .isPresent();
    }

    /** Returns whether words follow the first one, as many as predicates, and each meets its own. */
    @SafeVarargs
    static boolean are(List<String> words, Predicate<String>... grammar) {
        if (words.size() != grammar.length + 1) {
            return false;
        }
        for (int i = 0; i < grammar.length; i++) {
            if (!grammar[i].test(words.get(i + 1))) {
                return false;
            }
        }
        return true;
    }

    static Predicate<String> is(String word) {
        return word::equals;
    }

    static Predicate<String> whole(String pattern) {
        return Pattern.compile(pattern).asMatchPredicate();
    }
}
