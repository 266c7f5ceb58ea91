// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.inspect;

import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.Reading;
import org.peerpath.text.Texts;
import org.peerpath.ui.inspect.Inspection.FactRow;
import org.peerpath.ui.model.Selection;

/** Rows of facts: the value or why there is none, where it was read, and what shows it on the host. */
final class Readings {
    private final Texts texts;

    Readings(Texts texts) {
        this.texts = texts;
    }

    /** A sysfs attribute of a function. */
    FactRow attribute(String labelKey, PciFunction function, String attribute) {
        return attribute(labelKey, function, attribute, function.facts().text(attribute));
    }

    /** A directory attribute: its entries. */
    FactRow entries(String labelKey, PciFunction function, String attribute) {
        return attribute(
                labelKey,
                function,
                attribute,
                function.facts().entries(attribute).map(names -> String.join(", ", names)));
    }

    private FactRow attribute(String labelKey, PciFunction function, String attribute, Fact<String> value) {
        return new FactRow(
                texts.say(labelKey),
                say(value),
                value.isUnknown(),
                source(function, attribute).map(from -> attribute + " · " + from),
                Optional.of(showCommand(function.address(), attribute)),
                Optional.empty());
    }

    /** Something decoded from configuration space. */
    FactRow decoded(String labelKey, PciFunction function, Fact<String> value) {
        return new FactRow(
                texts.say(labelKey),
                say(value),
                value.isUnknown(),
                source(function, Attributes.CONFIG).map(from -> texts.say("ui.inspect.config-source", from)),
                Optional.of("sudo lspci -vvv -s " + function.address()),
                Optional.empty());
    }

    FactRow worked(String labelKey, String value) {
        return FactRow.plain(texts.say(labelKey), value);
    }

    FactRow linked(String labelKey, String value, Selection link) {
        return new FactRow(texts.say(labelKey), value, false, Optional.empty(), Optional.empty(), Optional.of(link));
    }

    /** The value, "not there", or why it is not known: never an empty place that could pass for off. */
    String say(Fact<String> fact) {
        return switch (fact) {
            case Fact.Known<String>(String value) -> value.isBlank() ? texts.say("ui.fact.empty") : value;
            case Fact.Absent<String>() -> texts.say("ui.fact.absent");
            case Fact.Unknown<String>(var why)
            when why.key().equals("unknown.not-in-source") -> texts.say("ui.fact.not-in-source");
            case Fact.Unknown<String>(var why) -> texts.say("ui.fact.unknown", why);
        };
    }

    /** Where an attribute was read, as the reading says. */
    static Optional<String> source(PciFunction function, String attribute) {
        return Optional.ofNullable(function.facts().attributes().get(attribute))
                .map(Reading::source)
                .filter(source -> !source.isBlank());
    }

    private static String showCommand(Address function, String attribute) {
        String path = "/sys/bus/pci/devices/" + function + "/" + attribute;
        return switch (attribute) {
            case Attributes.DRIVER, Attributes.IOMMU_GROUP, Attributes.IOMMU, Attributes.PHYSFN -> "readlink " + path;
            case Attributes.INFINIBAND, Attributes.NET, Attributes.NVME, Attributes.DRM -> "ls " + path;
            default -> "cat " + path;
        };
    }

    /** {@code 0x005d}. */
    static String hex(int value, int digits) {
        return "0x" + HexFormat.of().toHexDigits(value, digits);
    }

    /** Hexadecimal rows as {@code lspci -xxxx} prints them. */
    static String dump(List<Integer> bytes) {
        StringBuilder dump = new StringBuilder();
        for (int at = 0; at < bytes.size(); at += 16) {
            dump.append(String.format(Locale.ROOT, "%02x:", at));
            for (int i = at; i < Math.min(at + 16, bytes.size()); i++) {
                dump.append(String.format(Locale.ROOT, " %02x", bytes.get(i)));
            }
            dump.append('\n');
        }
        return dump.toString();
    }
}
