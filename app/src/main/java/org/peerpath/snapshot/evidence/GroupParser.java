// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;

/**
 * Listings of IOMMU groups as the usual shell loops print them: the group on each line or above its members, with or
 * without ids and the mark of functions that can be reset; and the links that {@code find} prints.
 */
final class GroupParser implements TextParser {
    static final String SOURCE = "IOMMU group listing";
    private static final String ADDRESS = "((?:[0-9a-f]{4,8}:)?[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7])";
    private static final Pattern HEADING =
            Pattern.compile("\\s*(?:IOMMU )?Group:? (\\d{1,6})\\s*:?\\s*(.*)", Pattern.CASE_INSENSITIVE);
    private static final Pattern WITH_IDS =
            Pattern.compile("\\s*(?:\\(\\d+\\)\\s*)?\\[([0-9a-f]{4}):([0-9a-f]{4})\\]\\s+(?:\\[R\\]\\s+)?" + ADDRESS
                    + "\\s+(\\S.*?)(?: {2,}(.*))?");
    private static final Pattern MEMBER = Pattern.compile("\\s*(?:\\(\\d+\\)\\s*)?" + ADDRESS + "(?:\\s+(.*))?");
    private static final Pattern FIRST_ADDRESS = Pattern.compile("(?:^|[\\s\\]])" + ADDRESS);
    private static final Pattern LINK =
            Pattern.compile(".*/(?:iommu_groups|groups)/(\\d{1,6})/devices/" + ADDRESS + "/?(?:\\s.*)?");

    /** {@code (driver: nvidia)}, {@code [driver: vfio-pci]}, {@code Kernel driver in use: mlx5_core}, at a line's end. */
    private static final Pattern WITH_DRIVER = Pattern.compile(
            "(.*?\\S)[\\s,;-]*[(\\[<]?(?:kernel )?driver(?: in use)?\\s*[:=]\\s*([\\w-]+|<none>|-)[)\\]>]?\\s*",
            Pattern.CASE_INSENSITIVE);

    private static final int LONGEST = 4096;

    private final Gathering gathering;
    private final LspciParser lspci;
    private String group = "";

    GroupParser(Gathering gathering, LspciParser lspci) {
        this.gathering = gathering;
        this.lspci = lspci;
    }

    @Override
    public SourceKind kind() {
        return SourceKind.IOMMU_GROUPS;
    }

    @Override
    public boolean take(int number, String line) throws UnreadableSourceException {
        if (line.indexOf("/devices/") > 0) {
            Matcher link = LINK.matcher(line);
            if (link.matches()) {
                return member(link.group(2), link.group(1));
            }
        }
        if (line.startsWith("BOOT_IMAGE=") && line.length() < LONGEST) {
            // The usual loop prints the boot parameters first.
            gathering.host(HostFiles.CMDLINE, line.strip(), "procfs");
            return true;
        }
        Matcher heading = HEADING.matcher(line);
        if (line.length() > LONGEST || !heading.matches()) {
            return !group.isEmpty() && inGroup(number, line);
        }
        group = heading.group(1);
        String rest = heading.group(2);
        if (rest.isBlank()) {
            return true;
        }
        boolean taken = inGroup(number, rest);
        if (!taken || !WITH_IDS.matcher(rest).matches()) {
            // A line of its own for each function: the next one is about another group.
            group = "";
        }
        return taken;
    }

    private boolean inGroup(int number, String line) throws UnreadableSourceException {
        if (line.length() > LONGEST) {
            return false;
        }
        Matcher driven = WITH_DRIVER.matcher(line);
        String rest = driven.matches() ? driven.group(1) : line;
        if (!isMember(number, rest)) {
            return false;
        }
        Matcher member = FIRST_ADDRESS.matcher(rest);
        if (driven.matches() && member.find()) {
            driver(member.group(1), driven.group(2));
        }
        return true;
    }

    private void driver(String address, String name) throws UnreadableSourceException {
        Address parsed = Address.parse(address).orElse(null);
        if (parsed != null) {
            boolean none = name.equals("-") || name.toLowerCase(Locale.ROOT).contains("none");
            gathering.put(
                    parsed, Attributes.DRIVER, none ? new Reading.Missing(SOURCE) : new Reading.Text(name, SOURCE));
        }
    }

    private boolean isMember(int number, String rest) throws UnreadableSourceException {
        if (startsWithAddress(rest) && lspci.take(number, rest.strip())) {
            lspci.say(Attributes.IOMMU_GROUP, group, SOURCE);
            return true;
        }
        Matcher withIds = WITH_IDS.matcher(rest);
        if (withIds.matches()) {
            member(withIds.group(3), group);
            String device = "[" + withIds.group(1) + ":" + withIds.group(2) + "]";
            String name = withIds.group(5) == null ? "" : withIds.group(5).strip() + " ";
            lspci.take(number, withIds.group(3) + " " + withIds.group(4).strip() + ": " + name + device);
            return true;
        }
        Matcher member = MEMBER.matcher(rest);
        return member.matches() && member(member.group(1), group);
    }

    private static boolean startsWithAddress(String rest) {
        String text = rest.strip();
        return text.length() > 7 && (text.charAt(2) == ':' || text.indexOf(':') >= 4) && text.indexOf('.') > 0;
    }

    private boolean member(String address, String of) throws UnreadableSourceException {
        Address parsed = Address.parse(address).orElse(null);
        if (parsed == null) {
            return false;
        }
        gathering.put(parsed, Attributes.IOMMU_GROUP, of, SOURCE);
        return true;
    }

    @Override
    public boolean continues(int number, String line) throws UnreadableSourceException {
        return lspci.continues(number, line);
    }

    @Override
    public void pause() {
        group = "";
    }

    @Override
    public void end() {
        group = "";
    }
}
