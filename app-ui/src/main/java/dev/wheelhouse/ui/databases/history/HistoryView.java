package dev.wheelhouse.ui.databases.history;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.history.HistoryEntry;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.StatePane;
import dev.wheelhouse.ui.controls.form.InWords;
import dev.wheelhouse.ui.databases.DatabasesEntrance;
import dev.wheelhouse.ui.databases.EnvironmentStyle;
import dev.wheelhouse.ui.error.ErrorPresenter;
import dev.wheelhouse.ui.fx.FxmlViews;
import dev.wheelhouse.ui.shell.Screen;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.ListChangeListener;
import javafx.fxml.FXML;
import javafx.geometry.Pos;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

/** The screen of what ran: filtered above, listed in the middle, whole below. */
public final class HistoryView implements Screen {

    private static final int NEAR_THE_END = 20;

    private final HistoryViewModel model;
    private final Workbench workbench;
    private final ActionControls controls;
    private final DatabasesEntrance databases;
    private final ZoneId zone;
    private final StatePane state;
    private final Action refreshes;
    private final Action copies;
    private final Action copiesCurl;
    private final Action opens;
    private final Parent root;

    @FXML
    private TextField search;

    @FXML
    private ComboBox<Optional<DatabaseConnection>> connection;

    @FXML
    private ComboBox<Optional<String>> outcome;

    @FXML
    private ComboBox<Optional<Origin>> origin;

    @FXML
    private Button refresh;

    @FXML
    private StackPane place;

    @FXML
    private SplitPane split;

    @FXML
    private TableView<HistoryEntry> table;

    @FXML
    private TableColumn<HistoryEntry, HistoryEntry> outcomeColumn;

    @FXML
    private TableColumn<HistoryEntry, HistoryEntry> timeColumn;

    @FXML
    private TableColumn<HistoryEntry, HistoryEntry> connectionColumn;

    @FXML
    private TableColumn<HistoryEntry, HistoryEntry> originColumn;

    @FXML
    private TableColumn<HistoryEntry, HistoryEntry> statementColumn;

    @FXML
    private TableColumn<HistoryEntry, HistoryEntry> rowsColumn;

    @FXML
    private TableColumn<HistoryEntry, HistoryEntry> elapsedColumn;

    @FXML
    private VBox details;

    @FXML
    private Label summary;

    @FXML
    private Label error;

    @FXML
    private TextArea statement;

    @FXML
    private Button open;

    @FXML
    private Button copy;

    @FXML
    private Button curl;

    /** @param zone of the times shown */
    @SuppressWarnings("NullAway.Init") // The loader fills the fields.
    public HistoryView(
            HistoryViewModel model,
            Workbench workbench,
            ActionControls controls,
            DatabasesEntrance databases,
            ZoneId zone) {
        this.model = model;
        this.workbench = workbench;
        this.controls = controls;
        this.databases = databases;
        this.zone = zone;
        this.state = new StatePane(workbench.background());
        this.refreshes = Action.of("history.refresh", "Refresh", "fth-refresh-cw", model::refresh)
                .withShortcut("F5")
                .withCurl(model::listCall);
        this.copies = Action.of(
                "history.copy",
                "Copy statement",
                "fth-clipboard",
                () -> withSelected(each -> workbench.copy(each.statement(), "The statement")));
        this.copiesCurl = Action.of(
                        "history.curl",
                        "Copy as curl",
                        "fth-terminal",
                        () -> withSelected(each ->
                                Optional.ofNullable(model.againCall(each)).ifPresent(workbench::copyCurl)))
                .withCurl(() -> selected().map(model::againCall).orElse(null));
        this.opens = Action.of(
                "history.open",
                "Open in SQL editor",
                "fth-code",
                () -> withSelected(each -> databases.sql(each.connectionId(), each.statement())));
        this.root = FxmlViews.load(this);
    }

