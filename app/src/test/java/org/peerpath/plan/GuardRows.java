// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.peerpath.plan.Guard.Answer.ASKS;
import static org.peerpath.plan.Guard.Answer.REFUSES;
import static org.peerpath.plan.PlanHosts.NIC;
import static org.peerpath.plan.PlanHosts.failed;
import static org.peerpath.plan.PlanHosts.host;
import static org.peerpath.plan.PlanHosts.with;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.peerpath.model.HostModel;
import org.peerpath.plan.GuardMatrixTest.Row;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;

/** The hosts of {@link GuardMatrixTest}. */
final class GuardRows {
    static final Function<HostBuilder, Plan> VM = goal(Goal.VM_GPUDIRECT, 0);
    static final Function<HostBuilder, Plan> BARE = goal(Goal.BARE_METAL_GPUDIRECT, 0);
    static final Function<HostBuilder, Plan> CREATE = goal(Goal.BIND_VFS, 2);
    static final Function<HostBuilder, Plan> BIND = goal(Goal.BIND_VFS, 1);
    static final Function<HostBuilder, Plan> UNBIND = goal(Goal.UNBIND, 0);

    private GuardRows() {}

    static Row of(GuardId id) {
        return switch (id) {
            case FIRMWARE_KNOWN_BAD,
                    FIRMWARE_UNKNOWN,
                    KERNEL_FIXES_UNKNOWN,
                    NO_DEVICE_TLB,
                    ROOT_PORT_NOT_IN_ATSR,
                    NOATS,
                    ATS_UNKNOWN,
                    ATS_KEPT_OFF,
                    ATS_NOT_OURS,
                    MIXED_ATS,
                    REBOOT_FIRST,
                    WHOLE_CARD,
                    LOCKDOWN,
                    NOT_ROOT,
                    TOOL_MISSING,
                    NO_OTHER_CONSOLE,
                    CRASH_CAPTURE_OFF,
                    DIRECT_TRANSLATED_NOT_IMPLEMENTED,
                    PORT_UNREAD,
                    NO_ACS,
                    TRANSLATION_BLOCKING,
                    ISOLATION_IN_USE,
                    EGRESS_FENCE,
                    HARMS_OTHERS,
                    NO_GAIN,
                    IOMMU_TRANSLATES,
                    NO_SHARED_SWITCH,
                    NO_PEERS,
                    GROUP_AT_BOOT -> GuardPathRows.of(id);
            case NO_IOMMU,
                    HELD_BY_VM,
                    HOLDERS_UNKNOWN,
                    GROUP_MEMBERS,
                    IN_USE,
                    FREES_INTERFACE,
                    CARRIES_STORAGE,
                    CARRIES_CONNECTION,
                    CONSOLE_GPU,
                    BMC,
                    PHYSICAL_FUNCTION,
                    NO_PF_DRIVER,
                    NO_SRIOV,
                    NO_VFS,
                    TOO_MANY_VFS,
                    VFS_ALREADY_ENABLED,
                    NO_ROOM_FOR_VFS,
                    LINK_LAYER_UNKNOWN,
                    NO_IDENTITY,
                    IDENTITY_LOST,
                    SETTING_UNREAD,
                    DRIVER_UNREAD,
                    NOT_ALLOWED -> GuardFunctionRows.of(id);
            case JOURNAL_UNKNOWN, HOST_UNKNOWN, LATER_CHANGE, CHANGED_SINCE -> GuardJournals.of(id);
        };
    }

    static Consumer<FunctionBuilder> firmware(String version) {
        return nic -> nic.rdma("mlx5_0", version, "ib0");
    }

    static Consumer<HostBuilder> nic(Consumer<FunctionBuilder> change) {
        return at(NIC, change);
    }

    static Consumer<HostBuilder> at(String function, Consumer<FunctionBuilder> change) {
        return host -> change.accept(host.get(function));
    }

    static Consumer<HostBuilder> file(String path) {
        return host -> host.file(path, failed(path));
    }

    // ---- Rows ------------------------------------------------------------------------------------------------------

    static Function<HostBuilder, Plan> goal(Goal goal, int count) {
        return host -> Planner.plan(HostModel.of(host.build()), new PlanRequest(goal, List.of(), count));
    }

    static RowBuilder on(Function<HostBuilder, Plan> goal, Supplier<HostBuilder> base) {
        return new RowBuilder(goal, base);
    }

    /** A row in the making; each host is the base with one change. */
    static final class RowBuilder {
        private final Function<HostBuilder, Plan> goal;
        private final Supplier<HostBuilder> base;
        private Guard.Answer answer = REFUSES;
        private Supplier<Plan> speaks;
        private Supplier<Plan> silent;
        private Supplier<Plan> unread;

        private RowBuilder(Function<HostBuilder, Plan> goal, Supplier<HostBuilder> base) {
            this.goal = goal;
            this.base = base;
            this.speaks = changed(host -> {});
            this.silent = speaks;
            this.unread = speaks;
        }

        private Supplier<Plan> changed(Consumer<HostBuilder> change) {
            return () -> goal.apply(with(base.get(), change));
        }

        RowBuilder refuses(Consumer<HostBuilder> change) {
            return refusesPlan(changed(change));
        }

        RowBuilder refusesPlan(Supplier<Plan> plan) {
            speaks = plan;
            return this;
        }

        RowBuilder asks(Consumer<HostBuilder> change) {
            answer = ASKS;
            return refusesPlan(changed(change));
        }

        RowBuilder silent(Consumer<HostBuilder> change) {
            return silentPlan(changed(change));
        }

        RowBuilder silentPlan(Supplier<Plan> plan) {
            silent = plan;
            return this;
        }

        RowBuilder unread(Consumer<HostBuilder> change) {
            unread = changed(change);
            return this;
        }

        Row as(GuardId instead, Guard.Answer unreadAnswer) {
            return new Row(answer, speaks, silent, unread, instead, unreadAnswer);
        }
    }
}
