// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.peerpath.hardware.FirmwareEntry;
import org.peerpath.hardware.Knowledge;
import org.peerpath.iommu.IommuUnit;
import org.peerpath.model.AtsAssessment;
import org.peerpath.path.PathReport;
import org.peerpath.path.Roles;
import org.peerpath.pci.Acs;
import org.peerpath.pci.Ats;
import org.peerpath.pci.Firmware;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.text.Texts;

/** The tables of a case file, as Markdown: what is set on the host, its firmware, and the sheet to fill in. */
final class CaseTables {
    private static final List<String> HOST_FILES = List.of(
            HostFiles.KERNEL_RELEASE,
            HostFiles.OS_RELEASE,
            HostFiles.CMDLINE,
            HostFiles.LOCKDOWN,
            HostFiles.SYS_VENDOR,
            HostFiles.PRODUCT_NAME,
            "sys/class/dmi/id/bios_version",
            "proc/driver/nvidia/version",
            "sys/module/mlx5_core/version");

    private final Answer answer;
    private final Texts texts;

    CaseTables(Answer answer, Texts texts) {
        this.answer = answer;
        this.texts = texts;
    }

    // ---- Settings --------------------------------------------------------------------------------------------------

    String settings() {
        List<List<String>> host = new ArrayList<>();
        for (String path : HOST_FILES) {
            host.add(List.of("/" + path, said(answer.host().snapshot().hostText(path))));
        }
        answer.host().iommu().units().asOptional().orElse(List.of()).forEach(unit -> host.add(unit(unit)));
        List<List<String>> functions = new ArrayList<>();
        AtsAssessment ats = new AtsAssessment(answer.host());
        for (Address address : concerned()) {
            PciFunction function = answer.host().topology().get(address);
            functions.add(List.of(
                    address.toString(),
                    texts.say(answer.labels().shortName(address)),
                    said(function.acs().flatMap(Acs::capability).map(Json::word)),
                    said(function.acs().flatMap(Acs::control).map(Json::word)),
                    said(function.ats().flatMap(Ats::control).map(Json::word)),
                    texts.say("ats.word." + ats.of(function).state().id()),
                    said(function.facts().text(Attributes.DRIVER)),
                    said(function.facts().text(Attributes.IOMMU_GROUP))));
        }
        return heading("case.settings")
                + table(List.of("case.what", "case.value"), host)
                + "\n"
                + table(
                        List.of(
                                "case.function",
                                "case.name",
                                "case.acs-capability",
                                "case.acs-control",
                                "case.ats-control",
                                "case.ats",
                                "case.driver",
                                "case.group"),
                        functions);
    }

    private List<String> unit(IommuUnit unit) {
        return List.of(
                unit.name(),
                said(unit.capability().map(Long::toHexString)) + " / "
                        + said(unit.extended().map(Long::toHexString)));
    }

    /** The ends of the nearest paths, the functions that decide them, and every bridge above. */
    private Set<Address> concerned() {
        Set<Address> all = new TreeSet<>();
        for (PathReport path : answer.nearest()) {
            Stream.of(path.requester(), path.sender(), path.decidingFunction(), path.target())
                    .forEach(end -> {
                        all.add(end);
                        all.addAll(answer.host().topology().place(end).chain());
                    });
        }
        return all;
    }

    // ---- Firmware --------------------------------------------------------------------------------------------------

    String firmware() {
        Knowledge knowledge = Knowledge.inUse();
        List<List<String>> rows = new ArrayList<>();
        for (PciFunction nic : Roles.nics(answer.host().topology(), false)) {
            List<String> known =
                    Firmware.dangers(knowledge, nic).stream().map(this::danger).toList();
            rows.add(List.of(
                    nic.address().toString(),
                    texts.say(answer.labels().shortName(nic.address())),
                    answer.labels().model(nic.address()).orElse("?"),
                    said(Firmware.version(nic).map(Object::toString)),
                    known.isEmpty() ? texts.say("case.firmware.nothing-known") : String.join("; ", known)));
        }
        return heading("case.firmware")
                + table(
                        List.of("case.function", "case.name", "case.model", "case.version", "case.known-trouble"),
                        rows);
    }

    private String danger(FirmwareEntry entry) {
        return texts.say("case.firmware.freezes", entry.family(), entry.source(), entry.date());
    }

    // ---- To fill in ------------------------------------------------------------------------------------------------

    /** What one looks at before and after a change; the left side is known already. */
    String beforeAndAfter(String trials) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(row("case.row.kernel", said(answer.host().snapshot().hostText(HostFiles.KERNEL_RELEASE))));
        for (PciFunction nic : Roles.nics(answer.host().topology(), false)) {
            rows.add(List.of(
                    texts.say("case.row.firmware", answer.labels().shortName(nic.address())),
                    said(Firmware.version(nic).map(Object::toString)),
                    ""));
        }
        for (PathReport path : answer.nearest()) {
            rows.add(List.of(
                    texts.say(
                            "case.row.verdict",
                            answer.labels().requester(path),
                            answer.labels().shortName(path.target())),
                    path.verdict().id(),
                    ""));
        }
        for (String measured : List.of("case.row.write", "case.row.read", "case.row.latency", "case.row.log")) {
            rows.add(row(measured, ""));
        }
        return heading("case.before-after")
                + table(List.of("case.what", "case.before", "case.after"), rows)
                + "\n## "
                + MarkdownReport.escape(texts.say("trial.title"))
                + "\n\n"
                + trials;
    }

    private List<String> row(String key, String before) {
        return List.of(texts.say(key), before, "");
    }

    // ---- Markdown --------------------------------------------------------------------------------------------------

    private String said(Fact<String> fact) {
        return switch (fact) {
            case Fact.Known<String>(String value) -> value.strip();
            case Fact.Absent<String>() -> "–";
            case Fact.Unknown<String> unread -> "?";
        };
    }

    private String heading(String key) {
        return "# " + MarkdownReport.escape(texts.say(key)) + "\n\n" + MarkdownReport.escape(texts.say("case.signs"))
                + "\n\n";
    }

    private String table(List<String> headings, List<List<String>> rows) {
        StringBuilder out = new StringBuilder("|");
        headings.forEach(key ->
                out.append(' ').append(MarkdownReport.escape(texts.say(key))).append(" |"));
        out.append("\n|").append("---|".repeat(headings.size())).append('\n');
        for (List<String> row : rows) {
            out.append('|');
            row.forEach(
                    cell -> out.append(' ').append(MarkdownReport.escape(cell)).append(" |"));
            out.append('\n');
        }
        return out.toString();
    }
}
