package dev.wheelhouse.ui.access;

import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.form.FieldGrid;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.screen.DraftForm;
import dev.wheelhouse.ui.screen.Form;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.Set;
import java.util.function.Function;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.scene.control.TextField;

/** Asks for a single value. */
final class FieldForm {

    private static final double WIDTH = 520;
    private static final double LABELS = 88;

    private FieldForm() {}

    /**
     * What is asked.
     *
     * @param path of the field, as a refusal names it
     * @param value what stands there first
     */
    record Field(String title, String label, String path, String value) {}

    /** @param parse reads what was typed, without space around it */
    static <D, S> Form of(
            Field field,
            Function<String, D> parse,
            DraftForm.Storage<D, S> storage,
            FormFrame.Ends<S> ends,
            Workbench workbench,
            ActionControls controls) {
        StringProperty typed = new SimpleStringProperty(field, field.path(), field.value());
        DraftForm<D, S> form = new DraftForm<>(
                new DraftForm.Fields<>(
                        Set.of(field.path()), () -> parse.apply(typed.get().strip()), _ -> {}, () -> {}),
                storage,
                workbench);
        FieldGrid grid = new FieldGrid(LABELS, form.model());
        TextField input = grid.text(field.label(), typed, "");
        form.model().forgetProblemsOf(typed);
        return form.framed(
                new FormFrame<>(form.model(), field.path(), field.title(), WIDTH, grid), input, "Save", ends, controls);
    }
}
