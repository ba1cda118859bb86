package dev.wheelhouse.ui.apps.form;

import atlantafx.base.theme.Styles;
import dev.wheelhouse.core.apps.runtime.StartFailure;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.Shown;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** Why a saved app did not start, with the last lines that it wrote; takes no room otherwise. */
final class StartFailurePane extends VBox {

    private static final int MOST_LINES = 6;

    private final Label text = Nodes.wrapped("");
    private final TextArea lines = new TextArea();

    StartFailurePane(AppFormViewModel model) {
        super(8);
        getStyleClass().addAll("key-question", "start-part");
        pseudoClassStateChanged(Styles.STATE_DANGER, true);
        text.setId("startText");
        lines.setId("startLines");
        lines.setEditable(false);
        lines.setMinHeight(Region.USE_PREF_SIZE);
        lines.getStyleClass().addAll("mono", "last-lines");
        lines.setAccessibleText("The last lines that it wrote");
        getChildren().setAll(text, lines);
        model.startTroubleProperty().addListener((_, _, now) -> show(now));
        show(model.startTroubleProperty().get());
    }

    private void show(@Nullable StartFailure trouble) {
        Shown.when(this, trouble != null);
        if (trouble == null) {
            return;
        }
        text.setText("It was saved. " + trouble.reason() + (trouble.lines().isEmpty() ? "" : " Its last lines:"));
        lines.setText(String.join("\n", trouble.lines()));
        lines.setPrefRowCount(Math.clamp(trouble.lines().size(), 1, MOST_LINES));
        Shown.when(lines, !lines.getText().isEmpty());
        lines.positionCaret(lines.getLength());
    }
}
