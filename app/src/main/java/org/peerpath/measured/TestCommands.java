// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.hardware.Vendors;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathReport;
import org.peerpath.path.Roles;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.text.ShellWords;

/**
 * The commands that measure one pair: TCP, RDMA with the memory of the host, RDMA with the GPU's, each for the server (this
 * host) and a client like it. Options are those of linux-rdma/perftest@00b55b66 and iperf 3.12; nothing is run or installed.
 *
 * @param requester the NIC
 * @param target the GPU
 * @param server on this host, in this order
 * @param client on another host with the same devices, after the server's command of the same place
 */
public record TestCommands(Address requester, Address target, List<String> server, List<String> client) {
    private static final String ADDRESS = "SERVER";
    private static final int FIRST_PORT = 18515;
    private static final int IPERF_PORT = 5201;

    public TestCommands {
        server = List.copyOf(server);
        client = List.copyOf(client);
    }

    /** Returns the client's command of a place with the address of the host that waits. */
    public String client(int place, String address) {
        return client.get(place).replace(ADDRESS, address);
    }

    /**
     * Returns the commands for each of the paths whose NIC has an RDMA device on this host; one that is given to VFIO has
     * none.
     */
    public static List<TestCommands> of(HostModel host, List<PathReport> paths) {
        List<TestCommands> all = new ArrayList<>();
        for (PathReport path : paths) {
            of(host, path, all.size()).ifPresent(all::add);
        }
        return all;
    }

    /**
     * Returns the commands for one path; empty if its NIC has no RDMA device on this host.
     *
     * @param place among the pairs that are measured, from 0: each has a port of its own
     */
    public static Optional<TestCommands> of(HostModel host, PathReport path, int place) {
        return rdma(host, path.requester()).map(device -> of(host, path, device, place));
    }

    private static TestCommands of(HostModel host, PathReport path, String device, int place) {
        PciFunction nic = host.topology().get(path.requester());
        PciFunction gpu = host.topology().get(path.target());
        String bound = numa(nic)
                .map(node -> "numactl -N " + node + " -m " + node + " ")
                .orElse("");
        String common = bound + "ib_write_bw -d " + ShellWords.readable(device) + " -p " + (FIRST_PORT + place)
                + " -s 1048576 -n 5000 -t 128 -F --report_gbits";
        boolean amd = gpu.isBy(Vendors.AMD_GRAPHICS);
        String memory = amd
                ? " --use_rocm=" + index(host, gpu) + " --use_rocm_dmabuf"
                : " --use_cuda=" + index(host, gpu) + " --use_cuda_dmabuf --data_validation";
        String order = amd ? "" : "CUDA_DEVICE_ORDER=PCI_BUS_ID ";
        int port = IPERF_PORT + place;
        List<String> server =
                List.of(bound + "iperf3 -s -1 -p " + port, common + " --data_validation", order + common + memory);
        List<String> client = List.of(
                bound + "iperf3 -c " + ADDRESS + " -p " + port + " -P 8 -t 10",
                server.get(1) + " " + ADDRESS,
                server.get(2) + " " + ADDRESS);
        return new TestCommands(path.requester(), path.target(), server, client);
    }

    private static Optional<String> rdma(HostModel host, Address nic) {
        return host.topology()
                .get(nic)
                .facts()
                .entries(Attributes.INFINIBAND)
                .asOptional()
                .flatMap(names -> names.stream().filter(name -> !name.isBlank()).findFirst());
    }

    /** Its number among those of its vendor in the order of the bus. */
    private static int index(HostModel host, PciFunction gpu) {
        List<Address> own = Roles.targets(host.topology(), Roles.TargetKind.GPU).stream()
                .filter(other -> other.vendor().asOptional().equals(gpu.vendor().asOptional()))
                .map(PciFunction::address)
                .toList();
        return Math.max(0, own.indexOf(gpu.address()));
    }

    private static Optional<String> numa(PciFunction nic) {
        return nic.facts()
                .text(Attributes.NUMA_NODE)
                .asOptional()
                .map(String::strip)
                .filter(node -> node.matches("\\d{1,4}"));
    }
}
