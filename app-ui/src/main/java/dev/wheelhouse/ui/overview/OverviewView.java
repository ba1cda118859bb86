package dev.wheelhouse.ui.overview;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.history.HistoryEntry;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.StatePane;
import dev.wheelhouse.ui.databases.DatabasesEntrance;
import dev.wheelhouse.ui.databases.EnvironmentStyle;
import dev.wheelhouse.ui.databases.connections.ConnectionCalls;
import dev.wheelhouse.ui.databases.connections.ConnectionCommands;
import dev.wheelhouse.ui.databases.history.HistoryLabels;
import dev.wheelhouse.ui.error.ErrorPresenter;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.fx.FxmlViews;
import dev.wheelhouse.ui.list.Refreshable;
import dev.wheelhouse.ui.list.StaleLine;
import dev.wheelhouse.ui.screen.EmbeddedRow;
import dev.wheelhouse.ui.screen.EmbeddedRows;
import dev.wheelhouse.ui.shell.ConsoleFacts;
import dev.wheelhouse.ui.shell.Screen;
import dev.wheelhouse.ui.shell.ScreenPart;
import dev.wheelhouse.ui.shell.Workbench;
import dev.wheelhouse.ui.shell.jobs.JobLine;
import dev.wheelhouse.ui.words.Moments;
import java.io.File;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.fxml.FXML;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.input.TransferMode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

/** The overview: an invitation while there is no database, the databases and what ran last afterwards. */
public final class OverviewView implements Screen {

    private final OverviewViewModel model;
    private final ConnectionCommands commands;
    private final DatabasesEntrance databases;
    private final List<ScreenPart> others;
    private final ConsoleFacts facts;
    private final Workbench workbench;
    private final ActionControls controls;
    private final Action addDatabase;
    private final Action openSample;
    private final Action showHistory;
    private final StatePane state;
    private final StaleLine stale;
    private final Parent root;
    private List<Object> told = List.of();
    private final EmbeddedRows<UsedConnection> connectionRows =
            new EmbeddedRows<>(line -> line.connection().id(), this::connectionRow);

    /** @param used when it was used last, in words */
    private record UsedConnection(DatabaseConnection connection, String used) {}

    @FXML
    private StackPane place;

    @FXML
    private ScrollPane scroll;

    @FXML
    private VBox welcome;

    @FXML
    private Label sampleText;

    @FXML
    private Button sample;

    @FXML
    private Button addFirst;

    @FXML
    private VBox known;

    @FXML
    private Button sampleAgain;

    @FXML
    private Button add;

    @FXML
    private VBox connections;

    @FXML
    private VBox page;

    @FXML
    private VBox used;

    @FXML
    private VBox jobsPart;

    @FXML
    private VBox jobs;

    @FXML
    private Button allHistory;

    @FXML
    private VBox recent;

    @FXML
    private TextField address;

    @FXML
    private Button copyAddress;

    @FXML
    private TextField tokenFile;

    @FXML
    private Button copyTokenFile;

    @FXML
    private TextField line;

    @FXML
    private Button copyLine;

    @FXML
    private Label docs;

    @FXML
    private Label service;

    /**
     * What the overview leads to and speaks through.
     *
     * @param others what other features show below the databases
     */
    public record Parts(
            ConnectionCommands commands,
            DatabasesEntrance databases,
            List<ScreenPart> others,
            ConsoleFacts facts,
            Workbench workbench,
            ActionControls controls) {}

    @SuppressWarnings("NullAway.Init") // The loader fills the fields.
    public OverviewView(OverviewViewModel model, Parts parts) {
        this.model = model;
        this.commands = parts.commands();
        this.databases = parts.databases();
        this.others = parts.others();
        this.facts = parts.facts();
        this.workbench = parts.workbench();
        this.controls = parts.controls();
        this.addDatabase = commands.add((_, file) -> databases.add(file)).withShortcut("Shortcut+Shift+A");
        this.openSample = commands.openSample(made -> databases.reveal(made.id()));
        this.showHistory = Action.of(
                        "overview.history", "All history", "fth-clock", () -> workbench.openScreen("history"))
                .withCurl(ConnectionCalls::history);
        this.state = new StatePane(workbench.background());
        List<Refreshable> readings = new ArrayList<>(List.of(model));
        others.forEach(each -> each.reading().ifPresent(readings::add));
        this.stale = new StaleLine(model.clock(), ZoneId.systemDefault(), readings);
        this.root = FxmlViews.load(this);
    }

