// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import java.util.Optional;
import java.util.OptionalInt;
import org.peerpath.snapshot.Address;

/** Numbers of libvirt's XML: hexadecimal with 0x, else decimal, both in one element. */
final class LibvirtNumbers {
    private LibvirtNumbers() {}

    /** Returns a number; the default where the attribute is not there; empty where it is none. */
    static OptionalInt number(String text, int otherwise) {
        return text.isBlank() ? OptionalInt.of(otherwise) : KeyValues.number(text);
    }

    /** Returns the host function that an {@code address} element names; its domain is 0 where it is left out. */
    static Optional<Address> address(XmlNode address) {
        OptionalInt domain = number(address.get("domain"), 0);
        OptionalInt bus = KeyValues.number(address.get("bus"));
        OptionalInt slot = KeyValues.number(address.get("slot"));
        OptionalInt function = number(address.get("function"), 0);
        if (domain.isEmpty() || bus.isEmpty() || slot.isEmpty() || function.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Address(domain.getAsInt(), bus.getAsInt(), slot.getAsInt(), function.getAsInt()));
        } catch (IllegalArgumentException outOfRange) {
            return Optional.empty();
        }
    }
}
