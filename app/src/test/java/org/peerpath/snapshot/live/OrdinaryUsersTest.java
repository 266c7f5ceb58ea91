// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerpath.snapshot.CollectorScript;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Snapshot;

/**
 * What users without any right can name, hold and mount, read by a real root: it is nobody's who does not have it, and
 * nothing that somebody has is hidden by it. All readings of descriptors and mounts, not only the one of VFIO's holders.
 */
class OrdinaryUsersTest {
    /** Files and symbolic links, held in every way, whose names look like lines of {@code ls} about process 1. */
    private static final String EVIL = """
            use Fcntl;
            my ($folder) = @ARGV;
            my @held;
            for my $begin ("x -> ", "y\\nproc/1/fd:\\nl 1 0 0 64 Dec 1 00:00 9 -> ", "z\\nl 1 0 0 64 Dec 1 00:00 proc/1/fd/3 -> ") {
                for my $target ("/dev/vfio/12", "/dev/dri/card7", "/dev/infiniband/uverbs3", "anon_inode:[vfio-device]") {
                    my ($path, @parts) = ($folder, split m{/}, $begin . $target);
                    my $last = pop @parts;
                    for my $part (@parts) { $path .= "/$part"; mkdir $path }
                    open my $file, '>', "$path/$last file" or die $!;
                    rename "$path/$last file", "$path/$last" or die $!;
                    push @held, $file;
                    mkdir "$path/l";
                    symlink 'nowhere', "$path/l/$last" or die $!;
                    rename "$path/$last", "$path/old" or die $!;
                    rename "$path/l/$last", "$path/$last" or die $!;
                    sysopen my $link, "$path/$last", 010000000 | O_NOFOLLOW or die $!;
                    push @held, $link;
                    rename "$path/$last", "$path/l/$last" or die $!;
                    rename "$path/old", "$path/$last" or die $!;
                    sysopen $link, "$path/l/$last", 010000000 | O_NOFOLLOW or die $!;
                    push @held, $link;
                }
            }
            open my $ready, '>', "$folder/ready" or die $!;
            sleep 1000;
            """;

    /** A /dev of its own, with nodes of each kind; a user's process holds one of them under another name. */
    private static final String WORLD = """
            mount --make-rprivate / && mount -t tmpfs tmpfs /dev && mknod -m 666 /dev/null c 1 3
            mkdir /dev/vfio /dev/dri /dev/infiniband
            mknod /dev/vfio/12 c 241 77 && mknod -m 666 /dev/dri/card7 c 1 7 && mknod /dev/infiniband/uverbs3 c 231 195
            : > /dev/hidden && mount --bind /dev/dri/card7 /dev/hidden
            as_user() { exec setpriv --reuid=65534 --regid=65534 --clear-groups "$@" > /dev/null 2>&1; }
            as_user sh -c 'exec 9< /dev/hidden; exec sleep 1000' &
            holder=$!
            as_user perl "$3/evil.pl" "$3/evil" &
            evil=$!
            while [ ! -e "$3/evil/ready" ]; do kill -0 "$evil" || exit 1; done
            while ! ls -l "/proc/$holder/fd" | grep -q /dev/hidden; do :; done
            if mknod /dev/fuse c 10 229 && (: <> /dev/fuse) 2> /dev/null; then
                mkdir "$3/theirs" "$3/ours"
                exec 5<> /dev/fuse 6<> /dev/fuse
                mount -i -t fuse -o fd=5,rootmode=40000,user_id=65534,group_id=65534 /dev/theirs "$3/theirs"
                mount -i -t fuse.x -o fd=6,rootmode=40000,user_id=0,group_id=0 /dev/ours "$3/ours" && : > "$3/fuse"
            fi
            $2 "$1"
            umount -l "$3/theirs" "$3/ours" 2> /dev/null
            kill "$holder" "$evil"
            echo "$holder" > "$3/pid"
            """;

    @TempDir
    Path folder;

    private static List<String> lines(Snapshot snapshot, String file) {
        return snapshot.hostText(file).asOptional().orElseThrow().lines().toList();
    }

