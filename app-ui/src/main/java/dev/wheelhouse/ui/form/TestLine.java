package dev.wheelhouse.ui.form;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.form.Shown;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;

/** How a form's test of what was typed goes, in a line; takes no room without one. */
public final class TestLine extends HBox {

    private static final double GAP = 8;
    private static final double SIGN = 16;

    private final Action tests;
    private final Action stops;
    private final ActionControls controls;
    private final Button button = new Button();
    private final ProgressIndicator progress = new ProgressIndicator();
    private final Label text = new Label();

    /** @param stops gives a test up; in the button's place while one runs */
    public TestLine(Action tests, Action stops, ActionControls controls) {
        super(GAP);
        this.tests = tests;
        this.stops = stops;
        this.controls = controls;
        button.setId("test");
        text.setId("testText");
        text.setWrapText(true);
        text.setMinHeight(Region.USE_PREF_SIZE);
        progress.setMinSize(SIGN, SIGN);
        progress.setPrefSize(SIGN, SIGN);
        setAlignment(Pos.CENTER_LEFT);
        getChildren().setAll(progress, text);
        showNothing();
    }

    /** Begins and ends tests. */
    public Button button() {
        return button;
    }

    public void showNothing() {
        show("", "", false);
    }

    public void showRunning(String words) {
        show(words, "", true);
    }

    public void showSuccess(String words) {
        show(words, "success-text", false);
    }

    public void showFailure(String words) {
        show(words, "danger-text", false);
    }

    private void show(String words, String style, boolean runs) {
        controls.fill(button, runs ? stops : tests);
        button.setText(runs ? stops.title() : tests.title());
        Shown.when(progress, runs);
        text.setText(words);
        text.getStyleClass().setAll("label", style);
        Shown.when(this, !words.isEmpty());
    }
}
