// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Plays playbooks on the test's own machine, where Ansible is installed. */
final class Ansible {
    private static final Path PLAYBOOK = Path.of("/usr/bin/ansible-playbook");

    private Ansible() {}

    /** Ends a test where it is not installed. */
    static void assumeInstalled() {
        assumeTrue(Files.isExecutable(PLAYBOOK), "Ansible is not installed");
    }

    /** The words that check the syntax only, in an inventory of this machine; files and variables are added to them. */
    static List<String> syntax() {
        return new ArrayList<>(List.of(PLAYBOOK.toString(), "--syntax-check", "-i", "localhost,"));
    }

    /** The words that play a file here, without becoming root. */
    static List<String> here(Path file, String... more) {
        List<String> words = new ArrayList<>(List.of(
                PLAYBOOK.toString(),
                "-i",
                "localhost,",
                "-c",
                "local",
                "-e",
                "peerpath_hosts=localhost",
                "-e",
                "ansible_become=false",
                file.toString()));
        words.addAll(List.of(more));
        return words;
    }
}