    @FXML
    void initialize() {
        search.textProperty().bindBidirectional(model.searchProperty());
        choices();
        controls.fill(refresh, refreshes);
        place.getChildren().setAll(state);
        columns();
        table.setItems(model.entries());
        table.setFixedCellSize(30);
        table.setPlaceholder(new Label(""));
        table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
        table.setRowFactory(_ -> new Row());
        table.getSelectionModel().selectedItemProperty().addListener((_, _, entry) -> show(entry));
        table.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.ENTER) {
                opens.run();
                event.consume();
            }
        });
        model.stateProperty().addListener(_ -> showState());
        model.entries().addListener((ListChangeListener<HistoryEntry>) _ -> showState());
        controls.fill(open, opens);
        open.setVisible(databases.canOpenSql());
        open.setManaged(databases.canOpenSql());
        controls.fill(copy, copies);
        controls.fill(curl, copiesCurl);
        List.of(open, copy, curl).forEach(button -> button.setMinWidth(Region.USE_PREF_SIZE));
        open.setText(opens.title());
        copy.setText(copies.title());
        curl.setText(copiesCurl.title());
        error.managedProperty().bind(error.visibleProperty());
        error.visibleProperty().bind(error.textProperty().isNotEmpty());
        showState();
        show(null);
    }

    /** A row that asks for the next page when it comes near the end. */
    private final class Row extends TableRow<HistoryEntry> {

        @Override
        protected void updateItem(@Nullable HistoryEntry entry, boolean empty) {
            super.updateItem(entry, empty);
            if (!empty && getIndex() >= model.entries().size() - NEAR_THE_END) {
                // Not while the table lays itself out: reading changes its rows.
                workbench.background().onWindow(model::readMore);
            }
        }
    }

    private void choices() {
        connection.setConverter(
                new InWords<>(each -> each.map(DatabaseConnection::name).orElse("All connections")));
        outcome.setConverter(
                new InWords<>(each -> each.map(HistoryView::outcomeWords).orElse("Any outcome")));
        origin.setConverter(
                new InWords<>(each -> each.map(HistoryLabels::origin).orElse("Any origin")));
        outcome.getItems()
                .setAll(List.of(
                        Optional.empty(), Optional.of("succeeded"), Optional.of("failed"), Optional.of("cancelled")));
        origin.getItems().setAll(List.of(Optional.empty(), Optional.of(Origin.WINDOW), Optional.of(Origin.HTTP)));
        bind(outcome, model.outcomeProperty());
        bind(origin, model.originProperty());
        model.connectionItems().addListener((ListChangeListener<DatabaseConnection>) _ -> fillConnections());
        model.connectionProperty().addListener(_ -> fillConnections());
        connection.valueProperty().addListener((_, _, chosen) -> {
            if (chosen != null) {
                model.connectionProperty()
                        .set(chosen.map(DatabaseConnection::id).orElse(null));
            }
        });
        fillConnections();
    }

    private void fillConnections() {
        List<Optional<DatabaseConnection>> items = new ArrayList<>();
        items.add(Optional.empty());
        model.connections().forEach(each -> items.add(Optional.of(each)));
        String wanted = model.connectionProperty().get();
        Optional<DatabaseConnection> now = model.connections().stream()
                .filter(each -> each.id().equals(wanted))
                .findFirst();
        if (!items.equals(connection.getItems())) {
            connection.getItems().setAll(items);
        }
        if (wanted == null || now.isPresent()) {
            connection.setValue(now);
        }
    }

    private static <T> void bind(ComboBox<Optional<T>> box, ObjectProperty<@Nullable T> property) {
        box.setValue(Optional.ofNullable(property.get()));
        box.valueProperty().addListener((_, _, chosen) -> {
            if (chosen != null) {
                property.set(chosen.orElse(null));
            }
        });
        property.addListener((_, _, now) -> box.setValue(Optional.ofNullable(now)));
    }

    private static String outcomeWords(String outcome) {
        return switch (outcome) {
            case "succeeded" -> "Succeeded";
            case "failed" -> "Failed";
            default -> "Cancelled";
        };
    }

    private void columns() {
        column(outcomeColumn, (cell, entry) -> {
            FontIcon icon = new FontIcon(HistoryLabels.icon(entry.outcome()));
            icon.getStyleClass().add(HistoryLabels.iconStyle(entry.outcome()));
            cell.setGraphic(icon);
            cell.setAccessibleText(outcomeWords(entry.outcome()));
            cell.setTooltip(new Tooltip(outcomeWords(entry.outcome())));
        });
        column(timeColumn, (cell, entry) -> cell.setText(HistoryLabels.moment(entry.startedAt(), zone)));
        timeColumn.getStyleClass().add("figures-column");
        column(connectionColumn, (cell, entry) -> {
            Optional<DatabaseConnection> found = model.connectionOf(entry);
            cell.setText(found.map(DatabaseConnection::name).orElse("deleted"));
            found.ifPresent(each -> cell.setGraphic(EnvironmentStyle.dot(each)));
        });
        column(originColumn, (cell, entry) -> cell.setText(HistoryLabels.origin(entry.origin())));
        column(statementColumn, (cell, entry) -> cell.setText(HistoryLabels.line(entry)));
        statementColumn.getStyleClass().add("mono-column");
        column(
                rowsColumn,
                (cell, entry) -> cell.setText(
                        entry.rowCount() == null ? "" : entry.rowCount().toString()));
        column(elapsedColumn, (cell, entry) -> cell.setText(HistoryLabels.elapsed(entry.elapsedMillis())));
        rowsColumn.getStyleClass().addAll("figures-column", "right-column");
        elapsedColumn.getStyleClass().addAll("figures-column", "right-column");
    }

    private static void column(
            TableColumn<HistoryEntry, HistoryEntry> column,
            BiConsumer<TableCell<HistoryEntry, HistoryEntry>, HistoryEntry> draw) {
        boolean right = column.getText() != null && List.of("Rows", "Duration").contains(column.getText());
        column.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue()));
        column.setCellFactory(_ -> new TableCell<>() {
            @Override
            protected void updateItem(@Nullable HistoryEntry entry, boolean empty) {
                super.updateItem(entry, empty);
                setText(null);
                setGraphic(null);
                setAlignment(right ? Pos.CENTER_RIGHT : Pos.CENTER_LEFT);
                if (!empty && entry != null) {
                    draw.accept(this, entry);
                }
            }
        });
    }

    private void showState() {
        switch (model.stateProperty().get()) {
            case HistoryViewModel.State.Loading _ -> state.showLoading();
            case HistoryViewModel.State.Failed(var failure) ->
                state.showFailure(
                        ErrorPresenter.present(failure), model::refresh, text -> workbench.copy(text, "The details"));
            case HistoryViewModel.State.Ready _ -> showEntries();
        }
    }

    private void showEntries() {
        if (!model.entries().isEmpty()) {
            state.showContent(split);
        } else if (model.isFiltered()) {
            state.showEmpty(
                    "fth-filter",
                    "No matching statements.",
                    controls,
                    Action.of("history.all", "Show all", "fth-x", () -> model.showConnection(null)));
        } else {
            state.showEmpty(
                    "fth-clock",
                    "Nothing has run yet. Statements of this window and of the API show here, with their outcome.",
                    controls);
        }
    }

    private void show(@Nullable HistoryEntry entry) {
        details.setDisable(entry == null);
        opens.enabledProperty()
                .set(entry != null
                        && databases.canOpenSql()
                        && HistoryViewModel.isStatement(entry)
                        && model.connectionOf(entry).isPresent());
        copies.enabledProperty().set(entry != null);
        copiesCurl.enabledProperty().set(entry != null && model.againCall(entry) != null);
        if (entry == null) {
            summary.setText("Select a line to see it whole.");
            statement.clear();
            error.setText("");
            return;
        }
        summary.setText(outcomeWords(entry.outcome()) + " · " + entry.kind() + " · "
                + HistoryLabels.moment(entry.startedAt(), zone) + " · "
                + model.connectionOf(entry).map(DatabaseConnection::name).orElse("a deleted connection") + " · "
                + HistoryLabels.elapsed(entry.elapsedMillis())
                + (entry.rowCount() == null ? "" : " · " + entry.rowCount() + " rows"));
        statement.setText(entry.statement());
        error.setText(entry.error() == null ? "" : entry.error());
    }

    private Optional<HistoryEntry> selected() {
        return Optional.ofNullable(table.getSelectionModel().getSelectedItem());
    }

    private void withSelected(Consumer<HistoryEntry> work) {
        selected().ifPresent(work);
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
    public void onHide() {
        model.onHide();
    }

    @Override
    public List<Action> actions() {
        Action find = Action.of("history.search", "Search the history", "fth-search", search::requestFocus)
                .withShortcut("Shortcut+F");
        return databases.canOpenSql()
                ? List.of(refreshes, find, copies, copiesCurl, opens)
                : List.of(refreshes, find, copies, copiesCurl);
    }

    @Override
    public void focus() {
        search.requestFocus();
    }
}
