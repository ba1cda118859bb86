package dev.wheelhouse.ui.shell;

import dev.wheelhouse.ui.action.Action;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.kordamp.ikonli.javafx.FontIcon;

/** Says above the screens that the console ran out of memory, and offers a restart. Takes no room until then. */
final class MemoryLine extends HBox {

    private static final String WORDS =
            "The console ran out of memory. Work that was running may not have finished; check"
                    + " it before you run it again. SQL in your tabs is saved.";

    MemoryLine(Action restart) {
        super(12);
        FontIcon sign = new FontIcon("fth-alert-triangle");
        Label words = new Label(WORDS);
        words.setWrapText(true);
        words.setMinWidth(0);
        words.setMaxWidth(Double.MAX_VALUE);
        words.setMinHeight(Region.USE_PREF_SIZE);
        HBox.setHgrow(words, Priority.ALWAYS);
        getChildren().addAll(sign, words, button("Restart", restart::run), button("Not now", () -> setVisible(false)));
        getStyleClass().add("paused-band");
        setAlignment(Pos.CENTER_LEFT);
        managedProperty().bind(visibleProperty());
        setVisible(false);
    }

    private static Button button(String words, Runnable work) {
        Button button = new Button(words);
        button.setMinWidth(Region.USE_PREF_SIZE);
        button.setOnAction(_ -> work.run());
        return button;
    }
}
