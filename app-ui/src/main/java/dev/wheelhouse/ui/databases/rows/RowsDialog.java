package dev.wheelhouse.ui.databases.rows;

import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.theme.Theme;
import java.util.Objects;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBar;
import javafx.scene.control.ButtonType;
import javafx.scene.control.Dialog;
import javafx.stage.Modality;

/** A dialog over the window of a node, in the same dress. Escape closes it without a change. */
final class RowsDialog {

    private static final PseudoClass DARK = PseudoClass.getPseudoClass("dark");

    private final Dialog<ButtonType> dialog = new Dialog<>();

    RowsDialog(Node over, String title, Node content, boolean resizable) {
        Scene scene = Objects.requireNonNull(over.getScene());
        dialog.initOwner(scene.getWindow());
        dialog.initModality(Modality.WINDOW_MODAL);
        dialog.setTitle(title);
        dialog.setHeaderText(title);
        dialog.setResizable(resizable);
        dialog.getDialogPane().setContent(content);
        dialog.getDialogPane()
                .getStylesheets()
                .add(Objects.requireNonNull(RowsDialog.class.getResource("rows.css"))
                        .toExternalForm());
        boolean dark = scene.getRoot().getPseudoClassStates().contains(DARK);
        Theme.dress(dialog.getDialogPane().getScene(), dark);
    }

    /** The button that closes without a change. */
    RowsDialog cancel(String title) {
        dialog.getDialogPane().getButtonTypes().add(new ButtonType(title, ButtonBar.ButtonData.CANCEL_CLOSE));
        return this;
    }

    /** A button that does something and closes. */
    Button button(String title, boolean important, Runnable action) {
        ButtonType type = new ButtonType(title, important ? ButtonBar.ButtonData.OK_DONE : ButtonBar.ButtonData.OTHER);
        dialog.getDialogPane().getButtonTypes().add(type);
        Button button = (Button) Objects.requireNonNull(dialog.getDialogPane().lookupButton(type));
        button.setDefaultButton(false);
        if (important) {
            button.getStyleClass().add("accent");
        }
        button.setOnAction(event -> action.run());
        return button;
    }

    /** Has the keyboard begin here, and not on a button: a blind Enter must do nothing. */
    RowsDialog beginAt(Node node) {
        dialog.setOnShown(_ -> Focus.give(node));
        return this;
    }

    void setOnClosed(Runnable closed) {
        dialog.setOnHidden(event -> closed.run());
    }

    void show() {
        dialog.setResultConverter(type -> type);
        dialog.show();
    }

    void close() {
        dialog.close();
    }
}
