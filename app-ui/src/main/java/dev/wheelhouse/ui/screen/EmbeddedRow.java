package dev.wheelhouse.ui.screen;

import java.util.Objects;
import java.util.function.BiConsumer;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;

/**
 * One row of {@link EmbeddedRows}: opened by a click and by Enter.
 *
 * @param <L> what is known of its thing at one moment
 */
public final class EmbeddedRow<L> extends HBox {

    private static final double GAP = 12;

    private final BiConsumer<EmbeddedRow<L>, L> shows;
    private @Nullable L shown;

    /** @param shows puts what is known into the nodes, when it is another than before */
    public EmbeddedRow(Runnable opens, BiConsumer<EmbeddedRow<L>, L> shows, Node... nodes) {
        super(GAP, nodes);
        this.shows = shows;
        getStyleClass().addAll("overview-row", "clickable");
        setAlignment(Pos.CENTER_LEFT);
        setFocusTraversable(true);
        setOnMouseClicked(event -> {
            if (event.getButton() == MouseButton.PRIMARY) {
                opens.run();
            }
        });
        setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.ENTER && !event.isShortcutDown() && equals(event.getTarget())) {
                opens.run();
            }
        });
    }

    void show(L line) {
        if (!Objects.equals(line, shown)) {
            shown = line;
            shows.accept(this, line);
        }
    }

    /** What is known now; null before anything was shown. */
    public @Nullable L line() {
        return shown;
    }

    /** A place for nodes that are made anew, which takes the room that is left. */
    public static StackPane wide() {
        StackPane place = new StackPane();
        place.setAlignment(Pos.CENTER_LEFT);
        place.setMinWidth(0);
        HBox.setHgrow(place, Priority.ALWAYS);
        return place;
    }

    /** A place for nodes that are made anew, always as wide. */
    public static StackPane fixed(double width) {
        StackPane place = new StackPane();
        place.setAlignment(Pos.CENTER_LEFT);
        place.setMinWidth(width);
        place.setMaxWidth(width);
        return place;
    }

    /** Figures, which stand below each other at the right. */
    public static Label figures(double width) {
        Label label = new Label();
        label.getStyleClass().add("figures");
        label.setMinWidth(width);
        label.setAlignment(Pos.CENTER_RIGHT);
        return label;
    }
}