    @FXML
    void initialize() {
        VBox.setVgrow(state, Priority.ALWAYS);
        VBox.setMargin(stale, new Insets(16, 16, 0, 16));
        place.getChildren().setAll(new VBox(stale, state));
        fill(sample, openSample);
        fill(sampleAgain, openSample);
        fill(add, addDatabase);
        fill(addFirst, addDatabase);
        connections.getChildren().setAll(connectionRows);
        int below = page.getChildren().indexOf(known) + 1;
        page.getChildren().addAll(below, others.stream().map(ScreenPart::root).toList());
        fill(allHistory, showHistory);
        sampleText
                .textProperty()
                .bind(commands.sampleRunningProperty()
                        .map(running -> running
                                ? "Making the sample: 200,000 rows, about two seconds…"
                                : "A shop in a SQLite file: customers, orders, payments, 200,000 rows in ten tables."
                                        + " It is made on this machine and is yours to change."));
        showApi();
        model.snapshotProperty().addListener(_ -> showState());
        model.failureProperty().addListener(_ -> showState());
        takeDroppedFiles();
        showState();
    }

    private void fill(Button button, Action action) {
        controls.fill(button, action);
        button.setText(action.title());
        button.setMinWidth(Region.USE_PREF_SIZE);
    }

    private void showApi() {
        address.setText(facts.address());
        tokenFile.setText(facts.tokenFile().toString());
        line.setText(workbench.curlText(OverviewViewModel.firstCall()));
        docs.setText("Every call is described at " + facts.address()
                + "/docs. “Copy as curl” is in the menu of every button that has one.");
        copies(copyAddress, "Copy API address", facts.address(), "The API address");
        copies(copyTokenFile, "Copy the token file's path", facts.tokenFile().toString(), "The token file's path");
        copies(copyLine, "Copy curl command", line.getText(), "The curl command");
    }

    private void copies(Button button, String title, String text, String what) {
        controls.fill(button, Action.of("overview.copy", title, "fth-copy", () -> workbench.copy(text, what)));
    }

    private void showState() {
        OverviewViewModel.Snapshot seen = model.snapshotProperty().get();
        var failure = model.failureProperty().get();
        if (seen != null) {
            show(seen);
            boolean first = !state.getChildren().contains(scroll);
            state.showContent(scroll);
            if (first && !Focus.isTypingBeside(state)) {
                focus();
            }
        } else if (failure != null) {
            state.showFailure(
                    ErrorPresenter.present(failure), model::refresh, details -> workbench.copy(details, "The details"));
        } else {
            state.showLoading();
        }
    }

    /** What the rows say. They are made anew only when that differs: new ones lose the keyboard. */
    private static List<Object> words(OverviewViewModel.Snapshot seen) {
        List<Object> words =
                new ArrayList<>(List.of(seen.connections(), seen.running(), seen.recent(), seen.service()));
        seen.connections().forEach(each -> words.add(used(seen.lastUsed().get(each.id()), seen.at())));
        seen.recent().forEach(each -> words.add(Moments.ago(each.startedAt(), seen.at())));
        return words;
    }

    private static String used(@Nullable Instant lastUsed, Instant now) {
        return lastUsed == null ? "not used yet" : Moments.ago(lastUsed, now);
    }

    private void show(OverviewViewModel.Snapshot seen) {
        List<Object> now = words(seen);
        if (now.equals(told)) {
            return;
        }
        told = now;
        boolean first = seen.connections().isEmpty();
        shown(welcome, first);
        shown(known, !first);
        shown(used, !first);
        shown(jobsPart, !seen.running().isEmpty());
        shown(service, seen.service().isPresent());
        service.setText(
                "A Wheelhouse service runs on this machine at " + seen.service().orElse("")
                        + ". Its home is its own; both work on the same things once they share a PostgreSQL with --store.");
        boolean hasSample =
                seen.connections().stream().anyMatch(each -> each.name().startsWith("Sample shop"));
        shown(sampleAgain, !hasSample);
        connectionRows.show(seen.connections().stream()
                .map(each -> new UsedConnection(each, used(seen.lastUsed().get(each.id()), seen.at())))
                .toList());
        jobs.getChildren()
                .setAll(seen.running().stream().map(job -> jobLine(job, seen)).toList());
        List<Node> lines = new ArrayList<>();
        seen.recent().forEach(each -> lines.add(historyLine(each, seen)));
        if (lines.isEmpty()) {
            Label nothing = new Label("Nothing has run yet.");
            nothing.getStyleClass().add("dim");
            HBox row = new HBox(nothing);
            row.getStyleClass().add("overview-row");
            lines.add(row);
        }
        recent.getChildren().setAll(lines);
    }

    private static void shown(Node node, boolean visible) {
        node.setVisible(visible);
        node.setManaged(visible);
    }

