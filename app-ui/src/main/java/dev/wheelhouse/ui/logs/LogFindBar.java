package dev.wheelhouse.ui.logs;

import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.fx.Focus;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.kordamp.ikonli.javafx.FontIcon;

/** The line in which a text is looked for. */
final class LogFindBar extends HBox {

    private final LogFind find;
    private final Runnable closed;
    private final TextField field = new TextField();

    LogFindBar(LogFind find, LogActions actions, ActionControls controls, Runnable closed) {
        this.find = find;
        this.closed = closed;
        getStyleClass().addAll("log-line-bar", "low-fields");
        field.setPromptText("Find in this log");
        field.setAccessibleText("Find in this log");
        field.setPrefColumnCount(28);
        field.textProperty().bindBidirectional(find.textProperty());
        ToggleButton regex = toggle(".*", "Regular expression");
        regex.selectedProperty().bindBidirectional(find.regexProperty());
        ToggleButton exactCase = toggle("Aa", "Match case");
        exactCase.selectedProperty().bindBidirectional(find.exactCaseProperty());
        Label status = new Label();
        status.getStyleClass().addAll("dim", "small");
        status.setMinWidth(Region.USE_PREF_SIZE);
        status.textProperty().bind(find.statusProperty());
        Label error = new Label();
        error.getStyleClass().add("field-error");
        error.textProperty().bind(find.errorProperty());
        Button close = new Button(null, new FontIcon("fth-x"));
        close.getStyleClass().addAll("button-icon", "flat");
        close.setTooltip(new Tooltip("Close (Esc)"));
        close.setAccessibleText("Close");
        close.setOnAction(_ -> close());
        getChildren()
                .addAll(
                        field,
                        regex,
                        exactCase,
                        controls.iconButton(actions.findPrevious),
                        controls.iconButton(actions.findNext),
                        close,
                        status,
                        error);
        addEventFilter(KeyEvent.KEY_PRESSED, this::pressed);
        setVisible(false);
        managedProperty().bind(visibleProperty());
    }

    static ToggleButton toggle(String text, String words) {
        ToggleButton button = new ToggleButton(text);
        button.getStyleClass().add("log-toggle");
        button.setTooltip(new Tooltip(words));
        button.setAccessibleText(words);
        button.setMinWidth(Region.USE_PREF_SIZE);
        return button;
    }

    private void pressed(KeyEvent event) {
        if (event.getCode() == KeyCode.ESCAPE) {
            close();
            event.consume();
        } else if (event.getCode() == KeyCode.ENTER && field.equals(event.getTarget())) {
            find.step(!event.isShiftDown());
            event.consume();
        }
    }

    void open() {
        setVisible(true);
        find.setOpen(true);
        focus();
    }

    /** Gives its field the keyboard. */
    void focus() {
        Focus.give(field);
        field.selectAll();
    }

    private void close() {
        setVisible(false);
        find.setOpen(false);
        closed.run();
    }
}
