// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.peerpath.handover.DomainText;
import org.peerpath.model.HostModel;
import org.peerpath.vm.model.VmDescription;

/**
 * What a person gave to tell of a host's VMs.
 *
 * @param descriptions of VMs; several may be about one
 * @param definitions libvirt's, the newest first: what a handover kit can change
 * @param guest what was read inside the only VM
 */
public record VmFiles(List<VmDescription> descriptions, List<DomainText> definitions, Optional<HostModel> guest) {
    static final VmFiles NONE = new VmFiles(List.of(), List.of(), Optional.empty());

    public VmFiles {
        descriptions = List.copyOf(descriptions);
        definitions = List.copyOf(definitions);
    }

    /** Returns the definition of a VM; empty if none of that name was given. */
    public Optional<DomainText> definition(String name) {
        return definitions.stream().filter(text -> text.name().equals(name)).findFirst();
    }

    VmFiles with(List<VmDescription> more, List<DomainText> texts) {
        return new VmFiles(
                Stream.concat(descriptions.stream(), more.stream()).distinct().toList(),
                Stream.concat(texts.stream(), definitions.stream()).toList(),
                guest);
    }

    VmFiles with(HostModel inside) {
        return new VmFiles(descriptions, definitions, Optional.of(inside));
    }
}
