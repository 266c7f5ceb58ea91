// SPDX-License-Identifier: Apache-2.0
package org.peerpath.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.peerpath.model.AtsLayers.Part;
import org.peerpath.model.AtsLayers.State;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Message;

/** Each layer speaks for itself, whatever the others say. */
class AtsLayersTest {
    private static final String NIC = "0000:18:00.0";
    private static final Reading UNREAD = new Reading.Failed(Message.of("unknown.not-in-source", "x"), "sysfs");

    private static HostBuilder host() {
        HostBuilder host = HostBuilder.named("l").intelIommu("f020de").groups("identity");
        host.rootPort("0000:15:01.0", 0x8086, 0x0db0)
                .acs(0x1f, 0x1d)
                .endpoint(NIC, 0x15b3, 0x1023, 0x020000)
                .ats(0x0060, 0x8000)
                .driver("vfio-pci");
        return host;
    }

    private static AtsLayers layers(HostBuilder host) {
        HostModel model = HostModel.of(host.build());
        return AtsLayers.of(model, model.topology().get(Address.of(NIC)));
    }

    private static void is(HostBuilder host, Part part, State state, String why) {
        AtsLayers.Layer layer = layers(host).layer(part);
        assertEquals(part, layer.part());
        assertEquals(state, layer.state(), layer.toString());
        assertEquals(why, layer.why().key());
    }

    @Test
    void everyLayerIsThereInOrder() {
        assertEquals(
                List.of(Part.values()),
                layers(host()).all().stream().map(AtsLayers.Layer::part).toList());
        assertEquals(
                List.of(State.YES, State.YES, State.UNKNOWN, State.YES, State.YES, State.YES, State.UNKNOWN),
                layers(host()).all().stream().map(AtsLayers.Layer::state).toList());
    }

    @Test
    void theIommuSpeaksForThePlatform() {
        is(host().intelIommu("f020da"), Part.IOMMU, State.NO, "ats.off.no-device-tlb");
        is(host().file(HostFiles.IOMMU_CLASS, UNREAD), Part.IOMMU, State.UNKNOWN, "unknown.not-in-source");
        is(host().intelIommu("f020da"), Part.ENABLE, State.YES, "ats-layer.enable.yes");
    }

    @Test
    void theNicsSettingShowsInTheCapabilityOnly() {
        HostBuilder without = HostBuilder.named("l").groups("DMA");
        without.rootPort("0000:15:01.0", 0x8086, 0x0db0).endpoint(NIC, 0x15b3, 0x1023, 0x020000);
        is(without, Part.NV_CONFIG, State.UNKNOWN, "unknown.nv-setting");
        is(without, Part.CAPABILITY, State.NO, "ats.absent");
        is(without, Part.ENABLE, State.NONE, "ats-layer.no-capability");
        is(without, Part.KERNEL, State.NONE, "ats-layer.no-capability");
        is(without, Part.GUEST, State.NONE, "ats-layer.guest.none");
        is(host(), Part.NV_CONFIG_NEXT, State.UNKNOWN, "unknown.nv-setting");
        HostBuilder other = host();
        other.get(NIC).identity(0x14e4, 0x1760, 0x020000);
        is(other, Part.NV_CONFIG, State.NONE, "ats-layer.nv-config.other");
        is(other, Part.NV_CONFIG_NEXT, State.NONE, "ats-layer.nv-config.other");
    }

    @Test
    void whatMlxconfigSaidIsTheSettingNowAndNextWhereTheCapabilityDoesNotTell() {
        HostBuilder host = HostBuilder.named("l").groups("DMA");
        host.rootPort("0000:15:01.0", 0x8086, 0x0db0)
                .endpoint(NIC, 0x15b3, 0x1023, 0x020000)
                .attribute("mlxconfig/ATS_ENABLED/current", "False(0)")
                .attribute("mlxconfig/ATS_ENABLED/next-boot", "True(1)");
        is(host, Part.NV_CONFIG, State.NO, "ats-layer.nv-config.off");
        is(host, Part.NV_CONFIG_NEXT, State.YES, "ats-layer.nv-config.on");
        HostBuilder shown = host();
        shown.get(NIC)
                .attribute("mlxconfig/ATS_ENABLED/current", "True(1)")
                .attribute("mlxconfig/ATS_ENABLED/next-boot", "False(0)");
        is(shown, Part.NV_CONFIG, State.YES, "ats-layer.nv-config.shown");
        is(shown, Part.NV_CONFIG_NEXT, State.NO, "ats-layer.nv-config.off");
        shown.get(NIC).attribute("mlxconfig/ATS_ENABLED/current", "False(0)");
        is(shown, Part.NV_CONFIG, State.YES, "ats-layer.nv-config.shown-since");
    }

    @Test
    void aVfHasItsPfsSetting() {
        HostBuilder host = host();
        host.get(NIC).virtualFunctions(4, 1, 1, 1, 0x101e).getFirst().ats(0x0060, 0);
        HostModel model = HostModel.of(host.build());
        AtsLayers layers = AtsLayers.of(model, model.topology().get(Address.of("0000:18:00.1")));
        assertEquals(State.YES, layers.layer(Part.NV_CONFIG).state());
        assertEquals(
                List.of(NIC, "ATS_ENABLED"),
                layers.layer(Part.NV_CONFIG_NEXT).why().args());
        assertEquals(State.NO, layers.layer(Part.ENABLE).state());
    }

    @Test
    void theKernelSaysWhatItDidOrWillDo() {
        HostBuilder off = host();
        off.get(NIC).ats(0x0060, 0);
        is(host(), Part.KERNEL, State.YES, "ats-layer.kernel.on");
        is(off, Part.KERNEL, State.YES, "ats-layer.kernel.attach");
        is(host().cmdline("pci=noats"), Part.KERNEL, State.NO, "ats.off.noats");
        HostBuilder unaligned = host();
        unaligned.get(NIC).ats(0x0040, 0);
        is(unaligned, Part.KERNEL, State.NO, "ats.off.not-page-aligned");
        HostBuilder translating = host().groups("DMA");
        translating.get(NIC).ats(0x0060, 0);
        is(translating, Part.KERNEL, State.NO, "ats.off.not-enabled");
        is(host().file(HostFiles.CMDLINE, UNREAD), Part.KERNEL, State.UNKNOWN, "unknown.not-in-source");
    }

    @Test
    void unreadConfigurationSpaceLeavesItsLayersUnknown() {
        HostBuilder host = host();
        host.get(NIC).readable(64);
        for (Part part : List.of(Part.NV_CONFIG, Part.CAPABILITY, Part.ENABLE, Part.KERNEL)) {
            assertEquals(State.UNKNOWN, layers(host).layer(part).state(), part.id());
        }
    }

    @Test
    void whatAGuestDoesIsNotKnownAndWithoutOneItPlaysNoPart() {
        is(host(), Part.GUEST, State.UNKNOWN, "ats-layer.guest.held");
        HostBuilder own = host();
        own.get(NIC).driver("mlx5_core");
        is(own, Part.GUEST, State.NONE, "ats-layer.guest.none");
        HostBuilder unread = host();
        unread.get(NIC).attribute("driver", UNREAD);
        is(unread, Part.GUEST, State.UNKNOWN, "unknown.not-in-source");
    }
}
