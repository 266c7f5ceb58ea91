// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.model.HostIdentity;
import org.peerpath.text.Message;

/** How generated text asks a host whether it is the one that a plan was made for, and its functions those of the plan. */
final class IdentityCheck {
    /** Shell functions for the comparisons; all hashes are those of the collector. */
    static final String SHELL = """
            # hashed NAME FILE: the hash of an id, by which a machine is known; a dash where there is none to be read
            hashed() {
                id=
                { read -r id < "$2"; } 2> /dev/null || [ -n "$id" ] || { echo -; return; }
                id=$(printf 'peerpath %s %s' "$1" "$(printf '%s' "$id" | tr A-F a-f)" | sha256sum)
                printf '%s\\n' "${id%% *}"
            }
            # machine ID UUID: this machine has these hashes: one at least is known of both, and none differs
            machine() {
                same=1
                for pair in "$1 $(hashed machine-id /etc/machine-id)" "$2 $(hashed dmi-uuid /sys/class/dmi/id/product_uuid)"; do
                    now=${pair#* }
                    case $pair in
                        '- '* | *' -') ;;
                        "$now $now") same=0 ;;
                        *) return 1 ;;
                    esac
                done
                return $same
            }
            # device FUNCTION VENDOR DEVICE SUBVENDOR SUBDEVICE: this function stands there, if any does
            device() {
                folder=/sys/bus/pci/devices/$1
                [ -e "$folder" ] || return 0
                for file in vendor device subsystem_vendor subsystem_device; do
                    shift
                    now=
                    { read -r now < "$folder/$file"; } 2> /dev/null
                    [ "$1" = '?' ] || [ "$1" = "$now" ] || return 1
                done
            }
            """;

    private static final String NONE = "-";
    private static final String UNREAD = "?";
    private static final int IDS = 4;
    private static final List<String> FILES = List.of("vendor", "device", "subsystem_vendor", "subsystem_device");

    private IdentityCheck() {}

    /** A question, and the words of a comparison that answers it. */
    record Question(Message what, List<String> words) {}

    /** Returns the question whether the machine is the one; empty where nobody knows who it was. */
    static Optional<Question> machine(Plan plan) {
        HostIdentity identity = plan.identity();
        return identity.tellsHost()
                ? Optional.of(new Question(
                        Message.of("plan.script.same-host", plan.host()),
                        List.of(
                                "machine",
                                identity.machineId().orElse(NONE),
                                identity.dmiUuid().orElse(NONE))))
                : Optional.empty();
    }

    /** Returns the questions whether the functions are those; none where nobody knows which machine it was. */
    static List<Question> functions(Plan plan) {
        List<Question> questions = new ArrayList<>();
        if (plan.identity().tellsHost()) {
            plan.identity().functions().forEach((address, ids) -> {
                List<String> words = new ArrayList<>(List.of("device", address));
                words.addAll(List.of(ids.split(" ")).subList(0, IDS));
                questions.add(new Question(Message.of("plan.script.same-function", address), words));
            });
        }
        return questions;
    }

    /** Returns the same as commands of a POSIX shell that fail elsewhere, for units that outlive a change of the hardware. */
    static List<String> commands(HostIdentity identity) {
        List<String> commands = new ArrayList<>();
        identity.machineId()
                .map(hash -> same("machine-id", "/etc/machine-id", hash))
                .or(() -> identity.dmiUuid().map(hash -> same("dmi-uuid", "/sys/class/dmi/id/product_uuid", hash)))
                .ifPresent(commands::add);
        if (identity.tellsHost()) {
            identity.functions().forEach((address, ids) -> {
                List<String> words = List.of(ids.split(" ")).subList(0, IDS);
                StringBuilder files = new StringBuilder();
                StringBuilder wanted = new StringBuilder();
                for (int i = 0; i < IDS; i++) {
                    if (!words.get(i).equals(UNREAD)) {
                        files.append(' ')
                                .append(SysfsValue.FUNCTIONS)
                                .append(address)
                                .append('/')
                                .append(FILES.get(i));
                        wanted.append(words.get(i)).append(' ');
                    }
                }
                if (!wanted.isEmpty()) {
                    commands.add("test \"$(cat" + files + " | tr '\\n' ' ')\" = \"" + wanted + "\"");
                }
            });
        }
        return commands;
    }

    private static String same(String name, String file, String hash) {
        return "test \"$(printf 'peerpath " + name + " %s' \"$(tr A-F a-f < " + file + ")\" | sha256sum)\" = \"" + hash
                + "  -\"";
    }
}
