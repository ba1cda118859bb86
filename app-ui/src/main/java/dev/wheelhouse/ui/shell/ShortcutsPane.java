package dev.wheelhouse.ui.shell;

import dev.wheelhouse.ui.action.Action;
import java.util.List;
import java.util.function.Supplier;
import javafx.geometry.HPos;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

/** Every key that does something here and now; F1 opens it, Escape closes it. */
final class ShortcutsPane extends StackPane {

    private static final double WIDTH = 520;
    private static final double HEIGHT = 520;

    private final Supplier<List<Action>> actions;
    private final GridPane lines = new GridPane(24, 8);
    private Runnable whenClosed = () -> {};

    ShortcutsPane(Supplier<List<Action>> actions) {
        this.actions = actions;
        getStyleClass().add("palette");
        ColumnConstraints words = new ColumnConstraints();
        words.setHgrow(Priority.ALWAYS);
        ColumnConstraints keys = new ColumnConstraints();
        keys.setHalignment(HPos.RIGHT);
        lines.getColumnConstraints().addAll(words, keys);
        lines.getStyleClass().add("shortcut-lines");
        ScrollPane scroll = new ScrollPane(lines);
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
            if (event.getCode() == KeyCode.ESCAPE || event.getCode() == KeyCode.F1) {
                close();
                event.consume();
            }
        });
    }

    /** @param closed runs when it closes: where the keyboard goes back to */
    void open(Runnable closed) {
        whenClosed = closed;
        lines.getChildren().clear();
        int row = 0;
        for (Action action : actions.get()) {
            if (action.shortcut().isPresent()) {
                Label keys = new Label(
                        KeyCombination.valueOf(action.shortcut().get()).getDisplayText());
                keys.getStyleClass().add("keys");
                lines.addRow(row++, new Label(action.title()), keys);
            }
        }
        setVisible(true);
        requestFocus();
    }

    void close() {
        if (isVisible()) {
            setVisible(false);
            whenClosed.run();
        }
    }
}
