// SPDX-License-Identifier: Apache-2.0
package org.peerpath.lab;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests that need a lab host: their parameters of type {@link LabHost} are the machine named here. It is started when
 * first asked for, kept for all tests of the run that ask for the same, and put back to its state after boot before
 * each test. On a method it overrules the class.
 *
 * <p>Where the lab cannot be had the tests are skipped with the reason; with {@code PEERPATH_REQUIRE_LAB=1} in the
 * environment they fail.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("lab")
@ExtendWith(LabExtension.class)
public @interface Lab {
    /** The topology: {@code hgx}, {@code cascade}, {@code flat}, {@code numa} or {@code crowd}. */
    String value();

    /** {@code gnu} or {@code busybox}. */
    String userland() default "gnu";

    /** {@code pt}, {@code nopt}, {@code scalable}, {@code no-ats}, {@code off} or {@code none}. */
    String iommu() default "pt";

    /** Memory in megabytes; more than 512 only where something large runs in the guest. */
    int memory() default 512;

    /** Whether there must be a NIC with SR-IOV, which older emulators do not have. */
    boolean sriov() default true;

    /** Whether the devices must look like a GPU server's (GPU ids, ACS on switch ports). */
    boolean disguised() default true;
}