    private EmbeddedRow<UsedConnection> connectionRow(String id) {
        StackPane dot = new StackPane();
        FontIcon icon = new FontIcon("fth-database");
        Label name = new Label();
        name.getStyleClass().add("h3");
        Label place = new Label();
        place.getStyleClass().addAll("dim", "small");
        place.setMinWidth(0);
        VBox words = new VBox(2, name, place);
        words.setMinWidth(0);
        HBox.setHgrow(words, Priority.ALWAYS);
        FontIcon lock = new FontIcon("fth-lock");
        lock.managedProperty().bind(lock.visibleProperty());
        StackPane badge = new StackPane();
        Label used = new Label();
        used.getStyleClass().addAll("dim", "small");
        used.setMinWidth(110);
        used.setAlignment(Pos.CENTER_RIGHT);
        Button sql =
                controls.iconButton(Action.of("overview.sql", "New SQL tab", "fth-code", () -> databases.sql(id, "")));
        shown(sql, databases.canOpenSql());
        Action opens = Action.of("overview.open", "Open", "fth-arrow-right", () -> databases.reveal(id))
                .withCurl(() -> ConnectionCalls.tables(id));
        Button open = controls.iconButton(opens);
        return new EmbeddedRow<>(
                opens::run,
                (row, line) -> {
                    DatabaseConnection connection = line.connection();
                    dot.getChildren().setAll(EnvironmentStyle.dot(connection));
                    icon.setIconLiteral(connection.engine() == Engine.SQLITE ? "fth-file" : "fth-database");
                    name.setText(connection.name());
                    place.setText(connection.target().address());
                    lock.setVisible(connection.readOnly());
                    badge.getChildren().setAll(EnvironmentStyle.badge(connection.environment()));
                    used.setText(line.used());
                    name(sql, "New SQL tab on " + connection.name());
                    name(open, "Open " + connection.name());
                    row.setAccessibleText("Open " + connection.name());
                },
                dot,
                icon,
                words,
                lock,
                badge,
                used,
                sql,
                open);
    }

    private static void name(Button button, String words) {
        button.setAccessibleText(words);
        button.getTooltip().setText(words);
    }

    private static HBox jobLine(Job job, OverviewViewModel.Snapshot seen) {
        JobLine line = JobLine.of(job, nameOf(job.subjectId(), seen).orElse(""), seen.at(), ZoneId.systemDefault());
        Label what = new Label(line.title() + " · " + line.words());
        what.setMinWidth(0);
        Label begun = new Label(line.begun().isEmpty() ? "" : "since " + line.begun());
        begun.getStyleClass().addAll("dim", "small");
        HBox row = new HBox(12, new FontIcon("fth-activity"), what, begun);
        row.setAlignment(Pos.CENTER_LEFT);
        row.getStyleClass().add("overview-row");
        return row;
    }

    private static Optional<String> nameOf(String connectionId, OverviewViewModel.Snapshot seen) {
        return seen.connections().stream()
                .filter(each -> each.id().equals(connectionId))
                .map(DatabaseConnection::name)
                .findFirst();
    }

    private HBox historyLine(HistoryEntry entry, OverviewViewModel.Snapshot seen) {
        FontIcon icon = new FontIcon(HistoryLabels.icon(entry.outcome()));
        icon.getStyleClass().add(HistoryLabels.iconStyle(entry.outcome()));
        Label statement = new Label(HistoryLabels.line(entry));
        statement.getStyleClass().addAll("mono", "small");
        statement.setMinWidth(0);
        statement.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(statement, Priority.ALWAYS);
        String where = nameOf(entry.connectionId(), seen).orElse("deleted");
        Label rest = new Label(where + " · " + HistoryLabels.origin(entry.origin()) + " · "
                + HistoryLabels.elapsed(entry.elapsedMillis()) + " · "
                + Moments.ago(entry.startedAt(), seen.at()));
        rest.getStyleClass().addAll("dim", "small");
        rest.setMinWidth(Region.USE_PREF_SIZE);
        HBox row = new HBox(12, icon, statement, rest);
        row.setAlignment(Pos.CENTER_LEFT);
        row.getStyleClass().add("overview-row");
        return row;
    }

    private void takeDroppedFiles() {
        place.setOnDragOver(event -> {
            if (event.getDragboard().hasFiles()) {
                event.acceptTransferModes(TransferMode.COPY);
                event.consume();
            }
        });
        place.setOnDragDropped(event -> {
            List<File> files = event.getDragboard().getFiles();
            if (!files.isEmpty()) {
                databases.add(files.getFirst().toPath());
                event.setDropCompleted(true);
                event.consume();
            }
        });
    }

    @Override
    public Parent root() {
        return root;
    }

    @Override
    public void onShow() {
        showApi();
        model.onShow();
        stale.onShow();
        others.forEach(ScreenPart::onShow);
    }

    @Override
    public void onHide() {
        others.forEach(ScreenPart::onHide);
        stale.onHide();
        model.onHide();
    }

    @Override
    public List<Action> actions() {
        return List.of(addDatabase, openSample, showHistory);
    }

    @Override
    public void focus() {
        if (welcome.isVisible()) {
            Focus.give(sample);
        } else {
            Focus.give(add);
        }
    }
}
