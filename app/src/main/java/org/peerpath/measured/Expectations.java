// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.peerpath.advice.Labels;
import org.peerpath.hardware.KnownDevice;
import org.peerpath.measured.read.Figure;
import org.peerpath.measured.read.Trait;
import org.peerpath.model.HostModel;
import org.peerpath.path.Bandwidths;
import org.peerpath.path.Bottleneck;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathReport;
import org.peerpath.path.Roles;
import org.peerpath.pci.DeviceControl;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;

/** Works out what a path of one host can carry: its slowest link after headers, and the rate of the NIC's port. */
final class Expectations {
    private final HostModel host;
    private final Labels labels;
    private final Bandwidths bandwidths;
    private final Standards standards;
    private final Wire wire;

    Expectations(HostModel host, Labels labels, Standards standards) {
        this.host = host;
        this.labels = labels;
        this.bandwidths = new Bandwidths(host.topology());
        this.standards = standards;
        this.wire = new Wire(standards);
    }

    /** Returns what the route of a path's verdict carries. */
    Expectation path(PathReport path, Figure figure) {
        if (path.bottleneck().isEmpty()) {
            return Expectation.unknown(Message.of("measured.expected.no-link"));
        }
        List<Message> assumed = new ArrayList<>();
        int payload = payload(List.of(path.decidingFunction(), path.target()), assumed);
        Bottleneck slowest = path.bottleneck().get();
        double oneWay = wire.link(slowest.speed(), slowest.width(), payload);
        Message limit = link(slowest);
        if (Roles.isNetwork(physical(path.requester()))) {
            Optional<Double> port = port(path.requester(), figure, assumed);
            if (port.isPresent() && port.get() < oneWay) {
                oneWay = port.get();
                limit = Message.of("measured.expected.port", labels.shortName(path.requester()));
            }
        }
        if (!figure.both()) {
            return new Expectation(Optional.of(oneWay), limit, assumed);
        }
        double bothWays = 2 * oneWay;
        Optional<Bottleneck> shared = sharedByBoth(path);
        if (shared.isPresent()) {
            double above = wire.link(shared.get().speed(), shared.get().width(), payload);
            if (above < bothWays) {
                return new Expectation(Optional.of(above), link(shared.get()), assumed);
            }
        }
        return new Expectation(Optional.of(bothWays), limit, assumed);
    }

    /**
     * A request that is sent up to the root complex and back down passes the links above the switch twice, once in each
     * direction; the opposite traffic does too, so that the two share them.
     */
    private Optional<Bottleneck> sharedByBoth(PathReport path) {
        return path.verdict() == Outcome.DETOUR
                ? path.commonSwitch().flatMap(bandwidths::toRootComplex)
                : Optional.empty();
    }

    /** Returns what one function carries to and from the host's memory. */
    Expectation host(Address function, Figure figure) {
        Optional<Bottleneck> slowest = bandwidths.toRootComplex(function);
        if (slowest.isEmpty()) {
            return Expectation.unknown(Message.of("measured.expected.no-link"));
        }
        List<Message> assumed = new ArrayList<>();
        int payload = payload(List.of(function), assumed);
        double oneWay = wire.link(slowest.get().speed(), slowest.get().width(), payload);
        Message limit = link(slowest.get());
        if (Roles.isNetwork(physical(function))) {
            Optional<Double> port = port(function, figure, assumed);
            if (port.isPresent() && port.get() < oneWay) {
                oneWay = port.get();
                limit = Message.of("measured.expected.port", labels.shortName(function));
            }
        }
        return new Expectation(Optional.of(figure.both() ? 2 * oneWay : oneWay), limit, assumed);
    }

    private Message link(Bottleneck slowest) {
        return Message.of(
                "measured.expected.link",
                labels.shortName(slowest.port()),
                Double.toString(slowest.speed().gigatransfers()).replaceFirst("\\.0$", ""),
                slowest.width());
    }

    private Optional<Double> port(Address nic, Figure figure, List<Message> assumed) {
        Optional<Integer> rate = labels.device(physical(nic)).flatMap(KnownDevice::gigabitsPerSecond);
        if (rate.isEmpty()) {
            assumed.add(Message.of("measured.assumed.port", labels.shortName(nic)));
            return Optional.empty();
        }
        return Optional.of(
                figure.is(Trait.NETWORK)
                        ? wire.tcp(rate.get(), figure.network())
                        : wire.rdma(rate.get(), figure.network()));
    }

    /** The smallest of the ends that were read. */
    private int payload(List<Address> ends, List<Message> assumed) {
        List<Integer> read = ends.stream()
                .map(this::physical)
                .flatMap(end -> end.deviceControl().flatMap(DeviceControl::maxPayload).asOptional().stream())
                .toList();
        if (read.size() < ends.size()) {
            assumed.add(Message.of("measured.assumed.payload", (int) standards.value("assumed-payload")));
        }
        return Stream.concat(
                        read.stream(),
                        read.size() < ends.size()
                                ? Stream.of((int) standards.value("assumed-payload"))
                                : Stream.<Integer>empty())
                .min(Integer::compare)
                .orElseThrow();
    }

    private PciFunction physical(Address function) {
        return host.topology().get(host.topology().physicalFunction(function).orElse(function));
    }
}
