// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.inspect;

import org.peerpath.text.Texts;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.Selection;

/** Says all there is to say about a selection. Pure; runs away from the window's thread. */
public final class Inspections {
    private Inspections() {}

    /** What the inspector shows; a selection that is not in this host's view shows the host. */
    public static Inspection of(HostView view, Selection selection, Texts texts) {
        HostInspector host = new HostInspector(view, texts);
        return switch (selection) {
            case Selection.Nothing() -> host.inspect();
            case Selection.OfPath(var path, var port) ->
                view.path(path)
                        .map(report -> new PathInspector(view, texts).inspect(report, port))
                        .orElseGet(host::inspect);
            case Selection.OfFunction(var address) ->
                view.host()
                        .topology()
                        .find(address)
                        .map(function -> new FunctionInspector(view, texts).inspect(function))
                        .orElseGet(host::inspect);
            case Selection.OfGroup(String name) -> {
                var group = view.host().iommu().groups().get(name);
                yield group == null ? host.inspect() : host.group(group);
            }
        };
    }
}
