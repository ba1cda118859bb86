package dev.wheelhouse.ui.logs;

import java.util.function.Function;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;

/** The line in which a time or a line number is typed. */
final class LogJumpBar extends HBox {

    private final Function<String, String> jump;
    private final Runnable closed;
    private final TextField field = new TextField();
    private final Label words = new Label();

    /** @param jump gives what is wrong with what was typed; empty for nothing */
    LogJumpBar(Function<String, String> jump, Runnable closed) {
        this.jump = jump;
        this.closed = closed;
        getStyleClass().addAll("log-line-bar", "low-fields");
        field.setPromptText("14:05:30 or a line number");
        field.setAccessibleText("Go to a time or a line");
        field.setPrefColumnCount(22);
        field.textProperty().addListener(_ -> tell(JumpText.HELP, false));
        Button go = new Button("Go");
        go.setMinWidth(Region.USE_PREF_SIZE);
        go.setOnAction(_ -> go());
        words.setMinWidth(0);
        getChildren().addAll(field, go, words);
        addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.ESCAPE) {
                close();
                event.consume();
            } else if (event.getCode() == KeyCode.ENTER) {
                go();
                event.consume();
            }
        });
        setVisible(false);
        managedProperty().bind(visibleProperty());
    }

    private void tell(String text, boolean wrong) {
        words.setText(text);
        words.getStyleClass().setAll("label", wrong ? "field-error" : "dim", "small");
    }

    private void go() {
        String problem = jump.apply(field.getText());
        if (problem.isEmpty()) {
            close();
        } else {
            tell(problem, true);
        }
    }

    void open() {
        tell(JumpText.HELP, false);
        setVisible(true);
        field.requestFocus();
        field.selectAll();
    }

    private void close() {
        setVisible(false);
        closed.run();
    }
}
