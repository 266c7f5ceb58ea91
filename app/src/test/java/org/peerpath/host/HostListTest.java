// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostListTest {
    @TempDir
    Path folder;

    @Test
    void whatIsAddedStaysAndOnlyTheUserSeesIt() throws Exception {
        Path file = folder.resolve("config/peerpath/hosts");
        HostList list = new HostList(file);
        assertEquals(List.of(), list.names());
        list.add("gpu-node-07");
        list.add("ssh://root@b300:2222");
        list.add("gpu-node-07");
        assertEquals(List.of("gpu-node-07", "ssh://root@b300:2222"), new HostList(file).names());
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        list.remove("gpu-node-07");
        assertEquals(List.of("ssh://root@b300:2222"), list.names());
        assertThrows(HostException.class, () -> list.add("-oProxyCommand=id"));
    }

    @Test
    void aFileThatSomebodyEditedIsReadWithCare() throws Exception {
        Path file = Files.writeString(folder.resolve("hosts"), "\n good \n-bad\na b\nгость\n\u001b[31m\ngood\n");
        assertEquals(List.of("good", "гость"), new HostList(file).names());
    }
}
