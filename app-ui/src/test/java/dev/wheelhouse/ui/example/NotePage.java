package dev.wheelhouse.ui.example;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.screen.Page;
import dev.wheelhouse.ui.screen.PageHead;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import javafx.beans.value.ChangeListener;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;

/** One note in the list's place. */
final class NotePage implements Page {

    private final LiveRow<Note> row;
    private final Function<Note, List<Action>> commands;
    private final Action back;
    private final Label facts = PageHead.facts();
    private final Label text = new Label();
    private final PageHead head;
    private final VBox root;
    private final ChangeListener<Note> onChange = (_, _, now) -> show(now);

    NotePage(LiveRow<Note> row, Function<Note, List<Action>> commands, Runnable back, ActionControls controls) {
        this.row = row;
        this.commands = commands;
        this.back = Action.of("notes.back", "All notes", "fth-arrow-left", back).withShortcut("Alt+Left");
        this.head = new PageHead(this.back, "fth-file", facts, controls);
        this.root = new VBox(12, head, text);
        root.getStyleClass().add("server-head");
    }

    private void show(Note note) {
        head.show("fth-file", note.name(), new Label());
        head.showTools(commands.apply(note), note, List.of());
        facts.setText(note.text().length() + " characters");
        text.setText(note.text());
    }

    @Override
    public String id() {
        return row.id();
    }

    @Override
    public Parent root() {
        return root;
    }

    @Override
    public void onShow() {
        row.lineProperty().addListener(onChange);
        show(row.line());
    }

    @Override
    public void onHide() {
        row.lineProperty().removeListener(onChange);
    }

    @Override
    public List<Action> actions() {
        List<Action> actions = new ArrayList<>(commands.apply(row.line()));
        actions.add(back);
        return actions;
    }

    @Override
    public void focus() {
        head.back().requestFocus();
    }
}
