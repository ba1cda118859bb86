package dev.wheelhouse.ui.example;

import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.form.FieldGrid;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.form.FormModel;
import dev.wheelhouse.ui.form.FormSource;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.screen.Form;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.scene.Parent;
import javafx.scene.control.TextField;
import org.jspecify.annotations.Nullable;

/** Adds or edits one note. */
final class NoteForm implements Form, FormSource<Note> {

    private final Notes notes;
    private final @Nullable Note edited;
    private final StringProperty name = new SimpleStringProperty(this, "name", "");
    private final StringProperty text = new SimpleStringProperty(this, "text", "");
    private final FormModel<Note> model;
    private final FormFrame<Note> frame;
    private final TextField first;

    NoteForm(
            Notes notes,
            @Nullable Note edited,
            FormFrame.Ends<Note> ends,
            Workbench workbench,
            ActionControls controls) {
        this.notes = notes;
        this.edited = edited;
        this.model = new FormModel<>(workbench.background(), Set.of("name", "text"), this);
        FieldGrid fields = new FieldGrid(80, model);
        first = fields.text("Name", name, "");
        fields.text("Text", text, "What to remember");
        model.forgetProblemsOf(name, text);
        frame = new FormFrame<>(model, "note", edited == null ? "Add a note" : "Edit " + edited.name(), 480, fields);
        frame.end(
                new FormFrame.Foot(List.of(), List.of(), List.of()),
                edited == null ? "Add" : "Save",
                () -> CurlCommand.post("/notes", "{\"name\": \"…\"}"),
                ends,
                controls);
        if (edited != null) {
            show(edited);
        }
    }

    @Override
    public Callable<Note> store(@Nullable Long expected) {
        String typedName = name.get();
        String typedText = text.get();
        return () -> edited == null
                ? notes.create(typedName, typedText)
                : notes.update(edited.id(), typedName, typedText, expected);
    }

    @Override
    public Callable<Note> read() {
        return () -> notes.get(edited == null ? "" : edited.id());
    }

    @Override
    public void show(Note stored) {
        model.show(stored.revision());
        name.set(stored.name());
        text.set(stored.text());
    }

    @Override
    public Parent root() {
        return frame;
    }

    @Override
    public void focus() {
        Focus.give(first);
    }

    @Override
    public void close() {
        model.close();
    }
}
