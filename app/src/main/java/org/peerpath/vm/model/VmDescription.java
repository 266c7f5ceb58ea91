// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.peerpath.snapshot.Note;
import org.peerpath.vm.shape.GuestShape;

/**
 * What one or several sources say about one VM.
 *
 * @param name empty where no source names it
 * @param uuid in lower case
 * @param vmm the virtual machine monitor
 * @param vmmVersion its version, where a source prints it
 * @param kernel the host's kernel release, where the VMM's log prints it
 * @param machine the machine type, {@code pc-q35-9.2}
 * @param running whether it runs; empty where no source tells
 * @param process its process on the host
 * @param usual the backend that its VMM uses where nothing else is said; unknown where the source does not tell
 * @param functions what it is given
 * @param shape its PCI tree
 * @param viommus IOMMUs shown to the guest
 * @param options of the whole VM
 * @param guestFunctions what the VMM sees inside the guest
 * @param events log lines that settle something, of its last start only
 * @param descriptors files that its process holds: {@code /dev/vfio/12}, {@code /dev/iommu}
 * @param requests devices asked for by the name of a resource, without an address
 * @param includes names of configuration files that the command line refers to
 * @param kinds what was read, a word each: {@code libvirt-xml}, {@code qemu-command}
 * @param notes what the readers want said
 */
