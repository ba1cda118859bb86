package dev.wheelhouse.ui.databases.rows;

import dev.wheelhouse.core.platform.json.RawJson;
import dev.wheelhouse.ui.controls.grid.CellEditor;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import org.jspecify.annotations.Nullable;

/** A list of the values that a column takes, NULL among them where it may be. */
final class ChoiceCellEditor implements CellEditor {

    static final String NULL = "NULL";

    private final TextCellEditor.Target target;
    private final String before;
    private final @Nullable String typed;
    private final boolean nullable;
    private final ComboBox<String> list = new ComboBox<>();

    ChoiceCellEditor(TextCellEditor.Target target, String text, @Nullable String typed, boolean nullable) {
        this.target = target;
        this.before = target.wasNull() ? NULL : text;
        this.typed = typed;
        this.nullable = nullable;
        list.getStyleClass().add("cell-editor");
        list.setAccessibleText("Value of the cell");
        list.setVisibleRowCount(12);
        list.setValue(before);
    }

    /** Shows what can be chosen. */
    void offer(List<String> labels) {
        List<String> choices = new ArrayList<>(labels);
        if (nullable) {
            choices.add(NULL);
        }
        list.getItems().setAll(choices);
        list.setValue(before);
        if (typed != null) {
            choices.stream()
                    .filter(choice -> choice.regionMatches(true, 0, typed, 0, typed.length()))
                    .findFirst()
                    .ifPresent(list::setValue);
        }
        if (list.isFocused()) {
            list.show();
        }
    }

    @Override
    public Node node() {
        return list;
    }

    @Override
    public void begin() {
        list.requestFocus();
        if (!list.getItems().isEmpty()) {
            list.show();
        }
    }

    @Override
    public void leave() {
        target.keep(list.getValue());
    }

    @Override
    public boolean commit() {
        list.hide();
        String chosen = list.getValue();
        if (chosen == null || chosen.equals(before)) {
            return true;
        }
        if (chosen.equals(NULL) && nullable) {
            target.model().set(target.row(), target.column(), RawJson.NULL);
            return true;
        }
        return target.take(chosen) == null;
    }
}
