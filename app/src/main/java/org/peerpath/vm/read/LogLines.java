// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Clean;
import org.peerpath.vm.model.VmEvent;

/**
 * Finds the lines by which a VMM tells how BARs are mapped (qemu hw/vfio/listener.c, container.c, region.c,
 * backends/iommufd.c; cloud-hypervisor pci/src/vfio.rs), whatever stands before them: libvirt's time, journald, kubelet,
 * kata's {@code msg="…"}, a monitor's prompt. The words after an error's number are the host's language and not looked
 * at.
 */
final class LogLines {
    private static final int MOST = 4096;
    private static final int LONGEST_SHOWN = 300;
    /** A pasted line may be broken where the window or the mail program ended. */
    private static final int MOST_PIECES = 3;

    private static final String BDF = "([0-9a-fA-F]{4,8}:[0-9a-fA-F]{2}:[0-9a-fA-F]{2}\\.[0-7])";
    private static final String ADDRESS_AND_SIZE = "iova=0x([0-9a-f]{1,16})\\s+size=0x([0-9a-f]{1,16})";
    private static final int NO_MEMORY = 12;

    private final String source;
    private final List<VmEvent> events = new ArrayList<>();

    /** A sentence and what becomes of it. */
    private record Rule(String mark, Pattern pattern, Function<Matcher, Found> make) {}

    /** What a sentence says, before it is known where it stands. */
    private record Found(
            VmEvent.Kind kind,
            Optional<Address> function,
            OptionalInt bar,
            OptionalLong address,
            OptionalLong size,
            OptionalInt error,
            OptionalInt group) {
        static Found of(VmEvent.Kind kind) {
            return new Found(
                    kind,
                    Optional.empty(),
                    OptionalInt.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    OptionalInt.empty(),
                    OptionalInt.empty());
        }

        Found of(Optional<Address> named) {
            return new Found(kind, named, bar, address, size, error, group);
        }

        Found bar(int number) {
            return new Found(kind, function, OptionalInt.of(number), address, size, error, group);
        }

        Found range(OptionalLong from, OptionalLong length) {
            return new Found(kind, function, bar, from, length, error, group);
        }

        Found error(int number) {
            return new Found(kind, function, bar, address, size, OptionalInt.of(number), group);
        }

        Found group(int number) {
            return new Found(kind, function, bar, address, size, error, OptionalInt.of(number));
        }
    }

    private static final List<Rule> RULES = List.of(
            new Rule(
                    "dma_map(",
                    Pattern.compile("vfio_(?:container_|legacy_)?dma_map\\s*\\(([^()]{0,300})\\)\\s*=\\s*-(\\d{1,4})"),
                    LogLines::mapFailed),
            new Rule(
                    "IOMMU_IOAS_MAP",
                    Pattern.compile("IOMMU_IOAS_MAP\\s+failed"),
                    m -> Found.of(VmEvent.Kind.IOAS_MAP_FAILED)),
            new Rule(
                    "PCI peer-to-peer",
                    Pattern.compile("(?:" + BDF
                            + "|(\\S{1,80})):\\s*PCI\\s+peer-to-peer\\s+transactions\\s+on\\s+BARs\\s+are\\s+not"),
                    m -> Found.of(VmEvent.Kind.PEER_NOT_SUPPORTED).of(address(m.group(1)))),
            new Rule(
                    "not supported in kernel",
                    Pattern.compile("VFIO\\s+dma-?buf\\s+not\\s+supported\\s+in\\s+kernel"),
                    m -> Found.of(VmEvent.Kind.DMA_BUF_UNSUPPORTED)),
            new Rule(
                    "failed to create dma",
                    Pattern.compile(BDF + "\\s+BAR\\s+(\\d)[^:]{0,40}:\\s*failed\\s+to\\s+create\\s+dma-?buf"),
                    m -> Found.of(VmEvent.Kind.DMA_BUF_FAILED)
                            .of(address(m.group(1)))
                            .bar(Integer.parseInt(m.group(2)))),
            new Rule(
                    "vfio_region_dmabuf",
                    Pattern.compile("vfio_region_dmabuf\\b(.{0,200}?)\"?" + BDF + "\\s+BAR\\s+(\\d)"),
                    m -> Found.of(
                                    m.group(1).matches(".*fd:?\\s*-\\d.*")
                                            ? VmEvent.Kind.DMA_BUF_FAILED
                                            : VmEvent.Kind.DMA_BUF_MADE)
                            .of(address(m.group(2)))
                            .bar(Integer.parseInt(m.group(3)))),
            new Rule(
                    "iommufd_backend_map",
                    Pattern.compile("iommufd_backend_map(?:_file)?_dma\\b.{0,120}?" + ADDRESS_AND_SIZE
                            + ".{0,200}?\\((-?\\d{1,4})\\)"),
                    LogLines::traced),
            new Rule(
                    "multiple address",
                    Pattern.compile("(?:" + BDF + ":\\s*)?group\\s+(\\d{1,9})\\s+used\\s+in\\s+multiple\\s+address"),
                    m -> Found.of(VmEvent.Kind.GROUP_SPLIT)
                            .of(address(m.group(1)))
                            .group(Integer.parseInt(m.group(2)))),
            new Rule(
                    "is not viable",
                    Pattern.compile("(?:" + BDF + ":\\s*)?group\\s+(\\d{1,9})\\s+is\\s+not\\s+viable"),
                    m -> Found.of(VmEvent.Kind.GROUP_NOT_VIABLE)
                            .of(address(m.group(1)))
                            .group(Integer.parseInt(m.group(2)))),
            new Rule(
                    "VFIO_MAP_DMA",
                    Pattern.compile("VFIO_MAP_DMA(?:\\s+failed)?:?\\s*(?:-12\\b|Cannot\\s+allocate\\s+memory)"),
                    m -> Found.of(VmEvent.Kind.MEMORY_LIMIT)),
            new Rule(
                    "os error",
                    Pattern.compile(
                            "(?:VfioDmaMap|[Ff]ailed to (?:DMA map|map VFIO)|IOVA range to the IOAS).{0,300}?\\(os error (\\d{1,4})\\)"),
                    m -> Found.of(VmEvent.Kind.FATAL).error(Integer.parseInt(m.group(1)))));