public record VmDescription(
        Optional<String> name,
        Optional<String> uuid,
        Vmm vmm,
        Optional<VmmVersion> vmmVersion,
        Optional<String> kernel,
        Optional<String> machine,
        Optional<Boolean> running,
        OptionalInt process,
        Backend usual,
        List<AssignedFunction> functions,
        GuestShape shape,
        List<Viommu> viommus,
        Set<VmOption> options,
        List<GuestFunction> guestFunctions,
        List<VmEvent> events,
        SortedSet<String> descriptors,
        List<String> requests,
        List<String> includes,
        List<String> kinds,
        List<Note> notes) {
    public VmDescription {
        functions = List.copyOf(functions);
        viommus = List.copyOf(viommus);
        options = options.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(options));
        guestFunctions = List.copyOf(guestFunctions);
        events = List.copyOf(events);
        descriptors = Collections.unmodifiableSortedSet(new TreeSet<>(descriptors));
        requests = List.copyOf(requests);
        includes = List.copyOf(includes);
        kinds = List.copyOf(kinds);
        notes = List.copyOf(notes);
    }

    /** Returns what all functions have in common; empty where they differ, which is {@code mixed}. */
    public Optional<Backend> backend() {
        List<Backend> all =
                functions.stream().map(AssignedFunction::backend).distinct().toList();
        return all.isEmpty() ? Optional.of(usual) : all.size() == 1 ? Optional.of(all.getFirst()) : Optional.empty();
    }

    /** Collects a description. */
    public static final class Builder {
        private Optional<String> name = Optional.empty();
        private Optional<String> uuid = Optional.empty();
        private Vmm vmm = Vmm.UNKNOWN;
        private Optional<VmmVersion> vmmVersion = Optional.empty();
        private Optional<String> kernel = Optional.empty();
        private Optional<String> machine = Optional.empty();
        private Optional<Boolean> running = Optional.empty();
        private OptionalInt process = OptionalInt.empty();
        private Backend usual = Backend.UNKNOWN;
        private final List<AssignedFunction> functions = new ArrayList<>();
        private GuestShape shape = GuestShape.EMPTY;
        private final List<Viommu> viommus = new ArrayList<>();
        private final Set<VmOption> options = EnumSet.noneOf(VmOption.class);
        private final List<GuestFunction> guestFunctions = new ArrayList<>();
        private final List<VmEvent> events = new ArrayList<>();
        private final SortedSet<String> descriptors = new TreeSet<>();
        private final List<String> requests = new ArrayList<>();
        private final List<String> includes = new ArrayList<>();
        private final List<String> kinds = new ArrayList<>();
        private final List<Note> notes = new ArrayList<>();

        /** Begins with everything that a description says. */
        public static Builder of(VmDescription vm) {
            return new Builder()
                    .name(vm.name)
                    .uuid(vm.uuid)
                    .vmm(vm.vmm)
                    .vmmVersion(vm.vmmVersion)
                    .kernel(vm.kernel)
                    .machine(vm.machine)
                    .running(vm.running)
                    .process(vm.process)
                    .usual(vm.usual)
                    .functions(vm.functions)
                    .shape(vm.shape)
                    .viommus(vm.viommus)
                    .options(vm.options)
                    .guestFunctions(vm.guestFunctions)
                    .events(vm.events)
                    .descriptors(vm.descriptors)
                    .requests(vm.requests)
                    .includes(vm.includes)
                    .kinds(vm.kinds)
                    .notes(vm.notes);
        }

        public Builder name(Optional<String> value) {
            name = name.or(() -> value.filter(v -> !v.isBlank()));
            return this;
        }

        public Builder name(String value) {
            return name(Optional.of(value));
        }

        public Builder uuid(Optional<String> value) {
            uuid = uuid.or(() -> value.filter(v -> !v.isBlank()));
            return this;
        }

        public Builder vmm(Vmm value) {
            vmm = vmm == Vmm.UNKNOWN ? value : vmm;
            return this;
        }

        public Builder vmmVersion(Optional<VmmVersion> value) {
            vmmVersion = vmmVersion.or(() -> value);
            return this;
        }

        public Builder kernel(Optional<String> value) {
            kernel = kernel.or(() -> value);
            return this;
        }

        public Builder machine(Optional<String> value) {
            machine = machine.or(() -> value.filter(v -> !v.isBlank()));
            return this;
        }

        public Builder running(Optional<Boolean> value) {
            running = running.or(() -> value);
            return this;
        }

        public Builder process(OptionalInt value) {
            process = process.isPresent() ? process : value;
            return this;
        }

        public Builder usual(Backend value) {
            usual = usual == Backend.UNKNOWN ? value : usual;
            return this;
        }

        public Builder function(AssignedFunction value) {
            functions.add(value);
            return this;
        }

        public Builder functions(List<AssignedFunction> values) {
            functions.addAll(values);
            return this;
        }

        public Builder onlyFunctions(List<AssignedFunction> values) {
            functions.clear();
            return functions(values);
        }

        public Builder shape(GuestShape value) {
            shape = shape.and(value);
            return this;
        }

        public Builder onlyShape(GuestShape value) {
            shape = value;
            return this;
        }

        public Builder viommus(List<Viommu> values) {
            values.stream().filter(v -> !viommus.contains(v)).forEach(viommus::add);
            return this;
        }

        public Builder option(VmOption value) {
            options.add(value);
            return this;
        }

        public Builder options(Set<VmOption> values) {
            options.addAll(values);
            return this;
        }

        public Builder guestFunctions(List<GuestFunction> values) {
            guestFunctions.addAll(values);
            return this;
        }

        public Builder onlyGuestFunctions(List<GuestFunction> values) {
            guestFunctions.clear();
            return guestFunctions(values);
        }

        public Builder events(List<VmEvent> values) {
            values.stream().filter(e -> !events.contains(e)).forEach(events::add);
            return this;
        }

        public Builder descriptors(SortedSet<String> values) {
            descriptors.addAll(values);
            return this;
        }

        public Builder requests(List<String> values) {
            requests.addAll(values);
            return this;
        }

        public Builder includes(List<String> values) {
            includes.addAll(values);
            return this;
        }

        public Builder kind(String value) {
            return kinds(List.of(value));
        }

        public Builder kinds(List<String> values) {
            values.stream().filter(k -> !kinds.contains(k)).forEach(kinds::add);
            return this;
        }

        public Builder notes(List<Note> values) {
            notes.addAll(values);
            return this;
        }

        public List<AssignedFunction> functionsSoFar() {
            return List.copyOf(functions);
        }

        public VmDescription build() {
            return new VmDescription(
                    name,
                    uuid,
                    vmm,
                    vmmVersion,
                    kernel,
                    machine,
                    running,
                    process,
                    usual,
                    functions,
                    shape,
                    viommus,
                    options,
                    guestFunctions,
                    events,
                    descriptors,
                    requests,
                    includes,
                    kinds,
                    notes);
        }
    }
}
