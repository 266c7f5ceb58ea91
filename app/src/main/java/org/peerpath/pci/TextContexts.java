// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.peerpath.snapshot.FunctionFacts;

/** What the text of one file tells about all functions of a domain: whether lspci could read extended space there. */
final class TextContexts {
    private static final LspciText.Context READ = new LspciText.Context(true);

    private final Set<Integer> domainsRead;

    private TextContexts(Set<Integer> domainsRead) {
        this.domainsRead = domainsRead;
    }

    static TextContexts of(Collection<FunctionFacts> functions) {
        Set<Integer> read = new HashSet<>();
        for (FunctionFacts facts : functions) {
            if (!facts.lspciText().isEmpty()
                    && !read.contains(facts.address().domain())
                    && LspciText.showsExtended(facts)) {
                read.add(facts.address().domain());
            }
        }
        return new TextContexts(read);
    }

    LspciText.Context of(FunctionFacts facts) {
        return domainsRead.contains(facts.address().domain()) ? READ : LspciText.Context.NONE;
    }
}
