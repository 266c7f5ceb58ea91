// SPDX-License-Identifier: Apache-2.0
package org.peerpath.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.snapshot.CollectorScript;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Origin;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;

/** What programs are told in secret is not kept: S3cr3t stands for it. */
class SecretsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "root=/dev/sda1 rd.iscsi.password=S3cr3t ro",
                "rd.iscsi.in.password=S3cr3t",
                "rd.iscsi.password_mutual=S3cr3t",
                "netroot=iscsi:user:S3cr3t@10.0.0.1::::iqn.x",
                "PASSWORD='S3cr3t and more S3cr3t'",
                "export DB_PASSWD=\"S3cr3t, with \\\" S3cr3t\"",
                "-device virtio-x,id=a,password=S3cr3t,,S3cr3t,iommufd=iommufd0",
                "-device {\"driver\":\"x\",\"password\":\"S3cr3t\\\"S3cr3t\",\"id\":\"y\"}",
                "{\"auth_token\" : \"S3cr3t\"}",
                "{'api-key': S3cr3t}",
                "-object secret,id=sec0,data=S3cr3t,format=base64",
                "-object secret,data=S3cr3t,id=sec0",
                "-object {\"qom-type\":\"secret\",\"id\":\"s\",\"data\":\"S3cr3t\"}",
                "-object {\"data\":\"S3cr3t\",\"qom-type\":\"secret\"}",
                "-drive file=https://user:S3cr3t@images.example/disk.img,if=none",
                "HTTPS_PROXY=http://proxy:S3cr3t@10.0.0.1:3128 mpirun",
                "NCCL_AUTH_TOKEN=S3cr3t NCCL_DEBUG=INFO all_reduce_perf",
                "AWS_SECRET_ACCESS_KEY=S3cr3t nccl-tests",
                "HF_TOKEN=S3cr3t;echo",
                "curl -H 'Authorization: Bearer S3cr3t' x",
                "X-Auth-Token: S3cr3t",
                "prog --password S3cr3t --size 8",
                "prog --admin-token 'S3cr3t S3cr3t'",
                "-vnc :0,password-secret=S3cr3t",
                "passphrase=S3cr3t",
                "wpa_psk=S3cr3t",
                "accessToken=S3cr3t",
                "{\"adminPassword\": \"S3cr3t\"}",
                "secret=S3cr3t",
                "token=\"S3cr3t",
                "systemd.set_credential=x:S3cr3t",
                "systemd.set_credential_binary=x:S3cr3t",
                "-smbios type=11,value=io.systemd.credential:x=S3cr3t",
                "-smbios type=11,value=io.systemd.credential.binary:x=S3cr3t",
                "-fw_cfg name=opt/io.systemd.credentials/x,string=S3cr3t",
                "mount -o username=u,password2=S3cr3t,ro",
                "PGPASSWORD=S3cr3t psql",
                "password: S3cr3t",
                "encryption_key=S3cr3t",
                "-drive file=rbd:pool/img:id=u:key=S3cr3t:mon_host=a",
                "netroot=iscsi:user:a/S3cr3t==@10.0.0.1::3260::iqn.x",
                "netroot=iscsi:user:a@S3cr3t@10.0.0.1::3260::iqn.x",
                "netroot=iscsi:user:S3cr3t:back:S3cr3t@10.0.0.1::3260::iqn.x",
                "https://user:p@S3cr3t@host/x",
                "https://user:p/S3cr3t@host/x",
                "https://a:S3cr3t@host/x,https://b:S3cr3t@host/y",
                "rd.iscsi.password=a,S3cr3t",
                "rd.iscsi.password=a;S3cr3t&S3cr3t",
                "rd.iscsi.password=a\"S3cr3t",
                "sh -c 'TOKEN=S3cr3t prog'",
                "nvme connect -S DHHC-1:01:S3cr3t+/==:",
                "<graphics type='vnc' passwd='S3cr3t'/>",
                "<graphics type='vnc' passwd = \"S3cr3t\" port='-1'/>",
                "<x:password a='b'>S3cr3t</x:password>",
                "<qemu:env name='MY_TOKEN' value='S3cr3t'/>",
            })
    void isMasked(String text) {
        String masked = Secrets.masked(text);
        assertFalse(masked.contains("S3cr3t"), masked);
        assertTrue(Secrets.isMasked(masked), masked);
        assertEquals(masked, Secrets.masked(masked), "again");
    }

    /** The neighbours stay: what decides stands beside the secret. */
    @Test
    void whatStandsBesideStays() {
        assertEquals(
                "-device virtio-x,id=a,password=***,iommufd=iommufd0",
                Secrets.masked("-device virtio-x,id=a,password=x,,y,iommufd=iommufd0"));
        assertEquals(
                "root=UUID=1 rd.iscsi.password=*** intel_iommu=on",
                Secrets.masked("root=UUID=1 rd.iscsi.password=x intel_iommu=on"));
        assertEquals("https://user:***@host/a?b=c", Secrets.masked("https://user:pw@host/a?b=c"));
        assertEquals("{\"password\":\"***\",\"id\":\"y\"}", Secrets.masked("{\"password\":\"x\",\"id\":\"y\"}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "BOOT_IMAGE=/vmlinuz root=UUID=1 ro intel_iommu=on iommu=pt pci=config_acs=\"1@0000:17:00.0\"",
                "-device vfio-pci,host=0000:1b:00.0,id=hostdev0,bus=pci.1,addr=0x0",
                "-object iommufd,id=iommufd0 -object memory-backend-memfd,id=ram",
                "NCCL_DEBUG=INFO NCCL_IB_HCA=mlx5_0 NCCL_NET_GDR_LEVEL=PHB",
                "https://example.org/passes?x=1",
                "keyboard=us keymap=de monkey=x passthrough=1 compass=y",
                "vfio-pci: token: ok",
                "-k en-us -monitor stdio",
                "iommu.passthrough=1",
                "pkey=0x8001 p_key=0x8001 rkey=0x12 lkey=0x34 qkey=0x11111111",
                "https://host:8080/disk@2 oci://registry/image:1.2@sha256:ab",
                "<secret type='ceph' uuid='1'>\n  <usage>x</usage></secret>",
                "https://[2001:db8::1]/x user@host:port",
            })
    void whatIsNoSecretStaysAsItIs(String text) {
        assertEquals(text, Secrets.masked(text));
    }

    @Test
    void aSnapshotHoldsNone() {
        for (String path : List.of(HostFiles.CMDLINE, HostFiles.VMS, HostFiles.VM_LOGS, HostFiles.KERNEL_LOG)) {
            Reading read = new Reading.Text("vm 1\narg -x\narg a password=S3cr3t,S3cr3t,b=1", "test");
            Snapshot host = new Snapshot(
                    new Origin("x", SourceKind.LIVE, "x", Optional.empty()),
                    new TreeMap<>(java.util.Map.of(path, read)),
                    true,
                    new TreeMap<>(),
                    List.of());
            String kept = host.hostText(path).asOptional().orElseThrow();
            assertFalse(kept.contains("S3cr3t"), kept);
            assertTrue(kept.endsWith("=***,b=1"), kept);
        }
    }

    /** Not even over the wire: the collector's own lines about VMs, run by a shell. */
    @Test
    void theCollectorPrintsNone() throws Exception {
        String script = CollectorScript.text();
        String words = script.substring(
                script.indexOf("vm_words() {"), script.indexOf("\n}\n", script.indexOf("vm_words() {")) + 3);
        Process shell = new ProcessBuilder("sh", "-c", words + "vm_words").start();
        try (var in = shell.outputWriter(StandardCharsets.UTF_8)) {
            in.write("""
                    /usr/bin/qemu-system-x86_64
                    -object
                    secret,id=s,data=S3cr3t
                    -device
                    x,password=S3cr3t,,S3cr3t,id=a
                    -device
                    {"driver":"x", "auth-token" : "S3\\"S3cr3t","id":"b"}
                    -device
                    nbd,path=http://u:S3cr3t@h/x,id=c
                    -drive
                    file=x,password=S3cr3t
                    -device
                    vfio-pci,host=0000:1b:00.0,x-key=S3cr3t,id=d
                    """);
        }
        String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(shell.waitFor(Duration.ofMinutes(1)));
        assertFalse(said.contains("S3cr3t"), said);
        for (String id : List.of("id=a", "\"id\":\"b\"", "id=c", "host=0000:1b:00.0", "id=d")) {
            assertTrue(said.contains(id), said);
        }
    }

    @Test
    void hostileTextTakesNoLongTime() {
        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> List.of(
                                "a_".repeat(50_000) + "password",
                                "\"pass".repeat(20_000),
                                "{\"data\":".repeat(20_000),
                                "://a:".repeat(20_000),
                                "secret,".repeat(20_000),
                                "iscsi:".repeat(150_000),
                                "\"data\":\"".repeat(60_000) + "\"qom-type\":\"secret",
                                "<password>".repeat(50_000),
                                "name='token".repeat(50_000),
                                "a://b:@".repeat(100_000),
                                "--a-".repeat(25_000) + "token",
                                "password=" + "x,,".repeat(50_000),
                                "token=\"" + "\\\"".repeat(50_000))
                        .forEach(Secrets::masked));
    }
}
