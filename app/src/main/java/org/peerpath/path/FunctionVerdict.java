// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.Optional;
import org.peerpath.iommu.AtsStatus;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;

/**
 * What one function of a NIC gets along a path.
 *
 * @param function the function
 * @param driver what drives it; absent where nothing does
 * @param ats its ATS
 * @param verdict its verdict
 * @param unusable what makes its path unusable
 */
public record FunctionVerdict(
        Address function, Fact<String> driver, AtsStatus ats, Outcome verdict, Optional<Unusable> unusable) {}
