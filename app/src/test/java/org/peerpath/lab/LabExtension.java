// SPDX-License-Identifier: Apache-2.0
package org.peerpath.lab;

import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.TestAbortedException;

/** Starts lab hosts, hands them to tests and puts them back between tests; see {@link Lab}. */
public final class LabExtension implements ParameterResolver, BeforeEachCallback, AfterEachCallback {
    private static final Namespace NAMESPACE = Namespace.create(LabExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == LabHost.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return host(context);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        host(context).restore();
    }

    /** A frozen machine would hold up whoever comes next; everything else is put back when the next test wants it. */
    @Override
    public void afterEach(ExtensionContext context) {
        host(context).resume();
    }

    private static LabHost host(ExtensionContext context) {
        LabMachines machines = context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent(LabMachines.class, key -> new LabMachines(), LabMachines.class);
        try {
            return machines.host(wanted(context));
        } catch (LabUnavailableException e) {
            if ("1".equals(System.getenv("PEERPATH_REQUIRE_LAB"))) {
                throw new AssertionError("PEERPATH_REQUIRE_LAB=1, and there is no lab here: " + e.getMessage(), e);
            }
            throw new TestAbortedException("no lab on this machine: " + e.getMessage(), e);
        }
    }

    private static Lab wanted(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getElement(), Lab.class)
                .or(() -> AnnotationSupport.findAnnotation(
                        context.getRequiredTestClass(), Lab.class, List.copyOf(context.getEnclosingTestClasses())))
                .orElseThrow(() -> new IllegalStateException("a LabHost is asked for without @Lab"));
    }
}
