package dev.wheelhouse.ui.databases;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.SideSplit;
import dev.wheelhouse.ui.controls.StatePane;
import dev.wheelhouse.ui.databases.connections.ConnectionCommands;
import dev.wheelhouse.ui.databases.connections.ConnectionFormView;
import dev.wheelhouse.ui.databases.connections.ConnectionFormViewModel;
import dev.wheelhouse.ui.databases.connections.ConnectionForms;
import dev.wheelhouse.ui.databases.tabs.DatabaseTabs;
import dev.wheelhouse.ui.databases.tabs.TabState;
import dev.wheelhouse.ui.databases.tree.DatabaseTreeView;
import dev.wheelhouse.ui.databases.tree.DatabaseTreeViewModel;
import dev.wheelhouse.ui.databases.tree.TreeActions;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.form.FormMode;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.FxmlViews;
import dev.wheelhouse.ui.screen.ModalForm;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Screen;
import dev.wheelhouse.ui.shell.Workbench;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.beans.InvalidationListener;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;

/** The databases screen: tree at the left, tabs at the right, the form of a connection above both. */
public final class DatabasesView implements Screen, ConnectionForms {

    private static final String WIDTH_KEY = "databases.tree-width";
    private static final double USUAL_WIDTH = 300;
    private static final double WIDEST = 4000;
    private static final Duration POLL_PERIOD = Duration.ofSeconds(3);
    private static final long LARGEST_CERTIFICATE = 1_000_000;

    private final Function<FormMode<DatabaseConnection>, ConnectionFormViewModel> forms;
    private final DatabaseTreeViewModel treeModel;
    private final DatabaseTabs tabs;
    private final ConnectionCommands commands;
    private final Workbench workbench;
    private final ActionControls controls;
    private final Action addDatabase;
    private final Action openSample;
    private final DatabaseTreeView tree;
    private final StackPane root;
    private final ModalForm veil;
    private final List<Runnable> waiting = new ArrayList<>();
    private Background.Handle polling = Background.Handle.NONE;

    @FXML
    private StackPane screen;

    @FXML
    private StackPane left;

    @FXML
    private StackPane right;

    /**
     * @param forms makes the model of the form for what it is open for
     * @param history shows what ran on the connection of an id
     */
    @SuppressWarnings("NullAway.Init") // The loader fills the fields.
    public DatabasesView(
            DatabaseTreeViewModel tree,
            DatabaseTabs tabs,
            ConnectionCommands commands,
            Function<FormMode<DatabaseConnection>, ConnectionFormViewModel> forms,
            Consumer<String> history,
            Workbench workbench,
            ActionControls controls) {
        this.forms = forms;
        this.treeModel = tree;
        this.tabs = tabs;
        this.commands = commands;
        this.workbench = workbench;
        this.controls = controls;
        this.addDatabase = commands.add(this).withShortcut("Shortcut+Shift+A");
        commands.setOpenWork(tabs);
        this.openSample = commands.openSample(made -> reveal(made.id()));
        TreeActions actions = new TreeActions(treeModel, commands, this, tabs, tabs::canOpen, history, workbench);
        this.tree = new DatabaseTreeView(treeModel, actions, controls, addDatabase, openSample, this, workbench);
        this.root = (StackPane) FxmlViews.load(this);
        this.veil = new ModalForm(root, workbench);
    }

    @FXML
    void initialize() {
        left.getChildren().setAll(tree.root());
        SideSplit parts = new SideSplit(left, right);
        double width = workbench.state().read(WIDTH_KEY, Double.class).orElse(USUAL_WIDTH);
        parts.sideWidthProperty().set(Math.clamp(width, SideSplit.NARROWEST, WIDEST));
        parts.sideWidthProperty().addListener((_, _, now) -> workbench.state().write(WIDTH_KEY, now.doubleValue()));
        screen.getChildren().add(parts);
        StatePane nothingOpen = new StatePane(workbench.background());
        showNothingOpen(nothingOpen);
        right.getChildren().setAll(nothingOpen, tabs.root());
        nothingOpen.visibleProperty().bind(tabs.emptyProperty());
        tabs.root().visibleProperty().bind(tabs.emptyProperty().not());
        treeModel.selectedKeyProperty().addListener(_ -> showNothingOpen(nothingOpen));
        commands.list().items().addListener((InvalidationListener) _ -> showNothingOpen(nothingOpen));
    }

    private void showNothingOpen(StatePane pane) {
        if (commands.list().items().isEmpty()) {
            pane.showEmpty("fth-layers", "What you open in the tree shows here.", controls);
            return;
        }
        List<Action> offers = new ArrayList<>();
        newSql().ifPresent(offers::add);
        pane.showEmpty(
                "fth-layers",
                tabs.canOpen(TabState.TABLE)
                        ? "Nothing is open. Choose a table in the tree and press Enter."
                        : "Nothing is open.",
                controls,
                offers.toArray(Action[]::new));
    }

