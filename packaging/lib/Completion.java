// SPDX-License-Identifier: Apache-2.0

import org.peerpath.cli.Program;

/** Prints the completion script that goes into the packages. */
final class Completion {
    public static void main(String[] args) {
        System.out.print(Program.completion());
    }
}
