// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;

/** {@code nvidia-smi -q}: what each GPU is and where; and its lists with a bus id on each line. */
final class SmiParser implements TextParser {
    private static final String SOURCE = "nvidia-smi -q";
    private static final Pattern GPU =
            Pattern.compile("\\s*GPU ([0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\\.[0-7])\\s*");
    private static final Pattern FIELD = Pattern.compile("\\s+([A-Z][\\w /().-]{1,60}?)\\s*:\\s?(.*)");
    private static final Pattern BEGIN =
            Pattern.compile("=+NVSMI LOG=+|Attached GPUs\\s*:\\s*\\d+|(?:Driver|CUDA) Version\\s*:\\s*[\\d.]+");
    private static final Pattern ID = Pattern.compile("0x([0-9A-Fa-f]{4})([0-9A-Fa-f]{4})");
    private static final Pattern LISTED =
            Pattern.compile("\\s*(\\d{1,3}), .{0,200}?\\b([0-9A-Fa-f]{8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\\.[0-7])\\b.*");

    private final Gathering gathering;
    private Optional<Address> current = Optional.empty();
    private int count;
    private boolean begun;

    SmiParser(Gathering gathering) {
        this.gathering = gathering;
    }

    @Override
    public SourceKind kind() {
        return SourceKind.NVIDIA_SMI;
    }

    @Override
    public boolean take(int number, String line) throws UnreadableSourceException {
        if (line.length() > 4096) {
            return false;
        }
        if (line.indexOf(':') >= 0 || line.startsWith("=")) {
            Matcher gpu = GPU.matcher(line);
            if (gpu.matches()) {
                begin(gpu.group(1));
                return true;
            }
            if (BEGIN.matcher(line.strip()).matches()) {
                begun = true;
                return true;
            }
            Matcher listed = LISTED.matcher(line);
            if (listed.matches()) {
                Optional<Address> address = address(listed.group(2));
                if (address.isPresent()) {
                    gathering.exists(address.get());
                    gathering.append(Tools.NVIDIA_GPUS, "GPU" + listed.group(1) + " = " + address.get(), SOURCE);
                }
                return true;
            }
        }
        if (current.isEmpty()) {
            return begun && line.startsWith(" ");
        }
        Matcher field = FIELD.matcher(line);
        if (field.matches()) {
            field(current.get(), field.group(1), field.group(2).strip());
            return true;
        }
        return line.startsWith("    ");
    }

    private static Optional<Address> address(String text) {
        return Address.parse(text.toLowerCase(Locale.ROOT));
    }

    private void begin(String text) throws UnreadableSourceException {
        current = address(text);
        if (current.isPresent()) {
            gathering.put(current.get(), Attributes.DRIVER, "nvidia", SOURCE);
            gathering.append(Tools.NVIDIA_GPUS, "GPU" + count + " = " + current.get(), SOURCE);
            count++;
        }
    }

    private void field(Address gpu, String name, String value) throws UnreadableSourceException {
        switch (name) {
            case "Device Id" -> ids(gpu, value, Attributes.VENDOR, Attributes.DEVICE);
            case "Sub System Id" -> ids(gpu, value, Attributes.SUBSYSTEM_VENDOR, Attributes.SUBSYSTEM_DEVICE);
            case "Product Name" -> gathering.put(gpu, "name", value, SOURCE);
            case "VBIOS Version" -> gathering.put(gpu, "vbios_version", value, SOURCE);
            default -> {}
        }
    }

    /** NVML puts the device's id into the upper half. */
    private void ids(Address gpu, String value, String vendor, String device) throws UnreadableSourceException {
        Matcher id = ID.matcher(value);
        if (id.matches()) {
            gathering.put(gpu, device, "0x" + id.group(1).toLowerCase(Locale.ROOT), SOURCE);
            gathering.put(gpu, vendor, "0x" + id.group(2).toLowerCase(Locale.ROOT), SOURCE);
        }
    }

    @Override
    public void end() {
        current = Optional.empty();
        begun = false;
        count = 0;
    }
}
