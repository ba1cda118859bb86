package dev.wheelhouse.ui.screen;

import dev.wheelhouse.ui.form.EventPicker;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.ComboBoxBase;
import javafx.scene.control.ListView;
import javafx.scene.control.Spinner;
import javafx.scene.control.TextInputControl;
import javafx.scene.control.Toggle;
import org.fxmisc.richtext.GenericStyledArea;
import org.jspecify.annotations.Nullable;

/** What the fields of a form hold, whoever made them. */
final class EnteredValues {

    private EnteredValues() {}

    /** The values of everything below a node that takes some, in the order of the nodes. */
    static List<Object> of(Parent root) {
        List<Object> values = new ArrayList<>();
        collect(root, values);
        return values;
    }

    private static void collect(Node node, List<Object> values) {
        switch (node) {
            case TextInputControl field when !field.isEditable() -> {}
            case TextInputControl field -> add(values, field.getText());
            case GenericStyledArea<?, ?, ?> area -> add(values, area.getText());
            case ComboBoxBase<?> choice -> add(values, choice.getValue());
            case ChoiceBox<?> choice -> add(values, choice.getValue());
            case Spinner<?> spinner -> add(values, spinner.getEditor().getText());
            case CheckBox box -> add(values, box.isSelected());
            case Toggle toggle -> add(values, toggle.isSelected());
            case EventPicker picker -> values.add(picker.eventsProperty().get());
            // Its lines come and go as it is scrolled.
            case ListView<?> _ -> {}
            case Parent parent -> parent.getChildrenUnmodifiable().forEach(each -> collect(each, values));
            default -> {}
        }
    }

    private static void add(List<Object> values, @Nullable Object value) {
        values.add(value == null ? "" : value);
    }
}
