// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.hardware.Knowledge;
import org.peerpath.hardware.KnownDevice;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathReport;
import org.peerpath.path.Roles;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

/** What people call the functions of one host. Immutable. */
public final class Labels {
    private static final Pattern LAST_BRACKET = Pattern.compile(".*\\[([^\\[\\]]{2,})]");
    private static final Pattern VENDOR_BRACKET = Pattern.compile("^[^\\[\\]]*\\[[^\\[\\]]*] +");
    /** "Intel Corporation", "Broadcom Inc. and subsidiaries", "Realtek Semiconductor Co., Ltd.", "Broadcom / LSI". */
    private static final Pattern MAKER =
            Pattern.compile("^(?:Broadcom / LSI|Microsemi / PMC / IDT|[A-Z][^\\[\\]]{0,60}?"
                    + "(?: Corporation| Corp\\.?| Technologies| Technology|,? Inc\\.?|,? (?:Co\\.?,? )?Ltd\\.?)"
                    + "(?:,? (?:Inc|Co|Ltd|Corp)\\.?)*(?: and subsidiaries)?) +(?=\\S)");

    private static final int LONGEST_MODEL = 48;

    private final HostModel host;
    private final Knowledge knowledge;
    private final PciIds ids;
    private final boolean oneDomain;
    private final Map<Address, Message> numbered = new HashMap<>();

    private Labels(HostModel host, Knowledge knowledge) {
        this.host = host;
        this.knowledge = knowledge;
        this.ids = PciIds.of(host.snapshot());
        Topology topology = host.topology();
        this.oneDomain = topology.functions().keySet().stream().allMatch(a -> a.domain() == 0);
        number("label.gpu", Roles.targets(topology, Roles.TargetKind.GPU));
        number("label.nvme", Roles.targets(topology, Roles.TargetKind.NVME));
        number("label.nic", Roles.nics(topology, true));
    }

    /** With the knowledge in use. */
    public static Labels of(HostModel host) {
        return of(host, Knowledge.inUse());
    }

    /** Names everything of a host that has a name, by this knowledge. */
    public static Labels of(HostModel host, Knowledge knowledge) {
        return new Labels(host, knowledge);
    }

    private void number(String key, List<PciFunction> functions) {
        for (int i = 0; i < functions.size(); i++) {
            numbered.put(functions.get(i).address(), Message.of(key, Integer.toString(i)));
        }
    }

    /**
     * A short name: what the kernel calls a NIC ("mlx5_5") or a drive ("nvme0"), "GPU 5" by order of address, "root port
     * 15:01.0", "port b7:00.0", "mlx5_5 VF 1" by the kernel's number, which begins at 0; else the address. Without the
     * domain where all functions are in domain 0.
     */
    public Message shortName(Address address) {
        Optional<PciFunction> function = host.topology().find(address);
        return function.map(this::name).orElseGet(() -> plain(brief(address)));
    }

    /** The requester's short name, and through which function it sends where that is another one. */
    public Message requester(PathReport report) {
        Message name = shortName(report.requester());
        return report.via()
                .map(via -> Message.of("label.via", name, shortName(via)))
                .orElse(name);
    }

    /** The address as it stands in short names. */
    public String brief(Address address) {
        String full = address.toString();
        return oneDomain ? full.substring(full.indexOf(':') + 1) : full;
    }

    private Message name(PciFunction function) {
        Address address = function.address();
        return switch (function.kind()) {
            case ROOT_PORT -> Message.of("label.root-port", brief(address));
            case UPSTREAM_PORT -> Message.of("label.switch", brief(address));
            case DOWNSTREAM_PORT -> Message.of("label.port", brief(address));
            case BRIDGE -> Message.of("label.bridge", brief(address));
            case VIRTUAL_FUNCTION -> virtual(address);
            case ENDPOINT -> endpoint(function);
        };
    }

    private Message virtual(Address address) {
        return host.topology()
                .physicalFunction(address)
                .<Message>map(physical -> Message.of("label.vf", shortName(physical), number(physical, address)))
                .orElseGet(() -> plain(brief(address)));
    }

    /** The number in the PF's link, else the place among the VFs that are known. */
    private String number(Address physical, Address virtual) {
        String target = virtual.toString();
        return host.topology().get(physical).facts().attributes().keySet().stream()
                .filter(name -> name.startsWith(Attributes.VIRTFN_PREFIX))
                .filter(name -> host.topology().get(physical).facts().text(name).knownToBe(target::equals))
                .map(name -> name.substring(Attributes.VIRTFN_PREFIX.length()))
                .findFirst()
                .orElseGet(() -> Integer.toString(
                        host.topology().virtualFunctions(physical).indexOf(virtual)));
    }

    private Message endpoint(PciFunction function) {
        return child(function, Attributes.INFINIBAND)
                .or(() -> child(function, Attributes.NET))
                .or(() -> child(function, Attributes.NVME))
                .map(Labels::plain)
                .or(() -> Optional.ofNullable(numbered.get(function.address())))
                .orElseGet(() -> plain(brief(function.address())));
    }

    private static Optional<String> child(PciFunction function, String directory) {
        return function.facts()
                .entries(directory)
                .asOptional()
                .flatMap(names -> names.stream().filter(name -> !name.isBlank()).findFirst());
    }

    static Message plain(String text) {
        return Message.of("label.plain", text);
    }

    /**
     * The model as people say it, "ConnectX-8", "B300", "PEX890xx": from the knowledge base, else from the host's own
     * pci.ids, else from the name that lspci printed. A VF has its PF's.
     */
    public Optional<String> model(Address address) {
        return host.topology()
                .find(address)
                .flatMap(function -> host.topology()
                        .physicalFunction(address)
                        .flatMap(this::model)
                        .or(() -> device(function).map(KnownDevice::name))
                        .or(() -> pair(function)
                                .flatMap(pair -> ids.device(pair[0], pair[1]).map(Labels::bracketed)))
                        .or(() -> text(function, "device_name").map(Labels::bracketed))
                        .or(() -> text(function, "name").map(Labels::bracketed)));
    }

    /** What the knowledge base says about a function; a VF's entry is its own, which is rare. */
    public Optional<KnownDevice> device(PciFunction function) {
        return pair(function).flatMap(pair -> knowledge.device(pair[0], pair[1]));
    }

    private static Optional<int[]> pair(PciFunction function) {
        return function.vendor()
                .asOptional()
                .flatMap(vendor -> function.device().asOptional().map(device -> new int[] {vendor, device}));
    }

    private static Optional<String> text(PciFunction function, String attribute) {
        Fact<String> fact = function.facts().text(attribute);
        return fact.asOptional().filter(text -> !text.isBlank());
    }

    /** "MT2910 Family [ConnectX-7]" is a ConnectX-7; without such a bracket the name itself, less the maker's. */
    private static String bracketed(String name) {
        Matcher last = LAST_BRACKET.matcher(name.strip());
        String model = last.matches()
                ? last.group(1)
                : MAKER.matcher(VENDOR_BRACKET.matcher(name.strip()).replaceFirst(""))
                        .replaceFirst("");
        return model.length() > LONGEST_MODEL ? model.substring(0, LONGEST_MODEL) + "…" : model;
    }
}
