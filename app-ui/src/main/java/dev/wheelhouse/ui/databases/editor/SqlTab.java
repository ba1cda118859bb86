package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.editor.SqlEditor;
import dev.wheelhouse.ui.databases.tabs.DatabaseTab;
import dev.wheelhouse.ui.databases.tabs.TabNavigator;
import dev.wheelhouse.ui.databases.tabs.TabState;
import dev.wheelhouse.ui.fx.FxmlViews;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Question;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.scene.Parent;

/** A SQL editor on one connection. */
public final class SqlTab implements DatabaseTab {

    private static final String FILE = "file";
    private static final String NAME = "name";
    private static final String TEXT = "text";

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
    private boolean loaded;

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
                controls,
                source -> navigator.open(TabState.table(connection.id(), source.schema(), source.table()))));
        this.root = FxmlViews.load(view);
        this.draft = new Draft(
                bench.background(),
                services.drafts(),
                state.field(FILE).orElseGet(() -> UUID.randomUUID().toString()),
                bench::say);
        editor.setOnRefused(reason -> bench.say(Notice.warning(reason)));
        view.setOnNamed(query -> {
            name = query;
            title.set(query.isEmpty() ? "SQL" : query + ".sql");
            navigator.stateChanged();
        });
        state.field(NAME).filter(known -> !known.isEmpty()).ifPresent(view::rename);
        restore(state);
        editor.versionProperty().addListener(_ -> {
            if (loaded) {
                draft.changed(editor.snapshot());
            }
        });
    }

    /** The text that was there when the window last closed; else the one to begin with. */
    private void restore(TabState state) {
        String given = state.field(TEXT).orElse("");
        if (state.field(FILE).isEmpty()) {
            begin(given);
            return;
        }
        bench.background().run(() -> services.drafts().read(draft.name()).orElse(given), this::begin, error -> {
            bench.say(error);
            begin(given);
        });
    }

    private void begin(String text) {
        if (editor.length() == 0) {
            editor.open(text);
        }
        loaded = true;
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
        editor.requestFocus();
    }

    @Override
    public void onHide() {
        model.onHide();
        // The window may be closing.
        draft.flush();
    }

    @Override
    public List<Action> actions() {
        return view.actions();
    }

    @Override
    public Optional<TabState> saved() {
        return Optional.of(new TabState(TabState.SQL, model.connection().id(), Map.of(FILE, draft.name(), NAME, name)));
    }

    @Override
    public void requestClose(Runnable close) {
        if (model.holdsTransaction()) {
            bench.ask(
                    new Question(
                            "A transaction is open",
                            "Closing the tab rolls back what it did on "
                                    + model.connection().name() + " and did not commit.",
                            "Roll back and close",
                            true),
                    close);
            return;
        }
        close.run();
    }

    @Override
    public void connectionChanged(DatabaseConnection connection) {
        model.connectionChanged(connection);
        view.connectionChanged();
    }

    @Override
    public void dispose() {
        model.dispose();
        if (editor.length() == 0) {
            draft.forget();
        } else {
            // The text stays, so that a tab closed by mistake comes back whole.
            draft.flush();
        }
    }

    SqlViewModel model() {
        return model;
    }

    SqlEditor editor() {
        return editor;
    }
}
