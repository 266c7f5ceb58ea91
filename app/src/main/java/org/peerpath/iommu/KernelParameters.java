// SPDX-License-Identifier: Apache-2.0
package org.peerpath.iommu;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The kernel command line, split as the kernel does it (lib/cmdline.c next_arg): blanks separate, double quotes keep
 * blanks together.
 *
 * @param tokens in order, quotes removed
 */
public record KernelParameters(List<String> tokens) {
    public KernelParameters {
        tokens = List.copyOf(tokens);
    }

    static KernelParameters parse(String line) {
        List<String> tokens = new ArrayList<>();
        StringBuilder token = new StringBuilder();
        boolean quoted = false;
        for (char c : (line + " ").toCharArray()) {
            if (c == '"') {
                quoted = !quoted;
            } else if (Character.isWhitespace(c) && !quoted) {
                if (!token.isEmpty()) {
                    tokens.add(token.toString());
                    token.setLength(0);
                }
            } else {
                token.append(c);
            }
        }
        if (!token.isEmpty()) {
            tokens.add(token.toString());
        }
        return new KernelParameters(tokens);
    }

    /** Every value given to a parameter, {@code a=b} or {@code a=b,c} (split at commas), in order. */
    public List<String> values(String name) {
        return tokens.stream()
                .filter(token -> token.startsWith(name + "="))
                .flatMap(token -> Stream.of(token.substring(name.length() + 1).split(",", -1)))
                .toList();
    }

    /** Whether a parameter is given this value, among others. */
    public boolean has(String name, String value) {
        return values(name).contains(value);
    }

    /** Whether a parameter is given at all, with or without a value. */
    public boolean mentions(String name) {
        return tokens.stream().anyMatch(token -> token.equals(name) || token.startsWith(name + "="));
    }
}
