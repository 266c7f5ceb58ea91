// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

/**
 * The SR-IOV capability of a physical function (PCIe 9.3.3, extended capability 0010h).
 *
 * @param offset of the capability in configuration space
 * @param initialVfs InitialVFs
 * @param totalVfs TotalVFs
 * @param numVfs NumVFs
 * @param vfEnable VF Enable: without it NumVFs says nothing about existing functions
 * @param firstVfOffset First VF Offset, in routing ids
 * @param vfStride VF Stride, in routing ids
 * @param vfDeviceId VF Device ID
 */
public record Sriov(
        int offset,
        int initialVfs,
        int totalVfs,
        int numVfs,
        boolean vfEnable,
        int firstVfOffset,
        int vfStride,
        int vfDeviceId) {}
