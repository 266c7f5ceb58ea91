// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The states that one thing went through, as the checks of the steps that changed it tell: before the first, then after each.
 * A number of virtual functions is not all there is to them: made anew they are others, so what their NIC has set for them
 * belongs to the state.
 *
 * @param all in that order, each by question and answer
 */
record ThingStates(List<Map<String, String>> all) {
    ThingStates {
        all = List.copyOf(all);
    }

    static ThingStates of(List<Step> changes) {
        Step first = changes.getFirst();
        Set<String> asked = new TreeSet<>(answers(first.verification()).keySet());
        Map<String, String> before = new TreeMap<>();
        first.prechecks().stream()
                .filter(check -> asked.contains(question(check)) || VfIdentity.isTold(check))
                .forEach(check -> before.put(question(check), check.expected()));
        List<Map<String, String>> all = new ArrayList<>();
        all.add(before);
        for (Step change : changes) {
            Map<String, String> after = new TreeMap<>();
            change.verification().stream()
                    .filter(check -> asked.contains(question(check)) || VfIdentity.isTold(check))
                    .forEach(check -> after.put(question(check), check.expected()));
            all.add(after);
        }
        return new ThingStates(all);
    }

    /** Several functions are told of in the answer to one question. */
    static Map<String, String> answers(List<Check> checks) {
        Map<String, String> answers = new TreeMap<>();
        checks.forEach(check -> answers.put(question(check), check.expected()));
        return answers;
    }

    private static String question(Check check) {
        return check.read().shell() + (VfIdentity.isTold(check) ? VfIdentity.place(check) : "");
    }

    /** The first at which it was as it is now; -1 if it never was. */
    int earliest(Map<String, String> now) {
        for (int i = 0; i < all.size(); i++) {
            if (now.entrySet().containsAll(all.get(i).entrySet())) {
                return i;
            }
        }
        return -1;
    }

    /** The last at which it was as it is now; -1 if it never was. */
    int latest(Map<String, String> now) {
        for (int i = last(); i >= 0; i--) {
            if (now.entrySet().containsAll(all.get(i).entrySet())) {
                return i;
            }
        }
        return -1;
    }

    /** The first at which it was as at this one, so that what lies between need not be gone through. */
    int earliest(int at) {
        return all.indexOf(all.get(at));
    }

    int last() {
        return all.size() - 1;
    }
}
