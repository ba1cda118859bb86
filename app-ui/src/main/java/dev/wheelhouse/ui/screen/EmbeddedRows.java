package dev.wheelhouse.ui.screen;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javafx.scene.Node;
import javafx.scene.layout.VBox;

/**
 * The things of a list on another screen, below each other. A row stays the same node while its values change, so that
 * the keyboard and a click are not lost. Belongs to the window's thread.
 *
 * @param <L> what is known of one thing at one moment
 */
public final class EmbeddedRows<L> extends VBox {

    private final Function<L, String> idOf;
    private final Function<String, EmbeddedRow<L>> make;
    private final Map<String, EmbeddedRow<L>> rows = new HashMap<>();

    /** @param make the row of the thing with an id, before anything is shown in it */
    public EmbeddedRows(Function<L, String> idOf, Function<String, EmbeddedRow<L>> make) {
        this.idOf = idOf;
        this.make = make;
        getStyleClass().add("overview-rows");
    }

    /** Shows these and no others, in their order. */
    public void show(List<L> lines) {
        List<Node> nodes = new ArrayList<>();
        for (L line : lines) {
            EmbeddedRow<L> row = rows.computeIfAbsent(idOf.apply(line), make);
            row.show(line);
            nodes.add(row);
        }
        rows.keySet().retainAll(lines.stream().map(idOf).toList());
        if (!nodes.equals(getChildren())) {
            getChildren().setAll(nodes);
        }
    }
}
