// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.shape;

import java.util.regex.Pattern;

/**
 * Names of devices and buses of a VM as QEMU takes them (util/id.c, id_wellformed). They come from files that others wrote,
 * and go into arguments and XML that people run: any other sign becomes an underscore, the same for the same name.
 */
public final class DeviceName {
    private static final Pattern OTHER = Pattern.compile("[^A-Za-z0-9_.:-]");
    private static final int LONGEST = 128;

    private DeviceName() {}

    /** Returns the name with nothing in it that a shell, XML or QEMU's options would read as more than a name. */
    public static String plain(String name) {
        String cut = name.length() > LONGEST ? name.substring(0, LONGEST) : name;
        String plain = OTHER.matcher(cut).replaceAll("_");
        return plain.startsWith("-") ? "_" + plain.substring(1) : plain;
    }
}
