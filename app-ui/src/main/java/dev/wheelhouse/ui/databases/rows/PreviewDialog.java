package dev.wheelhouse.ui.databases.rows;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.TextArea;

/** Shows the statements that bring what is staged into the database. */
final class PreviewDialog {

    private PreviewDialog() {}

    static void show(Node over, RowEditing editing, Runnable apply) {
        editing.preview(statements -> show(over, editing, statements, apply));
    }

    private static void show(Node over, RowEditing editing, List<String> statements, Runnable apply) {
        TextArea text = new TextArea(String.join(";\n", statements) + ";");
        text.setEditable(false);
        text.setWrapText(true);
        text.getStyleClass().add("sql-preview");
        text.setPrefSize(760, 360);
        // A window manager may make it smaller, but not one line.
        text.setMinSize(480, 240);
        RowsDialog dialog = new RowsDialog(over, "SQL that Apply runs, in one transaction", text, true)
                .cancel("Close")
                .beginAt(text);
        dialog.button("Copy", false, () -> editing.workbench().copy(text.getText(), "SQL"));
        dialog.button("Apply", true, apply);
        dialog.show();
    }
}
