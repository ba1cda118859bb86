package dev.wheelhouse.ui.databases.rows;

import dev.wheelhouse.ui.controls.grid.CellEditor;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import org.jspecify.annotations.Nullable;

/** A line of text; says itself when it cannot be a value of the column. */
final class TextCellEditor implements CellEditor {

    /**
     * The cell that is edited.
     *
     * @param wasNull whether it holds NULL, which an untouched empty field leaves
     */
    record Target(RowEditing model, long row, int column, boolean wasNull) {

        /** A sentence when the text was refused; null when it was taken. */
        @Nullable
        String take(String text) {
            try {
                model.setText(row, column, text);
                return null;
            } catch (IllegalArgumentException e) {
                return e.getMessage();
            }
        }

        /** Takes a text that was refused, as far as that goes. */
        void keep(String text) {
            model.keepText(row, column, text);
        }
    }

    private final Target target;
    private final String before;
    private final TextField field = new TextField();
    private final Tooltip problem = new Tooltip();

    TextCellEditor(Target target, String before, @Nullable String typed) {
        this.target = target;
        this.before = before;
        field.getStyleClass().add("cell-editor");
        field.setText(typed == null ? before : typed);
        field.setAccessibleText("Value of the cell");
        field.textProperty().addListener((changed, old, now) -> {
            field.getStyleClass().remove("invalid");
            problem.hide();
        });
    }

    @Override
    public Node node() {
        return field;
    }

    @Override
    public void begin() {
        field.requestFocus();
        if (field.getText().equals(before)) {
            field.selectAll();
        } else {
            field.positionCaret(field.getText().length());
        }
    }

    @Override
    public void leave() {
        problem.hide();
        target.keep(field.getText());
    }

    @Override
    public boolean commit() {
        String text = field.getText();
        problem.hide();
        if (text.equals(before)) {
            return true;
        }
        String refused = target.take(text);
        if (refused == null) {
            return true;
        }
        field.getStyleClass().add("invalid");
        problem.setText(refused);
        Bounds place = field.localToScreen(field.getBoundsInLocal());
        if (place != null) {
            problem.show(field, place.getMinX(), place.getMaxY() + 4);
        }
        return false;
    }
}
