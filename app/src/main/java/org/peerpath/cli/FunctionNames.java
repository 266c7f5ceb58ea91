// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.util.List;
import java.util.Locale;
import org.peerpath.advice.Labels;
import org.peerpath.cli.Command.UsageException;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;

/** Finds the function a user names: by address, with or without domain, or by its short name ("mlx5_5", "gpu 5"). */
final class FunctionNames {
    private FunctionNames() {}

    static Address find(HostModel host, String name) throws UsageException {
        var byAddress = Address.parse(name);
        if (byAddress.isPresent()) {
            if (host.topology().find(byAddress.get()).isEmpty()) {
                throw new UsageException(Message.of("whatif.no-function", byAddress.get()));
            }
            return byAddress.get();
        }
        Labels labels = Labels.of(host);
        List<Address> found = host.topology().functions().keySet().stream()
                .filter(address ->
                        squeeze(Texts.ENGLISH.say(labels.shortName(address))).equals(squeeze(name)))
                .toList();
        return switch (found.size()) {
            case 0 -> throw new UsageException(Message.of("cli.no-such-name", name));
            case 1 -> found.getFirst();
            default -> throw new UsageException(Message.of("cli.ambiguous-name", name, found.toString()));
        };
    }

    private static String squeeze(String name) {
        return name.replaceAll("\\s+", "").toLowerCase(Locale.ROOT);
    }
}
