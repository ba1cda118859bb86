package dev.wheelhouse.ui.example;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.action.Question;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.list.ListColumns;
import dev.wheelhouse.ui.list.ListModel;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.list.LiveTable;
import dev.wheelhouse.ui.screen.ListArea;
import dev.wheelhouse.ui.screen.ListCount;
import dev.wheelhouse.ui.screen.ListScreen;
import dev.wheelhouse.ui.screen.Nouns;
import dev.wheelhouse.ui.shell.Area;
import dev.wheelhouse.ui.shell.ScreenEntry;
import dev.wheelhouse.ui.shell.SidebarGroup;
import dev.wheelhouse.ui.shell.Workbench;
import dev.wheelhouse.ui.shell.palette.PaletteEntry;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The area: a list, a page and a form, in the sidebar and in the palette. */
final class NotesWiring implements Area {

    private static final Nouns NOUNS =
            new Nouns("note", "notes", "Find a note", "fth-file", "No notes yet. Add what you want to remember.");

    private final Notes notes;
    private final Workbench workbench;
    private final ActionControls controls;
    private final NoteList list;
    private final ListModel<Note> model;
    private final ListArea<Note> area;

    NotesWiring(Notes notes, Workbench workbench, ActionControls controls, Clock clock) {
        this.notes = notes;
        this.workbench = workbench;
        this.controls = controls;
        this.list = new NoteList(notes, workbench.background(), clock);
        this.model = new ListModel<>(list, Note::matches);
        this.area = new ListArea<>(NOUNS, SidebarGroup.DATA, "Notes", "Alt+9", model, this::make, workbench);
    }

    private ListScreen<Note> make() {
        ListColumns<LiveRow<Note>, Note> columns = ListColumns.ofRows(_ -> false);
        LiveTable<Note> table = new LiveTable<>(
                "note-table",
                model,
                List.of(
                        columns.column("Note", 200, (cell, note) -> cell.setText(note.name())),
                        columns.column("Text", 400, (cell, note) -> cell.setText(note.text()))),
                lines -> lines.isEmpty() ? List.of() : commands(lines.getFirst()),
                add(),
                controls);
        return new ListScreen<>(
                new ListScreen.Parts<>(
                        NOUNS, model, table, add(), () -> CurlCommand.get("/notes"), this::page, List::of),
                new ListScreen.Extras(List.of(new ListCount<>(model, NOUNS)), List.of(), List.of()),
                ZoneOffset.UTC,
                workbench,
                controls);
    }

    private NotePage page(String id) {
        return new NotePage(list.row(id).orElseThrow(), this::commands, model::back, controls);
    }

    private Action add() {
        return Action.of("notes.add", "Add a note", "fth-plus", () -> open(null));
    }

    private List<Action> commands(Note note) {
        return List.of(
                Action.of("notes.edit", "Edit…", "fth-edit-2", () -> open(note)).withShortcut("F2"),
                Action.of("notes.delete", "Delete…", "fth-trash-2", () -> ask(note))
                        .withShortcut("Delete"));
    }

    private void open(@Nullable Note edited) {
        ListScreen<Note> screen = area.inFront();
        screen.open(() ->
                new NoteForm(notes, edited, screen.ends(edited == null, Note::name, Note::id), workbench, controls));
    }

    private void ask(Note note) {
        Question question = new Question("Delete " + note.name() + "?", "Its text is lost.", "Delete", true);
        workbench.ask(
                question, () -> workbench.background().run(() -> delete(note), _ -> list.refresh(), workbench::say));
    }

    private Note delete(Note note) {
        notes.delete(note.id());
        return note;
    }

    @Override
    public List<ScreenEntry> screens() {
        return List.of(area.entry());
    }

    @Override
    public List<Action> actions() {
        return List.of(add());
    }

    @Override
    public Optional<String> nameOf(String id) {
        return list.find(id).map(Note::name);
    }

    @Override
    public List<PaletteEntry> paletteEntries() {
        return area.paletteEntries("Note", Note::name, Note::text, _ -> NOUNS.icon(), this::commands);
    }
}
