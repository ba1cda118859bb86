package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.core.databases.export.ExportFormat;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.controls.editor.SqlEditor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** Everything that can be done in a SQL tab. */
final class SqlActions {

    final Action run;
    final Action runScript;
    final Action cancel;
    final Action explain;
    final Action analyze;
    final Action format;
    final Action save;
    final Action open;
    final Action runFile;
    final Action commit;
    final Action rollback;
    final Action find;
    final List<Action> exports = new ArrayList<>();

    /** What only the view can do: it knows windows and files. */
    interface FileCommands {
        void save();

        void open();

        void runFile();

        void export(ExportFormat format);
    }

    SqlActions(SqlViewModel model, SqlEditor editor, FileCommands files) {
        Consumer<SqlPiece.Extent> running = extent -> model.run(text(editor), extent);
        run = Action.of("sql.run", "Run statement", "fth-play", () -> running.accept(SqlPiece.Extent.STATEMENT))
                .withShortcut("Shortcut+Enter")
                .withCurl(() -> model.calls().run(text(editor), SqlPiece.Extent.STATEMENT));
        runScript = Action.of(
                        "sql.script",
                        "Run whole script",
                        "fth-fast-forward",
                        () -> running.accept(SqlPiece.Extent.SCRIPT))
                .withShortcut("Shortcut+Shift+Enter")
                .withCurl(() -> model.calls().run(text(editor), SqlPiece.Extent.SCRIPT));
        cancel = Action.of("sql.cancel", "Cancel", "fth-square", model::cancel).withShortcut("Shortcut+Period");
        explain = Action.of("sql.explain", "Explain", "fth-git-branch", () -> model.explain(text(editor), false))
                .withShortcut("Shortcut+E")
                .withCurl(() -> model.calls().explain(text(editor), false));
        analyze = Action.of("sql.analyze", "Explain Analyze", "fth-activity", () -> model.explain(text(editor), true))
                .withShortcut("Shortcut+Shift+E")
                .withCurl(() -> model.calls().explain(text(editor), true));
        format = Action.of(
                        "sql.format",
                        "Format",
                        "fth-align-left",
                        () -> model.format(text(editor), unlessTyped(editor, model)))
                .withShortcut("Shortcut+Shift+I")
                .withCurl(() -> model.calls().format(text(editor)));
        save = Action.of("sql.save", "Save query", "fth-save", files::save).withShortcut("Shortcut+S");
        open = Action.of("sql.open", "Open file …", "fth-folder", files::open).withShortcut("Shortcut+O");
        runFile = Action.of("sql.run-file", "Run file …", "fth-file-text", files::runFile);
        commit = Action.of("sql.commit", "Commit", "fth-check", model::commit).withShortcut("Shortcut+Shift+K");
        rollback = Action.of("sql.rollback", "Roll back", "fth-rotate-ccw", model::rollback)
                .withShortcut("Shortcut+Shift+R");
        find = Action.of("sql.find", "Find and replace", "fth-search", editor::openFind);
        for (ExportFormat each : ExportFormat.values()) {
            String name = each.name().toUpperCase(Locale.ROOT);
            exports.add(Action.of(
                            "sql.export-" + each.wireName(),
                            "Export result as " + name + " …",
                            "fth-download",
                            () -> files.export(each))
                    .withCurl(() -> model.calls().export(text(editor), each)));
        }
        List.of(run, runScript, explain, analyze, runFile)
                .forEach(action ->
                        action.enabledProperty().bind(model.runningProperty().not()));
        exports.forEach(
                action -> action.enabledProperty().bind(model.runningProperty().not()));
        cancel.enabledProperty().bind(model.runningProperty());
        commit.enabledProperty().bind(model.runningProperty().not());
        rollback.enabledProperty().bind(model.runningProperty().not());
    }

    /** Takes a text that was laid out, unless another one was typed meanwhile. */
    private static SqlViewModel.LaidOut unlessTyped(SqlEditor editor, SqlViewModel model) {
        long version = editor.versionProperty().get();
        return (laid, part) -> {
            if (editor.versionProperty().get() != version) {
                model.sayChangedMeanwhile();
            } else if (part) {
                editor.insert(laid);
            } else {
                editor.change(laid);
            }
        };
    }

    static RunText text(SqlEditor editor) {
        return new RunText(editor.snapshot(), editor.caret(), editor.selection());
    }

    List<Action> all() {
        List<Action> all = new ArrayList<>(
                List.of(run, runScript, cancel, explain, analyze, format, save, open, runFile, commit, rollback, find));
        all.addAll(exports);
        return all;
    }
}
