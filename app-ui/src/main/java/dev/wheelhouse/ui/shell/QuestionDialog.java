package dev.wheelhouse.ui.shell;

import dev.wheelhouse.ui.action.Question;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.theme.Theme;
import java.util.function.Consumer;
import javafx.scene.control.Alert;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBar;
import javafx.scene.control.ButtonType;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import javafx.stage.Window;
import org.kordamp.ikonli.javafx.FontIcon;

/** Asks one question over its window. */
final class QuestionDialog {

    private static final double WIDTH = 440;

    private QuestionDialog() {}

    static void ask(Window owner, Question question, boolean dark, Consumer<Boolean> answered) {
        ButtonType yes = new ButtonType(question.yes(), ButtonBar.ButtonData.OK_DONE);
        ButtonType no = new ButtonType("Cancel", ButtonBar.ButtonData.CANCEL_CLOSE);
        Alert alert = new Alert(Alert.AlertType.NONE, "", yes, no);
        alert.initOwner(owner);
        alert.setTitle(question.title());
        alert.setHeaderText(question.title());
        Label text = new Label(question.text());
        text.setWrapText(true);
        text.setPrefWidth(WIDTH);
        text.setMinHeight(Region.USE_PREF_SIZE);
        alert.getDialogPane().setContent(text);
        FontIcon sign = new FontIcon(question.dangerous() ? "fth-alert-triangle" : "fth-help-circle");
        sign.getStyleClass().addAll("dialog-icon", question.dangerous() ? "danger-icon" : "accent-icon");
        alert.setGraphic(sign);
        Theme.dress(alert.getDialogPane().getScene(), dark);
        if (question.dangerous() && alert.getDialogPane().lookupButton(yes) instanceof Button button) {
            button.getStyleClass().add("danger");
            // Enter must not destroy by habit.
            button.setDefaultButton(false);
            // JavaFX gives it the keyboard all the same, and a focused button takes Enter.
            alert.setOnShown(_ -> Focus.give(alert.getDialogPane().lookupButton(no)));
        }
        alert.setResultConverter(chosen -> chosen);
        alert.setOnHidden(_ -> answered.accept(alert.getResult() == yes));
        alert.show();
    }
}
