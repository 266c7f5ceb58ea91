// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** Commands that stand in for those of a host, for scripts and playbooks to find first. */
final class StandIns {
    /** setpci with one ACS Control register for every port: {@code setpci -s BDF ECAP_ACS+6.w[=VALUE:MASK]}. */
    private static final String SETPCI = """
            #!/bin/sh
            case $3 in
                *=*) set -- "${3#*=}"
                     old=$(cat FOLDER/register)
                     printf '%04x\\n' $(((0x$old & ~0x${1#*:}) | (0x${1%:*} & 0x${1#*:}))) > FOLDER/register ;;
                *) cat FOLDER/register ;;
            esac
            """;

    /**
     * mlxconfig for one device, whose value at the next boot is in a file. Its output follows mstflint's mlxconfig/:
     * printOpening, printConfHeader and printSingleParam in mlxcfg_ui.cpp for the query, setDevCfgWithParams for the
     * setting; "Failed to open the device" is what both tools print for a missing device and, after "write counter to
     * semaphore", on a host that forbids the access; mlxcfg_generic_commander.cpp, "The Device doesn't support %s
     * parameter". A file "fault" chooses: missing, locked, unsupported, refused.
     */
    private static final String MLXCONFIG = """
            #!/bin/sh
            # mlxconfig -d DEVICE [-e] q NAME | -d DEVICE -y set NAME=VALUE
            fault=$(cat FOLDER/fault 2> /dev/null)
            case $fault in
                missing) echo '-E- Failed to open the device'; exit 1 ;;
                locked) echo 'write counter to semaphore: Operation not permitted' >&2
                        echo '-E- Failed to open the device'; exit 1 ;;
            esac
            [ "$1" = -d ] || { echo '-E- Unknown flag'; exit 1; }
            device=$2
            shift 2
            name() { case $1 in 0) echo 'False(0)' ;; *) echo 'True(1)' ;; esac; }
            opening() {
                printf '\\nDevice #1:\\n----------\\n\\nDevice type:        ConnectX8\\nName:               900-9X81Q-00CN-ST0_Ax\\n'
                printf 'Description:        ConnectX-8 C8180 SuperNIC\\nDevice:             %s\\n\\n' "$device"
            }
            next=$(cat FOLDER/next)
            current=$(cat FOLDER/current)
            [ "$fault" != unsupported ] || {
                opening
                printf "%-20s%46s\\n" Configurations: 'Next Boot'
                echo "-E- The Device doesn't support ATS_ENABLED parameter"
                exit 1
            }
            case "$*" in
                'q ATS_ENABLED')
                    opening
                    printf '%-20s%46s\\n' Configurations: 'Next Boot'
                    printf '        %-44s%-16s\\n' ATS_ENABLED "$(name "$next")" ;;
                '-e q ATS_ENABLED')
                    opening
                    printf '%-20s%44s%20s%20s\\n' Configurations: Default Current 'Next Boot'
                    mark=' '
                    [ "$next" = "$current" ] && [ "$next" = 0 ] || mark='*'
                    printf '%s       %-44s%-20s%-20s%-20s\\n' "$mark" ATS_ENABLED 'False(0)' "$(name "$current")" "$(name "$next")"
                    [ "$mark" = ' ' ] ||
                        echo "The '*' shows parameters with next value different from default/current value." ;;
                '-y set ATS_ENABLED=0' | '-y set ATS_ENABLED=1')
                    value=${3#*=}
                    opening
                    printf '%-20s%46s%18s\\n' Configurations: 'Next Boot' New
                    printf '        %-44s%-16s%-16s\\n' ATS_ENABLED "$(name "$next")" "$(name "$value")"
                    printf '\\n Apply new Configuration? (y/n) [n] : y\\nApplying... '
                    [ "$fault" != refused ] || {
                        printf 'Failed!\\n-E- Failed to set configuration: Failed to send access register: ME_ERROR\\n'
                        exit 1
                    }
                    echo "$value" > FOLDER/next
                    printf 'Done!\\n-I- Please reboot machine to load new configurations.\\n' ;;
                *) echo '-E- Invalid arguments'; exit 1 ;;
            esac
            """;

    private final Path folder;

    StandIns(Path folder) throws IOException {
        this.folder = folder;
        program("setpci", SETPCI);
        program("mlxconfig", MLXCONFIG);
        program("mstconfig", MLXCONFIG);
        put("register", "001d");
        put("next", "0");
        put("current", "0");
    }

    private void program(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.writeString(file, text.replace("FOLDER", folder.toString()));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    void put(String name, String value) throws IOException {
        Files.writeString(folder.resolve(name), value + "\n");
    }

    String get(String name) throws IOException {
        return Files.readString(folder.resolve(name)).strip();
    }

    /** What a command ended with. */
    record Result(int status, String output) {}

    Result run(List<String> command, String host) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(command)).redirectErrorStream(true);
        builder.environment().put("PEERPATH_HOST", host);
        builder.environment().put("ANSIBLE_NOCOLOR", "1");
        builder.environment()
                .put("ANSIBLE_LOCAL_TEMP", folder.resolve("ansible").toString());
        builder.environment().put("HOME", folder.toString());
        builder.environment().merge("PATH", folder.toString(), (path, own) -> own + ":" + path);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), said);
    }
}
