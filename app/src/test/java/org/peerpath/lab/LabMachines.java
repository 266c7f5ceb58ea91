// SPDX-License-Identifier: Apache-2.0
package org.peerpath.lab;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The machines of one test run, each started once; all of them end with the run, however it ends. */
final class LabMachines implements AutoCloseable {
    private final LabScript script = LabScript.find(Path.of(
            System.getProperty("peerpath.build", "target"),
            "lab-" + ProcessHandle.current().pid()));
    private final Map<String, LabHost> hosts = new HashMap<>();
    private @Nullable LabUnavailableException unavailable;

    LabHost host(Lab wanted) {
        if (unavailable != null) {
            throw unavailable;
        }
        String name = name(wanted);
        LabHost running = hosts.get(name);
        if (running != null) {
            return running;
        }
        try {
            LabHost started = LabHost.start(script, name, wanted);
            hosts.put(name, started);
            return started;
        } catch (LabUnavailableException e) {
            unavailable = e;
            throw e;
        }
    }

    private static String name(Lab wanted) {
        StringBuilder name = new StringBuilder(wanted.value());
        if (!wanted.userland().equals("gnu")) {
            name.append('-').append(wanted.userland());
        }
        if (!wanted.iommu().equals("pt")) {
            name.append('-').append(wanted.iommu());
        }
        if (wanted.memory() != 512) {
            name.append('-').append(wanted.memory());
        }
        return name.toString();
    }

    @Override
    public void close() {
        hosts.values().forEach(LabHost::close);
        script.run("clean");
    }
}
