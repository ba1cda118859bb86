package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.editor.SqlEditor;
import dev.wheelhouse.ui.databases.tabs.DatabaseTab;
import dev.wheelhouse.ui.databases.tabs.TabNavigator;
import dev.wheelhouse.ui.databases.tabs.TabState;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.FxmlViews;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.scene.Parent;
import org.jspecify.annotations.Nullable;

/** A SQL editor on one connection. */
public final class SqlTab implements DatabaseTab {

    static final String FILE = "file";
    private static final Duration TITLE_BEHIND = Duration.ofMillis(300);
    private static final String NAME = "name";
    private static final String TEXT = "text";
    private static final String SCRIPT = "script";

    private final SqlServices services;
    private final Workbench bench;
    private final SqlViewModel model;
    private final SqlEditor editor;
    private final SqlView view;
    private final Parent root;
    private final Draft draft;
    private final FilesModel files;
    private final ReadOnlyStringWrapper title = new ReadOnlyStringWrapper(this, "title", "SQL");
    private String name = "";
    /** The script that the text is from, where it is no saved query. */
    private @Nullable Path script;

    private boolean loaded;
    private boolean unsaved;
    private Background.Handle naming = Background.Handle.NONE;

    public SqlTab(
            SqlServices services,
            Workbench bench,
            ActionControls controls,
            DatabaseConnection connection,
            TabState state,
            TabNavigator navigator) {
        this.services = services;
        this.bench = bench;
        this.model = new SqlViewModel(services, bench, connection);
        this.editor = new SqlEditor(bench.background(), new SqlAnalyser(connection.engine()), model.suggestions());
        this.files = new FilesModel(services, bench, model);
        this.view = new SqlView(new SqlView.Parts(
                model,
                files,
                new QueriesModel(services, bench),
                new HistoryModel(services, bench, connection.id()),
                editor,
                new ResultPane.Tools(
                        services.databases(),
                        bench,
                        controls,
                        source -> navigator.open(TabState.table(
                                connection.id(),
                                source.table().schema(),
                                source.table().name())))));
        this.root = FxmlViews.load(view);
        this.draft = new Draft(
                bench.background(),
                services.drafts(),
                state.field(FILE).orElseGet(() -> UUID.randomUUID().toString()),
                bench::say);
        editor.setOnRefused(reason -> bench.say(Notice.warning(reason)));
        view.setOnNamed(query -> {
            name = query;
            script = null;
            unsaved = false;
            showTitle();
            navigator.stateChanged();
        });
        view.setOnScriptOpened(file -> {
            // A saved query stays one, with another text.
            if (name.isEmpty()) {
                script = file;
                unsaved = false;
                showTitle();
                navigator.stateChanged();
            }
        });
        state.field(NAME).filter(known -> !known.isEmpty()).ifPresent(view::rename);
        restore(state);
        editor.versionProperty().addListener(_ -> {
            if (loaded) {
                draft.changed(editor.snapshot());
                unsaved = true;
                naming.cancel();
                naming = bench.background().after(TITLE_BEHIND, this::showTitle);
            }
        });
    }

    /** The text that was there when the window last closed; else the one to begin with. */
    private void restore(TabState state) {
        String given = state.field(TEXT).orElse("");
        if (state.field(FILE).isEmpty()) {
            begin(given, false);
            state.field(SCRIPT).map(Path::of).ifPresent(view::open);
            return;
        }
        String query = name;
        script = state.field(SCRIPT).map(Path::of).orElse(null);
        bench.background()
                .run(
                        () -> {
                            String text = services.drafts().read(draft.name()).orElse(given);
                            boolean saved = !query.isEmpty()
                                    && services.queries()
                                            .read(query)
                                            .filter(text::equals)
                                            .isPresent();
                            return new Restored(text, !saved);
                        },
                        restored -> {
                            begin(restored.text(), restored.unsaved());
                            compareWithScript();
                        },
                        error -> {
                            bench.say(error);
                            begin(given, true);
                        });
    }

    private record Restored(String text, boolean unsaved) {}

    /** After the text is there: the script may lie where nothing answers any more. */
    private void compareWithScript() {
        Path from = script;
        if (from == null || !name.isEmpty()) {
            return;
        }
        long version = editor.versionProperty().get();
        Supplier<String> text = editor.snapshot();
        bench.background()
                .run(
                        () -> FilesModel.holds(from, text.get()),
                        same -> {
                            if (same && version == editor.versionProperty().get()) {
                                unsaved = false;
                                showTitle();
                            }
                        },
                        bench::say);
    }

    private void showTitle() {
        int end = Math.min(editor.length(), QueryTitle.LOOKED_AT);
        String beginning = editor.area().getText(0, end);
        title.set(QueryTitle.of(file(), beginning, model.connection().engine(), unsaved));
    }

    private String file() {
        if (!name.isEmpty()) {
            return name + ".sql";
        }
        return script == null ? "" : String.valueOf(script.getFileName());
    }

    private void begin(String text, boolean isUnsaved) {
        if (editor.length() == 0) {
            editor.open(text);
        }
        loaded = true;
        unsaved = isUnsaved;
        showTitle();
        if (!text.isEmpty()) {
            draft.changed(editor.snapshot());
        }
    }

    @Override
    public ReadOnlyStringProperty titleProperty() {
        return title.getReadOnlyProperty();
    }

    @Override
    public String icon() {
        return "fth-terminal";
    }

    @Override
    public Parent root() {
        return root;
    }

    @Override
    public void onShow() {
        model.onShow();
    }

    @Override
    public void focus() {
        editor.requestFocus();
    }

    @Override
    public void onHide() {
        model.onHide();
        draft.write();
    }

    @Override
    public void onClose() {
        draft.flush(editor.snapshot());
    }

    /** The text becomes a saved query, which every connection can open. */
    @Override
    public void connectionDeleted() {
        boolean saved = !name.isEmpty() && !unsaved;
        if (editor.length() == 0 || saved) {
            return;
        }
        String wanted = QueryNames.of(name, model.connection().name());
        Supplier<String> text = editor.snapshot();
        bench.background()
                .run(
                        () -> {
                            String free =
                                    QueryNames.free(wanted, services.queries().list());
                            services.queries().write(free, text.get());
                            return free;
                        },
                        kept -> {
                            draft.forget();
                            bench.say(
                                    Notice.info("The SQL of the closed tab was kept as the saved query " + kept + "."));
                        },
                        bench::say);
    }

    @Override
    public List<Action> actions() {
        return view.actions();
    }

    @Override
    public Optional<TabState> saved() {
        Map<String, String> fields = new HashMap<>(Map.of(FILE, draft.name(), NAME, name));
        if (script != null) {
            fields.put(SCRIPT, script.toString());
        }
        return Optional.of(new TabState(TabState.SQL, model.connection().id(), fields));
    }

    @Override
    public List<String> unsaved() {
        return model.unsaved();
    }

    @Override
    public void connectionChanged(DatabaseConnection connection) {
        model.connectionChanged(connection);
        view.connectionChanged();
    }

    @Override
    public void dispose() {
        naming.cancel();
        model.dispose();
        if (editor.length() == 0) {
            draft.forget();
        } else {
            // The text stays, so that a tab closed by mistake comes back whole.
            draft.write();
        }
    }

    SqlViewModel model() {
        return model;
    }

    SqlEditor editor() {
        return editor;
    }
}
