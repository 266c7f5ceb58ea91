// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.shape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.vm.model.AssignedFunction;
import org.peerpath.vm.model.Backend;
import org.peerpath.vm.model.VmDescription;
import org.peerpath.vm.read.VmReader;

/** Names in files about VMs go into arguments that people run. */
class DeviceNameTest {
    @ParameterizedTest
    @ValueSource(strings = {"hostdev0", "ua-gpu_0", "pci.4", "hostpci0.1", "_vfio3", "", "0000:1b:00.0"})
    void namesStay(String name) {
        assertEquals(name, DeviceName.plain(name));
        assertEquals(
                name, AssignedFunction.of(Optional.empty(), name, Backend.TYPE1).id());
        assertEquals(name, GuestPlace.of(name, 0, 0).bus());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ua-$(id)",
                "`id`",
                "a b",
                "a,id=b",
                "a -chardev x",
                "'a'",
                "\"><x",
                "a\nb",
                "-device",
                "\u202ea",
                "\0a",
                "{{a}}",
                "x;reboot",
                "ä"
            })
    void anythingElseDoesNot(String name) {
        assertTrue(DeviceName.plain(name).matches("[A-Za-z0-9_.:][A-Za-z0-9_.:-]*"), DeviceName.plain(name));
        assertTrue(DeviceName.plain(name.repeat(10_000)).length() <= 128);
    }

    /** Through every reader that names functions. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "<domain><name>x</name><devices><hostdev mode='subsystem' type='pci'><source><address domain='0x0000' bus='0x1b'"
                        + " slot='0x00' function='0x0'/></source><alias name='a$(id)\"&gt;'/></hostdev></devices></domain>",
                "qemu-system-x86_64 -name x -device 'vfio-pci,host=0000:1b:00.0,id=a$(id)\">,bus=b`id`,addr=0x0'",
                "qemu-system-x86_64 -name x -device '{\"driver\":\"vfio-pci\",\"host\":\"0000:1b:00.0\",\"id\":\"a$(id)\",\"bus\":\"b;id\",\"addr\":\"0x0\"}'",
            })
    void noReaderLetsMoreIn(String text) throws Exception {
        VmDescription vm = VmReader.read(text.getBytes(StandardCharsets.UTF_8), "x");
        List<AssignedFunction> functions = vm.functions();
        assertEquals(1, functions.size());
        assertTrue(functions.getFirst().id().startsWith("a__id"), functions.toString());
        functions
                .getFirst()
                .place()
                .ifPresent(place -> assertTrue(place.bus().matches("[A-Za-z0-9_.:-]*"), place.bus()));
    }

    @Test
    void theSameNameStaysTheSame() {
        assertEquals(GuestPlace.of("a b", 1, 0), GuestPlace.of("a_b", 1, 0));
    }
}
