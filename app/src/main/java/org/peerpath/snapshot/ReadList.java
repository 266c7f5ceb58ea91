// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What is read of a host, taken from the lists at the head of the collector script, so that there is one list for live
 * hosts and for recorded trees. Names of functions' attributes are below the function's directory, host paths below the
 * root; both may hold {@code *}, which stands for anything within one component.
 */
public record ReadList(
        List<String> functionText,
        List<String> functionBytes,
        List<String> functionLinks,
        List<String> functionNames,
        List<String> hostText,
        List<String> hostLinks,
        List<String> hostBytes,
        List<String> hostNames,
        List<String> hostExists) {
    private static final Map<String, Pattern> GLOBS = new ConcurrentHashMap<>();

    public static final ReadList SHIPPED = parse(CollectorScript.text());

    /** Files the collector makes up. */
    public static final List<String> MADE_UP = List.of(
            HostFiles.PCI_IDS,
            HostFiles.VFIO_HOLDERS,
            HostFiles.VMS,
            HostFiles.VM_LOGS,
            HostFiles.KERNEL_CONFIG,
            HostFiles.IDENTITY,
            HostFiles.TOOLS,
            HostFiles.IN_USE,
            HostFiles.USERS,
            HostFiles.VF_LINKS,
            HostFiles.KERNEL_LOG);

    static ReadList parse(String script) {
        List<String> text = new ArrayList<>(list(script, "FUNCTION_TEXT"));
        text.addAll(list(script, "FUNCTION_AWAKE_TEXT"));
        List<String> bytes = new ArrayList<>(list(script, "FUNCTION_AWAKE_BYTES"));
        bytes.addAll(list(script, "FUNCTION_VPD"));
        return new ReadList(
                text,
                bytes,
                list(script, "FUNCTION_LINKS"),
                list(script, "FUNCTION_NAMES"),
                list(script, "HOST_TEXT"),
                list(script, "HOST_LINKS"),
                list(script, "HOST_BYTES"),
                list(script, "HOST_NAMES"),
                list(script, "HOST_EXISTS"));
    }

    private static List<String> list(String script, String name) {
        return Arrays.stream(setting(script, name).split("\\s+"))
                .filter(w -> !w.isEmpty())
                .toList();
    }

    /** What the script's head sets a name to. */
    static String setting(String script, String name) {
        Matcher m = Pattern.compile("(?m)^" + name + "='([^']*)'").matcher(script);
        if (!m.find()) {
            throw new IllegalStateException("no list " + name + " in the collector");
        }
        return m.group(1);
    }

    /** Which paths belong to the lists: a source that names others is not believed. */
    public Filter filter() {
        List<String> function = new ArrayList<>(functionText);
        function.addAll(functionBytes);
        function.addAll(functionLinks);
        List<String> host = new ArrayList<>(hostText);
        host.addAll(hostLinks);
        host.addAll(hostBytes);
        host.addAll(hostExists);
        return new Filter(new Names(function), new Names(host), Set.copyOf(functionNames), Set.copyOf(hostNames));
    }

    public record Filter(Names function, Names host, Set<String> functionNames, Set<String> hostNames) {
        public boolean acceptsOfFunction(String name) {
            return function.match(name);
        }

        public boolean acceptsOfHost(String path) {
            return MADE_UP.contains(path) || host.match(path);
        }
    }

    /** Exact names and patterns. */
    static final class Names {
        private final Set<String> exact = new HashSet<>();
        private final List<Pattern> patterns = new ArrayList<>();

        Names(List<String> names) {
            for (String name : names) {
                if (name.indexOf('*') < 0) {
                    exact.add(name);
                } else {
                    patterns.add(glob(name));
                }
            }
        }

        boolean match(String name) {
            return exact.contains(name)
                    || patterns.stream().anyMatch(p -> p.matcher(name).matches());
        }
    }

    /** A shell pattern with {@code *} only; compiled once. */
    public static Pattern glob(String pattern) {
        return GLOBS.computeIfAbsent(pattern, ReadList::compiled);
    }

    private static Pattern compiled(String pattern) {
        return Pattern.compile(
                Arrays.stream(pattern.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining("[^/]*")));
    }
}
