package dev.wheelhouse.ui.controls.form;

import atlantafx.base.theme.Styles;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.collections.ObservableMap;
import javafx.scene.Node;
import javafx.scene.control.Label;

/** The problems of a form's fields, each shown below its field, which is marked. */
public final class Problems {

    private final ObservableMap<String, String> byPath;

    /** @param byPath path of a field to what is wrong with it */
    public Problems(ObservableMap<String, String> byPath) {
        this.byPath = byPath;
    }

    /** Tells of a field's problem for as long as there is one. */
    public void tell(Label label, Node field, String path) {
        ObservableValue<String> text =
                Bindings.valueAt(byPath, path).map(each -> each).orElse("");
        Shown.whenNotEmpty(label, text);
        text.addListener((_, _, now) -> field.pseudoClassStateChanged(Styles.STATE_DANGER, !now.isEmpty()));
    }
}
