// SPDX-License-Identifier: Apache-2.0
package org.peerpath.hardware;

import java.util.Optional;

/**
 * A machine as its firmware names itself.
 *
 * @param vendor what {@code sys_vendor} begins with
 * @param product what {@code product_name} begins with; empty for any
 * @param name as people say it
 * @param guest whether such a machine is a virtual one
 * @param user whether the entry comes from a user's file
 */
public record Platform(String vendor, Optional<String> product, String name, boolean guest, boolean user) {
    boolean is(String systemVendor, String productName) {
        return systemVendor.startsWith(vendor)
                && product.map(productName::startsWith).orElse(true);
    }
}