    @ParameterizedTest
    @MethodSource("org.peerpath.snapshot.live.Collector#shells")
    void addAndHideNothing(String shell) throws Exception {
        Assumptions.assumeTrue(
                "root".equals(System.getProperty("user.name")) && Collector.onPath("unshare"), "skipped: needs root");
        Assumptions.assumeTrue(Collector.onPath("perl"), "skipped: no perl");
        Assumptions.assumeTrue(Files.isDirectory(Path.of("/sys/bus/pci/devices")), "skipped: no PCI here");
        Path script = Files.writeString(folder.resolve("collect.sh"), CollectorScript.text());
        Files.writeString(folder.resolve("evil.pl"), EVIL);
        Files.createDirectory(folder.resolve("evil"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(folder.resolve("evil"), PosixFilePermissions.fromString("rwxrwxrwx"));
        Process process = new ProcessBuilder(
                        "unshare", "-m", "sh", "-c", WORLD, "sh", script.toString(), shell, folder.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Snapshot snapshot = Collector.read(process.getInputStream().readAllBytes());
        process.waitFor();
        String holder = Files.readString(folder.resolve("pid")).strip();
        assertEquals(List.of(), lines(snapshot, HostFiles.VFIO_HOLDERS));
        List<String> users = lines(snapshot, HostFiles.USERS);
        assertEquals(
                List.of("open " + holder + " dri/card7 sleep"),
                users.stream().filter(line -> line.startsWith("open ")).toList());
        List<String> vms = lines(snapshot, HostFiles.VMS);
        assertFalse(vms.contains("vm 1") || vms.stream().anyMatch(line -> line.startsWith("fd ")), vms::toString);
        if (Files.exists(folder.resolve("fuse"))) {
            List<String> inUse = lines(snapshot, HostFiles.IN_USE);
            assertEquals(
                    List.of("/dev/ours"),
                    inUse.stream()
                            .filter(line -> line.contains("/dev/theirs") || line.contains("/dev/ours"))
                            .map(line -> line.split(" ")[2])
                            .toList());
        }
    }

    /** A process lives on without its first thread, and that one's list of descriptors is then empty. */
    @Test
    void aProcessWithoutItsFirstThreadIsSeen() throws Exception {
        Assumptions.assumeTrue(
                "root".equals(System.getProperty("user.name")) && Collector.onPath("unshare"), "skipped: needs root");
        Path python = Path.of("/usr/bin/python3");
        Assumptions.assumeTrue(Files.isExecutable(python), "skipped: no Python");
        Path script = Files.writeString(folder.resolve("collect.sh"), CollectorScript.text());
        String world = """
                mount --make-rprivate / && mount -t tmpfs tmpfs /dev && mknod -m 666 /dev/null c 1 3
                mkdir /dev/vfio && mknod /dev/vfio/12 c 1 7
                /usr/bin/python3 -c 'import ctypes, platform, threading
                open("/dev/vfio/12"); held = open("/dev/vfio/12")
                threading.Thread(target=threading.Event().wait).start()
                ctypes.CDLL(None).syscall(93 if platform.machine() == "aarch64" else 60, 0)' > /dev/null 2>&1 &
                until grep -q "^State:.Z" "/proc/$!/status" && [ -n "$(ls /proc/$!/task/*/fd 2> /dev/null | grep 3)" ]; do :; done
                sh "$1"
                kill -9 "$!"
                echo "$!" > "$2"
                """.replace("\n                ", "\n");
        Process process = new ProcessBuilder(
                        "unshare",
                        "-m",
                        "sh",
                        "-c",
                        world,
                        "sh",
                        script.toString(),
                        folder.resolve("pid").toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Snapshot snapshot = Collector.read(process.getInputStream().readAllBytes());
        process.waitFor();
        String pid = Files.readString(folder.resolve("pid")).strip();
        List<String> holders = lines(snapshot, HostFiles.VFIO_HOLDERS);
        assertTrue(
                holders.size() == 1 && Pattern.matches(pid + " /dev/vfio/12 python3\\S* ?", holders.getFirst()),
                holders::toString);
    }
}
