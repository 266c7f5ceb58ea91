// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import org.peerpath.path.Scenario;
import picocli.CommandLine;

/** {@code --for}, of every command whose answer depends on the scenario. */
final class ScenarioOption {
    @CommandLine.Option(names = "--for", paramLabel = "SCENARIO", descriptionKey = "for", converter = Converter.class)
    private Scenario scenario = Scenario.AS_IS;

    Scenario scenario() {
        return scenario;
    }

    /** {@code as-is}, {@code bare-metal} or {@code vm}. */
    static final class Converter implements CommandLine.ITypeConverter<Scenario> {
        @Override
        public Scenario convert(String value) {
            return Scenario.of(value)
                    .orElseThrow(() -> new CommandLine.TypeConversionException("as-is|bare-metal|vm: " + value));
        }
    }
}