    private Optional<DatabaseConnection> connectionInUse() {
        Optional<DatabaseConnection> chosen =
                tree.hasKeyboard() ? treeModel.selected().flatMap(treeModel::connection) : Optional.empty();
        return chosen.or(tabs::connectionInFront)
                .or(() -> treeModel.selected().flatMap(treeModel::connection))
                .or(() -> commands.list().items().stream().findFirst());
    }

    private Optional<Action> newSql() {
        if (!tabs.canOpen(TabState.SQL) || connectionInUse().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(Action.of(
                        "databases.sql",
                        "New SQL tab",
                        "fth-code",
                        () -> connectionInUse().ifPresent(each -> tabs.open(TabState.sql(each.id(), ""))))
                .withShortcut("Shortcut+T"));
    }

    @Override
    public void open(FormMode<DatabaseConnection> mode, @Nullable Path file) {
        if (veil.isOpen() && file != null) {
            workbench.say(Notice.info("Save or cancel this form first, then add " + file.getFileName() + "."));
        }
        veil.open(() -> form(mode, file));
    }

    private ConnectionFormView form(FormMode<DatabaseConnection> mode, @Nullable Path file) {
        ConnectionFormViewModel model = forms.apply(mode);
        ConnectionFormView view = new ConnectionFormView(
                model,
                controls,
                this::readCertificate,
                new FormFrame.Ends<>(
                        saved -> {
                            closeForm();
                            reveal(saved.id());
                            workbench.say(Notice.info(
                                    mode.isEdit() ? saved.name() + " was saved." : saved.name() + " was added."));
                        },
                        this::closeForm));
        if (file != null) {
            model.takeFile(file);
        }
        return view;
    }

    /**
     * Opens a file that was given to the window, or has it wait for a form that is open.
     *
     * @param again looks at the file and opens it anew
     */
    void open(GivenFile given, Runnable again) {
        Path path = given.file().path();
        if (veil.isOpen()) {
            if (waiting.isEmpty()) {
                workbench.say(Notice.info(path.getFileName() + " opens when this form is closed."));
            }
            waiting.add(again);
            workbench.layers().focus();
            return;
        }
        switch (given.file().kind()) {
            case SCRIPT -> openScript(path);
            case DATABASE -> given.connection().ifPresentOrElse(this::reveal, () -> open(new FormMode.Add<>(), path));
        }
    }

    /** On the one connection that there is; of several, somebody has to choose one. */
    private void openScript(Path script) {
        List<DatabaseConnection> all = List.copyOf(commands.list().items());
        if (all.isEmpty()) {
            workbench.say(
                    Notice.info("Add a database for " + script.getFileName() + " to run on, then open it again."));
        } else if (all.size() == 1) {
            tabs.open(TabState.script(all.getFirst().id(), script));
        } else {
            veil.open(() -> new ScriptForm(
                    script,
                    all,
                    connectionInUse().orElse(all.getFirst()),
                    chosen -> {
                        closeForm();
                        tabs.open(TabState.script(chosen.id(), script));
                        tabs.focus();
                    },
                    this::closeForm));
        }
    }

    private void closeForm() {
        if (veil.isOpen()) {
            veil.close();
            List<Runnable> next = List.copyOf(waiting);
            waiting.clear();
            next.forEach(Runnable::run);
        }
    }

    private void readCertificate(Path file, Consumer<String> text) {
        workbench
                .background()
                .run(
                        () -> Files.size(file) > LARGEST_CERTIFICATE ? "" : Files.readString(file),
                        read -> {
                            if (read.isEmpty()) {
                                workbench.say(Notice.warning("This file is no certificate."));
                                return;
                            }
                            text.accept(read);
                        },
                        workbench::say);
    }

    /** Opens a connection in the tree. */
    public void reveal(String connectionId) {
        treeModel.reveal(connectionId);
        tree.focus();
    }

    public DatabaseTabs tabs() {
        return tabs;
    }

    @Override
    public Parent root() {
        return root;
    }

    @Override
    public void onShow() {
        treeModel.onShow();
        tabs.onShow();
        // Connections are made over HTTP as well.
        polling = workbench.background().every(POLL_PERIOD, commands.list()::refresh);
    }

    @Override
    public void onHide() {
        polling.cancel();
        tabs.onHide();
        treeModel.onHide();
    }

    @Override
    public void onClose() {
        tabs.onClose();
    }

    @Override
    public void requestClose(Runnable close) {
        tabs.requestClose(close);
    }

    @Override
    public List<Action> actions() {
        List<Action> actions = new ArrayList<>(tabs.actions());
        newSql().ifPresent(actions::add);
        actions.addAll(tree.actions());
        return actions;
    }

    @Override
    public void focus() {
        if (tabs.emptyProperty().get()) {
            tree.focus();
        } else {
            tabs.focus();
        }
    }
}
