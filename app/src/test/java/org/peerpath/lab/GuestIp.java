// SPDX-License-Identifier: Apache-2.0
package org.peerpath.lab;

import java.nio.charset.StandardCharsets;

/**
 * The guest has busybox's ip, which knows no virtual functions; this one says and takes what iproute2's does (ipaddress.c
 * print_vfinfo, iplink.c).
 */
public final class GuestIp {
    private static final String IP = """
            #!/bin/sh
            state=/tmp/ip-vfs
            mkdir -p $state
            pf=/sys/class/net/$4/device
            if [ "$2" = set ]; then
                [ -e "$pf/virtfn$6" ] || { echo 'RTNETLINK answers: Invalid argument' >&2; exit 2; }
                echo "$8" > "$state/$4-$6"
                exit
            fi
            busybox ip link show dev "$4"
            n=0
            while [ -e "$pf/virtfn$n" ]; do
                mac=00:00:00:00:00:00
                [ ! -s "$state/$4-$n" ] || read -r mac < "$state/$4-$n"
                echo "    vf $n     link/ether $mac brd ff:ff:ff:ff:ff:ff, spoof checking on"
                n=$((n + 1))
            done
            """;

    private GuestIp() {}

    /** Puts it into the place of the guest's own, and sees to it that vfio-pci is loaded. */
    public static void install(LabHost host) {
        host.run("modprobe vfio-pci; rm -rf /tmp/ip-vfs");
        String ip = host.run("command -v ip");
        host.run("rm -f " + ip);
        host.write(ip, IP.getBytes(StandardCharsets.UTF_8));
        host.run("chmod 755 " + ip);
    }
}
