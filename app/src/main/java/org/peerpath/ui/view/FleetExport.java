// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.peerpath.fleet.FleetFormat;
import org.peerpath.fleet.FleetHtml;
import org.peerpath.fleet.HostGroups;
import org.peerpath.fleet.HostRecord;
import org.peerpath.model.HostModel;
import org.peerpath.text.Texts;
import org.peerpath.ui.model.FleetPage;
import org.peerpath.ui.model.HostEntry;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Saving;

/** The page of all hosts as a file: all of them, whatever the filter shows. */
final class FleetExport {
    private FleetExport() {}

    /** One page of HTML with the groups and the odd ones' pictures. */
    static void report(AppContext context) {
        HostGroups groups = context.overview().pageProperty().get().groups();
        Texts texts = context.language().texts();
        // Asked for here: what is open is known on the window's thread only.
        Map<String, Callable<HostModel>> models = new HashMap<>();
        for (HostEntry entry : context.fleet().entries()) {
            entry.model().ifPresent(model -> models.put(entry.source(), model));
        }
        Saving.ask(
                context,
                "fleet.html",
                out -> out.write(FleetHtml.of(
                                groups,
                                host -> {
                                    Callable<HostModel> model = models.get(host.source());
                                    if (model == null) {
                                        throw new IllegalStateException(host.source());
                                    }
                                    return model.call();
                                },
                                texts)
                        .getBytes(StandardCharsets.UTF_8)));
    }

    /** One line a host. */
    static void csv(AppContext context) {
        FleetPage page = context.overview().pageProperty().get();
        List<HostRecord> hosts = page.groups().groups().stream()
                .flatMap(group -> group.hosts().stream())
                .sorted(Comparator.comparing(HostRecord::host).thenComparing(HostRecord::source))
                .toList();
        Saving.ask(context, "fleet.csv", out -> {
            out.write(FleetFormat.csvNames().getBytes(StandardCharsets.UTF_8));
            for (HostRecord host : hosts) {
                out.write(FleetFormat.csvLine(host).getBytes(StandardCharsets.UTF_8));
            }
        });
    }
}
