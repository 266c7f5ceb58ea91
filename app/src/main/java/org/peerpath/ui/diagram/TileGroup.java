// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.diagram;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javafx.collections.ObservableList;
import javafx.scene.Group;
import javafx.scene.Node;
import org.peerpath.diagram.Detail;
import org.peerpath.ui.diagram.Prepared.Tile;

/** The nodes of one tile, what shows at each level of zoom in a group of its own. */
final class TileGroup extends Group {
    /** More single changes than this cost more than one change of the whole. */
    private static final int MOST_SINGLE = 60;

    private final Map<Detail, Group> levels = new EnumMap<>(Detail.class);
    private final double area;

    TileGroup(Tile tile) {
        this.area = tile.area();
        for (Detail level : Detail.values()) {
            Group group = new Group();
            levels.put(level, group);
            getChildren().add(group);
        }
    }

    double area() {
        return area;
    }

    void detail(Detail upTo) {
        levels.forEach((level, group) -> group.setVisible(level.compareTo(upTo) <= 0));
    }

    void show(Tile tile) {
        levels.forEach((level, group) -> replace(group.getChildren(), tile.nodes(level)));
    }

    /** Shows one level, or a part of it, of a tile that was empty. */
    void add(Detail level, List<Node> nodes) {
        Group group = levels.get(level);
        if (group != null) {
            group.getChildren().addAll(nodes);
        }
    }

    /** A few changes one by one, so that the rest is left in peace and is not styled and measured anew. */
    static void replace(ObservableList<Node> now, List<Node> next) {
        if (now.equals(next)) {
            return;
        }
        Set<Node> wanted = new HashSet<>(next);
        Set<Node> present = new HashSet<>(now);
        List<Node> gone = now.stream().filter(node -> !wanted.contains(node)).toList();
        List<Node> kept = next.stream().filter(present::contains).toList();
        boolean sameOrder = kept.equals(now.stream().filter(wanted::contains).toList());
        if (!sameOrder || gone.size() + next.size() - kept.size() > MOST_SINGLE) {
            now.setAll(next);
            return;
        }
        gone.forEach(now::remove);
        for (int i = 0; i < next.size(); i++) {
            if (i >= now.size() || !now.get(i).equals(next.get(i))) {
                now.add(i, next.get(i));
            }
        }
    }
}
