// SPDX-License-Identifier: Apache-2.0
package org.peerpath.hardware;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.hardware.FirmwareEntry.Effect;
import org.peerpath.text.Texts;

class KnowledgeTest {
    private static final DeviceId CX8 = new DeviceId(0x15b3, 0x1023);

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "40.46.5500, FREEZES_HOST",
        "40.47.2526, FREEZES_HOST",
        "40.50.0464, VERIFIED_GOOD",
        "40.50.464, VERIFIED_GOOD"
    })
    void shippedFirmwareEntries(String version, Effect effect) {
        assertEquals(List.of(effect), effects(Knowledge.shipped(), version));
    }

    /** Between and beyond what was tried, nothing is known. */
    @ParameterizedTest
    @ValueSource(
            strings = {"40.48.1000", "40.47.2682", "40.47.2525", "40.47.25260", "40.5.0464", "40.50.0465", "41.0.0"})
    void everythingElseIsUnknown(String version) {
        assertEquals(List.of(), effects(Knowledge.shipped(), version));
    }

    @Test
    void versionsCompareNumberByNumber() {
        assertTrue(version("40.9.1").compareTo(version("40.10.0")) < 0);
        assertEquals(0, version("40.50").compareTo(version("40.50.0")));
        assertEquals("40.50.0464", version("40.50.0464 (MT_0000001234)").toString());
        assertEquals(Optional.empty(), FirmwareVersion.parse("unknown"));
        assertEquals(Optional.empty(), FirmwareVersion.parse("40"));
        assertEquals(Optional.empty(), FirmwareVersion.parse("99999999999.1.1"));
    }

    @Test
    void aUsersEntryWinsAndIsMarked() throws IOException {
        user("mine.json", """
                {"schema": "peerpath.knowledge.firmware/1", "firmware": [
                  {"id": "ours", "family": "ConnectX-8", "devices": ["15b3:1023"],
                   "versions": [{"from": "40.47.2000", "to": "40.48.9999"}], "effect": "verified-good",
                   "confidence": "verified", "source": "our lab", "date": "2026-11-20", "text": "200 binds"}]}
                """);
        user("names.json", """
                {"schema": "peerpath.knowledge.devices/1", "devices": [
                  {"id": "15b3:1023", "name": "Our NIC", "kind": "nic"}]}
                """);
        Knowledge knowledge = KnowledgeFiles.withUserFiles(folder);
        assertEquals(List.of(), knowledge.notes());
        assertEquals(List.of(Effect.VERIFIED_GOOD), effects(knowledge, "40.47.2526"));
        assertTrue(knowledge.firmware(CX8, version("40.47.2526")).getFirst().user());
        assertEquals(List.of(Effect.FREEZES_HOST), effects(knowledge, "40.46.5500"), "not covered by the user's entry");
        KnownDevice device = knowledge.device(0x15b3, 0x1023).orElseThrow();
        assertEquals("Our NIC", device.name());
        assertTrue(device.user());
        assertFalse(knowledge.device(0x10de, 0x3182).orElseThrow().user());
    }

    @ParameterizedTest
    @MethodSource("wrongFiles")
    void aWrongFileIsLeftOutAndSaidToBe(String json, String said) throws IOException {
        user("wrong.json", json);
        Knowledge knowledge = KnowledgeFiles.withUserFiles(folder);
        assertEquals(1, knowledge.notes().size());
        String note = Texts.ENGLISH.say(knowledge.notes().getFirst());
        assertTrue(note.contains("wrong.json") && note.contains(said), note);
        assertEquals(
                "ConnectX-8", knowledge.device(0x15b3, 0x1023).orElseThrow().name());
    }

    static Stream<Arguments> wrongFiles() {
        return Stream.of(
                wrong("{\n'a': x}", "not valid JSON in line 2"),
                wrong(device("'name': ' ', 'kind': 'nic'"), "/devices/0/name must"),
                wrong(
                        device("'name': 'a', 'kind': 'nic', 'gigabitsPerSecond': 0"),
                        "/devices/0/gigabitsPerSecond must"),
                wrong(device("'name': 'a', 'kind': 'nic', 'virtualFunctionLimit': '8'"), "virtualFunctionLimit must"),
                wrong(kernel("'commits': 'abc'"), "/kernels/0/commits must look like this: [ ]"),
                wrong(kernel("'commits': [1]"), "/kernels/0/commits must look like this: [\"…\"]"),
                wrong(kernel("'iommu': 'vt-d'"), "/kernels/0/iommu must look like this: intel | amd | smmu-v3 | other"),
                wrong(kernel("'hangs': 1"), "/kernels/0/hangs must look like this: true | false"),
                wrong("{", "not valid JSON in line"),
                wrong("[]", "/ must look like this: { }"),
                wrong("{'schema': 'peerpath.knowledge.rumours/1'}", "/schema must look like this"),
                wrong("{'schema': 'peerpath.knowledge.devices/1'}", "/devices must look like this: [ ]"),
                wrong(devices("") + ", 'x': 1}", "there is no field /x"),
                wrong(devices("{'id': '15B3:1', 'name': 'a', 'kind': 'nic'}") + "}", "/devices/0/id must"),
                wrong(devices("{'id': '15b3:0001', 'name': 'a', 'kind': 'nik'}") + "}", "/devices/0/kind must"),
                wrong(devices("{'id': '15b3:0001', 'name': 5, 'kind': 'nic'}") + "}", "/devices/0/name must"),
                wrong(
                        devices("{'id': '15b3:0001', 'name': 'a', 'kind': 'nic', 'gbps': 8}") + "}",
                        "there is no field /devices/0/gbps"),
                wrong(
                        devices("{'id': '15b3:0001', 'name': 'a', 'kind': 'nic', 'gigabitsPerSecond': -8}") + "}",
                        "/devices/0/gigabitsPerSecond must"),
                wrong(
                        "{'schema': 'peerpath.knowledge.kernels/1', 'kernels': "
                                + "[{'id': 'k', 'fixedIn': '6.12', 'source': 's'}]}",
                        "/kernels/0/text must"),
                wrong(
                        "{'schema': 'peerpath.knowledge.platforms/1', 'platforms': "
                                + "[{'vendor': 'Q', 'name': 'q', 'guest': 'yes'}]}",
                        "/platforms/0/guest must look like this: true"),
                wrong(
                        "{'schema': 'peerpath.knowledge.kernels/1', 'kernels': "
                                + "[{'id': 'k', 'fixedIn': 'soon', 'source': 's'}]}",
                        "/kernels/0/fixedIn must"));
    }

    private static String device(String fields) {
        return devices("{'id': '15b3:0001', " + fields + "}") + "}";
    }

    private static String kernel(String fields) {
        return "{'schema': 'peerpath.knowledge.kernels/1', 'kernels': "
                + "[{'id': 'k', 'fixedIn': '6.12', 'source': 's', 'text': 't', " + fields + "}]}";
    }

    private static Arguments wrong(String json, String said) {
        return Arguments.of(json.replace('\'', '"'), said);
    }

    private static String devices(String entry) {
        return "{'schema': 'peerpath.knowledge.devices/1', 'devices': [" + entry + "]";
    }

    private void user(String name, String json) throws IOException {
        Files.writeString(folder.resolve(name), json);
    }

    private static List<Effect> effects(Knowledge knowledge, String version) {
        return knowledge.firmware(CX8, version(version)).stream()
                .map(FirmwareEntry::effect)
                .toList();
    }

    private static FirmwareVersion version(String text) {
        return FirmwareVersion.parse(text).orElseThrow();
    }

    private Knowledge users(String json) throws IOException {
        user("users.json", json.replace('\'', '"'));
        Knowledge knowledge = KnowledgeFiles.withUserFiles(folder);
        assertEquals(List.of(), knowledge.notes());
        return knowledge;
    }

    @Test
    void everyFieldOfADeviceArrives() throws IOException {
        KnownDevice device = users(
                        device("'name': 'a', 'kind': 'nic', 'gigabitsPerSecond': 1, 'virtualFunctionLimit': 8"))
                .device(0x15b3, 0x0001)
                .orElseThrow();
        assertEquals("15b3:0001", device.ids().toString());
        assertEquals(Optional.of(DeviceKind.NIC), device.kind());
    }

    @Test
    void everyFieldOfAKernelArrives() throws IOException {
        Knowledge one = users(kernel("'iommu': 'amd', 'commits': ['a', 'b'], 'hangs': true"));
        KernelEntry all = new KernelEntry(
                "k",
                Optional.of(IommuKind.AMD),
                new KernelVersion(6, 12, 0),
                List.of("a", "b"),
                true,
                "s",
                Optional.of("t"),
                true);
        assertEquals(all, one.kernels().getLast());
        assertEquals(Knowledge.shipped().kernels().size() + 1, one.kernels().size());
        Knowledge few = users(kernel("'hangs': false").replace("6.12", "6.12.3"));
        assertEquals(
                new KernelEntry(
                        "k",
                        Optional.empty(),
                        new KernelVersion(6, 12, 3),
                        List.of(),
                        false,
                        "s",
                        Optional.of("t"),
                        true),
                few.kernels().getLast());
    }

    @Test
    void aMachineIsKnownByItsMakerAndItsNameAndAUsersEntryComesFirst() throws IOException {
        assertTrue(
                Knowledge.shipped().platform("QEMU", "anything").orElseThrow().guest());
        assertEquals(Optional.empty(), Knowledge.shipped().platform("Nobody", "HGX B300"));
        Knowledge knowledge = users("{'schema': 'peerpath.knowledge.platforms/1', 'platforms': ["
                + "{'vendor': 'QEMU', 'name': 'our cloud'},"
                + "{'vendor': 'Maker', 'product': 'One', 'name': 'first', 'guest': false}]}");
        Platform ours = knowledge.platform("QEMU", "anything").orElseThrow();
        assertEquals("our cloud", ours.name());
        assertFalse(ours.guest());
        assertEquals("first", knowledge.platform("Maker", "One").orElseThrow().name());
        assertEquals(Optional.empty(), knowledge.platform("Maker", "Two"));
    }

    @Test
    void otherFilesAreNotReadAndLargeOnesAreRefused() throws IOException {
        user("notes.txt", "{");
        assertEquals(List.of(), KnowledgeFiles.withUserFiles(folder).notes());
        String exact = (devices("") + ", 'comment': 'any'}").replace('\'', '"');
        user("large.json", exact + " ".repeat(1024 * 1024 - exact.length()));
        assertEquals(List.of(), KnowledgeFiles.withUserFiles(folder).notes(), "as large as may be");
        user("large.json", exact + " ".repeat(1024 * 1024 - exact.length() + 1));
        assertTrue(Texts.ENGLISH
                .say(KnowledgeFiles.withUserFiles(folder).notes().getFirst())
                .contains("larger than"));
    }

    @Test
    void xdgFolder() {
        assertEquals(
                Optional.of(Path.of("/c/peerpath/knowledge")),
                KnowledgeFiles.folder(Map.of("XDG_CONFIG_HOME", "/c", "HOME", "/h")));
        assertEquals(
                Optional.of(Path.of("/h/.config/peerpath/knowledge")),
                KnowledgeFiles.folder(Map.of("XDG_CONFIG_HOME", "relative", "HOME", "/h")));
        assertEquals(Optional.empty(), KnowledgeFiles.folder(Map.of()));
    }

    @Test
    void withoutAFolderTheShippedKnowledgeStands() {
        Knowledge knowledge = KnowledgeFiles.withUserFiles(folder.resolve("none"));
        assertEquals(List.of(), knowledge.notes());
        assertEquals(
                "ConnectX-8", knowledge.device(0x15b3, 0x1023).orElseThrow().name());
    }
}
