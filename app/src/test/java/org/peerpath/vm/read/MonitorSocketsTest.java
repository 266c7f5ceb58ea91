// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.vm.read.MonitorSockets.Found;

class MonitorSocketsTest {
    /** Words with blanks between them; S is a socket that is asked, R the reason why one is not, nothing where there is none. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-qmp unix:/run/vm/qmp,server=on,wait=off | S /run/vm/qmp",
                "-qmp unix:/run/vm/qmp,server,nowait | S /run/vm/qmp",
                "--qmp-pretty unix:/run/vm/a,,b,server=on | S /run/vm/a,b",
                "-qmp unix:/run/vm/qmp | ''",
                "-qmp unix:/run/vm/qmp,server=off | ''",
                "-qmp tcp:127.0.0.1:4444,server=on | ''",
                "-qmp stdio | ''",
                "-qmp unix:relative/qmp,server=on | R path",
                "-qmp unix:/run/../etc/qmp,server=on | R path",
                "-qmp unix:/run/$(reboot),server=on | R path",
                "-qmp unix:/run/qmp,server=on,abstract=on | R path",
                "-qmp unix:fd=7,server=on | R descriptor",
                "-chardev socket,id=qmp,path=/run/100.qmp,server=on,wait=off -mon chardev=qmp,mode=control | S /run/100.qmp",
                "-mon qmp,mode=control -chardev socket,id=qmp,path=/run/100.qmp,server=on | S /run/100.qmp",
                "-object monitor-qmp,id=m,chardev=qmp -chardev socket,id=qmp,path=/run/100.qmp,server=on | S /run/100.qmp",
                "-chardev socket,id=qmp,path=/run/100.qmp,server=on -qmp chardev:qmp | S /run/100.qmp",
                "-chardev socket,id=hmp,path=/run/100.hmp,server=on -mon chardev=hmp | ''",
                "-chardev socket,id=hmp,path=/run/100.hmp,server=on -mon chardev=hmp,mode=readline | ''",
                "-chardev socket,id=con,path=/run/console,server=on -device isa-serial,chardev=con | ''",
                "-chardev socket,id=ev,path=/var/run/qmeventd.sock,reconnect=5 -mon chardev=ev,mode=control | ''",
                "-chardev socket,id=charmonitor,fd=22,server=on,wait=off -mon chardev=charmonitor,mode=control | R descriptor",
                "-chardev pty,id=p -mon chardev=p,mode=control | ''",
                "-mon chardev=nothere,mode=control | ''",
            })
    void found(String words, String expected) {
        List<Found> found = MonitorSockets.of(List.of(("qemu-system-x86_64 " + words).split(" ")));
        String said = found.isEmpty()
                ? ""
                : switch (found.getFirst()) {
                    case Found.Socket(String path) -> "S " + path;
                    case Found.Refused(String reason) -> "R " + reason;
                };
        assertEquals(expected, said);
        assertEquals(expected.isEmpty() ? 0 : 1, found.size());
    }

    @ParameterizedTest
    @CsvSource({"107,true", "108,false"})
    void noLongerThanTheKernelTakes(int length, boolean asked) {
        String path = "/" + "a".repeat(length - 1);
        List<Found> found = MonitorSockets.of(List.of("-qmp", "unix:" + path + ",server=on"));
        assertEquals(asked ? new Found.Socket(path) : new Found.Refused("path"), found.getFirst());
    }
}
