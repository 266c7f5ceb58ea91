// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.peerpath.iommu.IommuGroup;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.Reading;
import org.peerpath.text.Texts;

/** Finds functions by address, name, model, driver, network device or serial number, and groups by number. */
public final class Search {
    private static final int MOST = 40;

    private Search() {}

    /** One thing found. */
    public record Hit(String name, String detail, Selection selection) {}

    /** What matches, best first: names that begin with the words, then names that hold them, then everything else. */
    public static List<Hit> find(HostView view, Texts texts, String words) {
        String wanted = words.strip().toLowerCase(Locale.ROOT);
        if (wanted.isEmpty()) {
            return List.of();
        }
        List<Hit> begins = new ArrayList<>();
        List<Hit> holds = new ArrayList<>();
        List<Hit> others = new ArrayList<>();
        for (PciFunction function : view.host().topology().functions().values()) {
            Address address = function.address();
            String name = texts.say(view.labels().shortName(address));
            Hit hit = new Hit(name, detail(view, function), Selection.of(address));
            if (begins(name, wanted) || begins(address.toString(), wanted) || begins(shortAddress(address), wanted)) {
                begins.add(hit);
            } else if (holds(name, wanted) || holds(address.toString(), wanted)) {
                holds.add(hit);
            } else if (rest(view, function).anyMatch(text -> holds(text, wanted))) {
                others.add(hit);
            }
        }
        for (IommuGroup group : view.host().iommu().groups().values()) {
            if (group.name().equals(wanted)) {
                others.add(new Hit(
                        texts.say("ui.inspect.group", group.name()),
                        texts.say("ui.inspect.group.members", group.members().size()),
                        new Selection.OfGroup(group.name())));
            }
        }
        begins.addAll(holds);
        begins.addAll(others);
        return List.copyOf(begins.subList(0, Math.min(MOST, begins.size())));
    }

    private static String detail(HostView view, PciFunction function) {
        Optional<String> model = view.labels().model(function.address());
        return model.map(m -> m + " · " + function.address())
                .orElseGet(() -> function.address().toString());
    }

    private static Stream<String> rest(HostView view, PciFunction function) {
        Stream<String> readings = function.facts().attributes().entrySet().stream()
                .filter(entry -> !entry.getKey().equals(Attributes.REALPATH)
                        && !entry.getKey().equals(Attributes.RESOURCE))
                .flatMap(entry -> switch (entry.getValue()) {
                    case Reading.Text text -> Stream.of(text.value());
                    case Reading.Listing listing -> listing.entries().stream();
                    case Reading.Data data ->
                        entry.getKey().equals(Attributes.VPD) ? Stream.of(ascii(data.bytes())) : Stream.<String>empty();
                    case Reading.Missing _, Reading.Failed _ -> Stream.<String>empty();
                });
        return Stream.concat(view.labels().model(function.address()).stream(), readings);
    }

    /** Vital product data hold the serial number in plain ASCII between binary tags. */
    private static String ascii(Bytes bytes) {
        StringBuilder text = new StringBuilder(bytes.length());
        for (int i = 0; i < bytes.length(); i++) {
            int c = bytes.at(i);
            text.append(c >= ' ' && c <= '~' ? (char) c : ' ');
        }
        return text.toString();
    }

    private static String shortAddress(Address address) {
        String full = address.toString();
        return full.substring(full.indexOf(':') + 1);
    }

    private static boolean begins(String text, String wanted) {
        return text.toLowerCase(Locale.ROOT).startsWith(wanted);
    }

    private static boolean holds(String text, String wanted) {
        return text.toLowerCase(Locale.ROOT).contains(wanted);
    }
}
