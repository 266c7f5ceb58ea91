// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Address;

/**
 * Where things stand in a support archive of sos: commands' output below {@code sos_commands/}, files below their own
 * paths, all below one folder. Also cleaned of names, paths stay.
 */
final class SosFiles {
    private static final Pattern TOP = Pattern.compile("(?:[^/]+/){0,2}?((?:sos_commands|proc|sys|etc|var|host)/.*)");
    /** {@code mstconfig_-d_0000_17_00.0_-e_q}: colons do not survive in names of files. */
    private static final Pattern SUBJECT = Pattern.compile(
            ".*_-d_(?:([0-9a-f]{4,8})[:_.])?([0-9a-f]{2})[:_.]([0-9a-f]{2})\\.([0-7])(?:_.*)?|(?:mst|re)dump_(?:([0-9a-f]{4,8})[:_.])?([0-9a-f]{2})[:_.]([0-9a-f]{2})\\.([0-7]).*");

    private static final List<String> TEXTS = List.of(
            "lspci",
            "nvidia-smi",
            "mstconfig",
            "mlxconfig",
            "mstflint",
            "flint",
            "mst_status",
            "ethtool_-i",
            "ibstat",
            "ibdev2netdev",
            "devlink_dev_info",
            "setpci",
            "ibv_devinfo",
            "mstlink",
            "mlxlink");
    private static final Pattern IP = Pattern.compile("ip_(?:-\\w+_)*(?:link|addr\\w*)(?:_.*)?");
    private static final Pattern ETHTOOL = Pattern.compile("sos_commands/.*/ethtool_-i_([\\w.-]{1,64})");
    private static final Pattern DOMAIN = Pattern.compile("etc/libvirt/qemu/[^/]+\\.xml");
    private static final Pattern LOG = Pattern.compile(
            "sos_commands/kernel/dmesg.*|sos_commands/logs/journalctl(?!.*(?:disk-usage|verify|list-boots|header)).*|var/log/(?:messages|syslog|kern\\.log|dmesg)[^/]*");
    private static final Pattern DUMP =
            Pattern.compile("(?:sys/fs/pstore|var/lib/systemd/pstore)/.*dmesg.*|.*/vmcore-dmesg\\.txt");

    private SosFiles() {}

    /** The path below the archive's one folder; empty if it is none of what such an archive holds. */
    static Optional<String> inside(String path) {
        Matcher m = TOP.matcher(path);
        return m.matches() ? Optional.of(m.group(1)) : Optional.empty();
    }

    static boolean isText(String inside) {
        String file = inside.substring(inside.lastIndexOf('/') + 1);
        return inside.startsWith("sos_commands/")
                && (TEXTS.stream().anyMatch(file::startsWith)
                        || IP.matcher(file).matches());
    }

    /** libvirt's node devices, and its virtual machines: as they run, and as they are defined. */
    static boolean isXml(String inside) {
        return (inside.startsWith("sos_commands/") && inside.contains("dumpxml"))
                || DOMAIN.matcher(inside).matches();
    }

    /** The network device that a command's output is about, if the file's name says so. */
    static Optional<String> device(String inside) {
        Matcher m = ETHTOOL.matcher(inside);
        return m.matches() ? Optional.of(m.group(1)) : Optional.empty();
    }

    static boolean isLog(String inside) {
        return LOG.matcher(inside).matches() || DUMP.matcher(inside).matches();
    }

    /** The function that a command's output is about, if the file's name says so. */
    static Optional<Address> subject(String inside) {
        Matcher m = SUBJECT.matcher(inside.substring(inside.lastIndexOf('/') + 1));
        if (!m.matches()) {
            return Optional.empty();
        }
        int first = m.group(2) != null ? 1 : 5;
        String domain = m.group(first) == null ? "" : m.group(first) + ":";
        return Address.parse(domain + m.group(first + 1) + ":" + m.group(first + 2) + "." + m.group(first + 3));
    }
}
