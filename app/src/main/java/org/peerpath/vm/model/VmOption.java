// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.model;

/** Options of a whole VM that matter for peer-to-peer traffic. */
public enum VmOption {
    /** cloud-hypervisor {@code --platform vfio_p2p_dma=off}: BARs are mapped for no peer. */
    P2P_DMA_OFF,
    /** {@code kvm=off}, {@code hidden=1}, {@code <hidden state='on'/>}: the guest does not see that it is a guest. */
    HYPERVISOR_HIDDEN,
    /** SEV, SEV-SNP, TDX: devices may reach only what the guest shares. */
    CONFIDENTIAL
}
