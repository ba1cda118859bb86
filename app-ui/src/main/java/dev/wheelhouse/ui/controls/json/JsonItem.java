package dev.wheelhouse.ui.controls.json;

import java.util.ArrayList;
import java.util.List;
import javafx.collections.ObservableList;
import javafx.scene.control.TreeItem;

/** A value in the tree; its children are made when they are first seen, so that a large text costs little. */
final class JsonItem extends TreeItem<JsonNode> {

    private final List<Integer> path;
    private boolean filled;

    /** @param path the places of the value and of those it lies in, from the whole on */
    JsonItem(JsonNode node, List<Integer> path) {
        super(node);
        this.path = List.copyOf(path);
    }

    List<Integer> path() {
        return path;
    }

    /** Its place among its siblings; -1 for the whole. */
    int index() {
        return path.isEmpty() ? -1 : path.getLast();
    }

    @Override
    public boolean isLeaf() {
        return getValue().children().isEmpty();
    }

    @Override
    public ObservableList<TreeItem<JsonNode>> getChildren() {
        if (!filled) {
            filled = true;
            List<JsonItem> items = new ArrayList<>();
            List<JsonNode> nodes = getValue().children();
            for (int i = 0; i < nodes.size(); i++) {
                List<Integer> below = new ArrayList<>(path);
                below.add(i);
                items.add(new JsonItem(nodes.get(i), below));
            }
            super.getChildren().setAll(items);
        }
        return super.getChildren();
    }
}
