package dev.wheelhouse.ui.shell;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.Keys;
import java.util.List;
import javafx.geometry.HPos;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

/** Every key that does something here and now; F1 opens it, Escape closes it. */
final class ShortcutsPane extends StackPane implements Layer {

    private static final double WIDTH = 520;
    private static final double HEIGHT = 520;

    private final Layers layers;
    private final Parent covered;
    private final Action toggle;
    private final GridPane lines = new GridPane(24, 8);
    private final ScrollPane scroll = new ScrollPane(lines);

    /**
     * @param covered what it lies over, and is part of
     * @param toggle opens and closes it
     */
    ShortcutsPane(Layers layers, Parent covered, Action toggle) {
        this.layers = layers;
        this.covered = covered;
        this.toggle = toggle;
        getStyleClass().add("palette");
        ColumnConstraints words = new ColumnConstraints();
        words.setHgrow(Priority.ALWAYS);
        ColumnConstraints keys = new ColumnConstraints();
        keys.setHalignment(HPos.RIGHT);
        lines.getColumnConstraints().addAll(words, keys);
        lines.getStyleClass().add("shortcut-lines");
        scroll.setFitToWidth(true);
        Label heading = new Label("Keyboard shortcuts");
        heading.getStyleClass().add("h2");
        VBox card = new VBox(12, heading, scroll);
        card.getStyleClass().addAll("palette-card", "padded");
        card.setMaxSize(WIDTH, USE_PREF_SIZE);
        scroll.setMaxHeight(HEIGHT);
        getChildren().add(card);
        setVisible(false);
        setOnMousePressed(event -> {
            if (equals(event.getTarget())) {
                close();
            }
        });
        addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.ESCAPE) {
                close();
                event.consume();
            }
        });
    }

    void open(List<Action> actions) {
        lines.getChildren().clear();
        int row = 0;
        for (Action action : actions) {
            if (action.shortcut().isPresent()) {
                Label keys = new Label(Keys.words(action.shortcut().get()));
                keys.getStyleClass().add("keys");
                lines.addRow(row++, new Label(action.title()), keys);
            }
        }
        setVisible(true);
        scroll.setVvalue(0);
        layers.open(this, covered);
    }

    void close() {
        layers.close(this);
        setVisible(false);
    }

    @Override
    public Parent root() {
        return this;
    }

    @Override
    public List<Action> actions() {
        return List.of(toggle);
    }

    /** So that the keys scroll it. */
    @Override
    public void focus() {
        scroll.requestFocus();
    }
}