    LogLines(String source) {
        this.source = source;
    }

    /** Returns what the lines say, in their order; a sentence that is repeated counts once. */
    static List<VmEvent> read(List<String> lines, int from, String source) {
        LogLines log = new LogLines(source);
        for (int i = from; i < lines.size() && log.events.size() < MOST; i++) {
            log.at(lines, i);
        }
        return List.copyOf(log.events);
    }

    private void at(List<String> lines, int index) {
        // A log inside a log keeps its line breaks as the two characters \n.
        String line = plain(lines.get(index)).replace("\\n", "\n");
        String window = joined(lines, index, Math.min(MOST_PIECES, lines.size() - index), " ", line);
        for (Rule rule : RULES) {
            if (window.contains(firstWord(rule.mark()))) {
                rule(rule, lines, index, line);
            }
        }
    }

    /** The mark may be broken by the line's end. */
    private static String firstWord(String mark) {
        int blank = mark.indexOf(' ');
        return blank < 0 ? mark : mark.substring(0, blank);
    }

    private void rule(Rule rule, List<String> lines, int index, String line) {
        Matcher m = rule.pattern().matcher(line);
        boolean found = false;
        while (m.find()) {
            add(rule.make().apply(m), index, line);
            found = true;
        }
        for (int pieces = 2; !found && pieces <= MOST_PIECES && index + pieces <= lines.size(); pieces++) {
            if (rule.pattern().matcher(plain(lines.get(index + pieces - 1))).find()) {
                // A sentence of its own, which only looks broken where it is glued to the line before it.
                return;
            }
            for (String between : List.of(" ", "", "=")) {
                String joined = joined(lines, index, pieces, between, line);
                Matcher wrapped = rule.pattern().matcher(joined);
                if (wrapped.find() && wrapped.start() < line.length() && wrapped.end() > line.length()) {
                    add(rule.make().apply(wrapped), index, joined);
                    found = true;
                    break;
                }
            }
        }
    }

    /** Joins lines; an equals sign between them stands for mail programs' mark of a line that goes on. */
    private static String joined(List<String> lines, int index, int pieces, String between, String first) {
        StringBuilder joined = new StringBuilder(first.stripTrailing());
        for (int i = 1; i < pieces; i++) {
            if (between.equals("=") && !joined.isEmpty() && joined.charAt(joined.length() - 1) == '=') {
                joined.setLength(joined.length() - 1);
            } else if (!between.equals("=")) {
                joined.append(between);
            }
            joined.append(plain(lines.get(index + i)).replaceFirst("^[\\s>|]+", ""));
        }
        return joined.toString();
    }

    /** Mail programs write an equals sign as =3D. */
    private static String plain(String line) {
        return line.indexOf('=') < 0 ? line : line.replace("=3D", "=").replace("=20", " ");
    }

    private void add(Found found, int index, String line) {
        boolean again = events.stream()
                .skip(Math.max(0, events.size() - 32))
                .anyMatch(e -> e.kind() == found.kind()
                        && (e.function().equals(found.function())
                                || (found.function().isEmpty() && index + 1 - e.line() < MOST_PIECES))
                        && e.bar().equals(found.bar())
                        && e.address().equals(found.address())
                        && e.size().equals(found.size())
                        && e.error().equals(found.error())
                        && e.group().equals(found.group()));
        if (!again) {
            events.add(new VmEvent(
                    found.kind(),
                    found.function(),
                    found.bar(),
                    found.address(),
                    found.size(),
                    found.error(),
                    found.group(),
                    source,
                    index + 1,
                    shown(line)));
        }
    }

    /** Returns a line as it is quoted: cleaned, and cut. */
    static String shown(String line) {
        String clean = Clean.line(line).strip();
        return clean.length() > LONGEST_SHOWN ? clean.substring(0, LONGEST_SHOWN) + '…' : clean;
    }

    private static Found mapFailed(Matcher m) {
        String[] arguments = m.group(1).split(",", 6);
        int error = Integer.parseInt(m.group(2));
        Found found = Found.of(error == NO_MEMORY ? VmEvent.Kind.MEMORY_LIMIT : VmEvent.Kind.MAP_FAILED)
                .error(error);
        return arguments.length < 3 ? found : found.range(number(arguments[1]), number(arguments[2]));
    }

    private static Found traced(Matcher m) {
        int result = Integer.parseInt(m.group(3));
        Found found = Found.of(result < 0 ? VmEvent.Kind.MAP_FAILED : VmEvent.Kind.MAPPED)
                .range(hex(m.group(1)), hex(m.group(2)));
        return result < 0 ? found.error(-result) : found;
    }

    private static OptionalLong number(String text) {
        String digits = text.strip();
        return digits.startsWith("0x") ? hex(digits.substring(2)) : OptionalLong.empty();
    }

    private static OptionalLong hex(String digits) {
        return digits.matches("[0-9a-fA-F]{1,16}")
                ? OptionalLong.of(Long.parseUnsignedLong(digits, 16))
                : OptionalLong.empty();
    }

    private static Optional<Address> address(@Nullable String text) {
        return text == null ? Optional.empty() : Address.parse(text);
    }
}
