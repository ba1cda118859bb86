package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.core.databases.export.ExportFormat;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.editor.SqlEditor;
import dev.wheelhouse.ui.controls.tabs.TabStrip;
import dev.wheelhouse.ui.error.Presented;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.shell.Layers;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.collections.ListChangeListener;
import javafx.css.PseudoClass;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.SplitPane;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.input.DragEvent;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.TransferMode;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.stage.FileChooser;
import org.jspecify.annotations.Nullable;

/** The tab as people see it. */
public final class SqlView implements SqlActions.FileCommands {

    private static final PseudoClass FAILED = PseudoClass.getPseudoClass("failed");

    private final SqlViewModel model;
    private final FilesModel files;
    private final QueriesModel savedQueries;
    private final SqlEditor editor;
    private final ActionControls controls;
    private final HistoryPane history;
    private final QueriesPane queries;
    private final MessagesPane messages;
    private final PlanPane plan = new PlanPane();
    private final SqlActions actions;
    private final ResultPane.Tools tools;
    private boolean inResult;
    /** Whether the keyboard was in a result that a run replaces. */
    private boolean nextHasKeyboard;

    private @Nullable ConfirmPane question;

    private String queryName = "";
    private Consumer<String> named = _ -> {};
    private Consumer<Path> scriptOpened = _ -> {};

    @FXML
    private StackPane root;

    @FXML
    private HBox banner;

    @FXML
    private Label bannerText;

    @FXML
    private Button retry;

    @FXML
    private StackPane editorPlace;

    @FXML
    private FlowPane parameterRow;

    @FXML
    private Button run;

    @FXML
    private Button runScript;

    @FXML
    private Button cancel;

    @FXML
    private Button explain;

    @FXML
    private Button analyze;

    @FXML
    private Button format;

    @FXML
    private Button save;

    @FXML
    private MenuButton more;

    @FXML
    private Label readOnly;

    @FXML
    private Label status;

    @FXML
    private Label transaction;

    @FXML
    private Button commit;

    @FXML
    private Button rollback;

    @FXML
    private CheckBox autoCommit;

    @FXML
    private TabPane lower;

    @FXML
    private Tab messagesTab;

    @FXML
    private Tab planTab;

    @FXML
    private Tab historyTab;

    @FXML
    private Tab queriesTab;

    /** What a view is made of. */
    record Parts(
            SqlViewModel model,
            FilesModel files,
            QueriesModel queries,
            HistoryModel history,
            SqlEditor editor,
            ResultPane.Tools tools) {}

    @SuppressWarnings("NullAway.Init") // The loader sets the fields of the FXML.
    SqlView(Parts parts) {
        this.model = parts.model();
        this.files = parts.files();
        this.savedQueries = parts.queries();
        this.editor = parts.editor();
        this.tools = parts.tools();
        this.controls = tools.controls();
        this.messages = new MessagesPane(model.messages());
        this.history = new HistoryPane(parts.history(), this::take);
        this.queries = new QueriesPane(parts.queries(), this::openQuery, this::saveAs);
        this.actions = new SqlActions(model, editor, this);
    }

    @FXML
    void initialize() {
        editorPlace.getChildren().setAll(editor);
        editorPlace.sceneProperty().flatMap(Scene::focusOwnerProperty).subscribe(this::keyboardWent);
        SplitPane.setResizableWithParent(lower, true);
        fillToolbar();
        messagesTab.setContent(messages);
        planTab.setContent(plan);
        historyTab.setContent(history);
        queriesTab.setContent(queries);
        lower.getTabs().forEach(TabStrip::leaveKeyboard);
        lower.getSelectionModel().selectedItemProperty().addListener((_, _, tab) -> refreshWhenChosen(tab));
        model.results().addListener((ListChangeListener<ResultModel>) this::showResults);
        model.parameters().addListener((ListChangeListener<ParameterField>) _ -> showParameters());
        model.bannerProperty().addListener((_, _, lost) -> showBanner(lost));
        model.errorProperty().addListener((_, _, mark) -> showError(mark));
        model.planProperty().addListener((_, _, found) -> showPlan(found));
        model.confirmationProperty().addListener((_, _, asked) -> showConfirmation(asked));
        model.transactionProperty().addListener((_, _, chip) -> showTransaction(chip));
        model.runningProperty().addListener((_, _, running) -> runEnded(running));
        model.messages().addListener((ListChangeListener<RunMessage>) this::showFailure);
        model.failedProperty().addListener((_, _, now) -> status.pseudoClassStateChanged(FAILED, now));
        retry.setOnAction(_ -> model.retry());
        root.addEventHandler(KeyEvent.KEY_PRESSED, this::pressed);
        root.addEventHandler(DragEvent.DRAG_OVER, SqlView::allowDrop);
        root.addEventHandler(DragEvent.DRAG_DROPPED, this::dropped);
        showTransaction(model.transactionProperty().get());
    }

    private void fillToolbar() {
        controls.fill(run, actions.run);
        controls.fill(runScript, actions.runScript);
        controls.fill(cancel, actions.cancel);
        controls.fill(explain, actions.explain);
        controls.fill(analyze, actions.analyze);
        controls.fill(format, actions.format);
        controls.fill(save, actions.save);
        controls.fill(commit, actions.commit);
        controls.fill(rollback, actions.rollback);
        ActionControls.fillWhileOpen(more, this::moreItems);
        status.textProperty().bind(model.statusProperty());
        autoCommit.selectedProperty().bindBidirectional(model.autoCommitProperty());
        autoCommit.setTooltip(new Tooltip("On: each statement commits at once. Off: commit or roll back by hand"));
        connectionChanged();
    }

    private List<MenuItem> moreItems() {
        List<MenuItem> items = new ArrayList<>(
                List.of(controls.item(actions.open), controls.item(actions.runFile), new SeparatorMenuItem()));
        actions.exports.forEach(action -> items.add(controls.item(action)));
        items.addAll(List.of(new SeparatorMenuItem(), controls.item(actions.find), controls.curlItem(actions.run)));
        return items;
    }

    void connectionChanged() {
        show(readOnly, model.connection().readOnly());
    }

    private static void show(Region node, boolean visible) {
        node.setVisible(visible);
        node.setManaged(visible);
    }

    /** Those of the result first while the keyboard is, or last was, in it. */
    List<Action> actions() {
        List<Action> all = new ArrayList<>();
        Tab front = lower.getSelectionModel().getSelectedItem();
        if (inResult && front != null && front.getContent() instanceof ResultPane pane) {
            all.addAll(pane.actions());
        }
        all.addAll(actions.all());
        return all;
    }

    private void keyboardWent(@Nullable Node owner) {
        boolean toResult = Focus.isWithin(lower, owner);
        if (toResult || Focus.isWithin(editorPlace, owner)) {
            inResult = toResult;
        }
    }

    private void pressed(KeyEvent event) {
        if (event.getCode() == KeyCode.ESCAPE && model.runningProperty().get() && question == null) {
            model.cancel();
            event.consume();
        }
    }

    private void refreshWhenChosen(@Nullable Tab tab) {
        if (historyTab.equals(tab)) {
            history.refresh();
        } else if (queriesTab.equals(tab)) {
            queries.refresh();
        }
    }

    private void showResults(ListChangeListener.Change<? extends ResultModel> change) {
        while (change.next()) {
            if (change.wasRemoved()) {
                List<Tab> removed = lower.getTabs().stream()
                        .filter(tab -> tab.getUserData() instanceof ResultModel known
                                && change.getRemoved().contains(known))
                        .toList();
                nextHasKeyboard |= removed.stream().anyMatch(tab -> Focus.isWithin(tab.getContent()));
                lower.getTabs().removeAll(removed);
            }
            for (ResultModel added : change.getAddedSubList()) {
                ResultPane pane = new ResultPane(added, model, tools);
                Tab tab = new Tab("", pane);
                tab.textProperty().bind(added.titleProperty());
                TabStrip.leaveKeyboard(tab);
                tab.setUserData(added);
                int behind = (int) lower.getTabs().stream()
                        .filter(each -> each.getUserData() instanceof ResultModel)
                        .count();
                lower.getTabs().add(behind, tab);
                bringForward(tab);
            }
        }
    }

    /** The keyboard goes along from what was in front, but from nobody who types in a cell of that. */
    private void bringForward(Tab tab) {
        Tab front = lower.getSelectionModel().getSelectedItem();
        boolean hadKeyboard = nextHasKeyboard || (front != null && Focus.isWithin(front.getContent()));
        if (front != null && front.getContent() instanceof ResultPane pane && pane.isTyping()) {
            return;
        }
        nextHasKeyboard = false;
        lower.getSelectionModel().select(tab);
        if (hadKeyboard) {
            lower.applyCss();
            lower.layout();
            if (tab.getContent() instanceof ResultPane pane) {
                pane.focus();
            } else {
                messages.focus();
            }
        }
    }

    private void runEnded(boolean running) {
        if (!running && model.results().isEmpty() && !model.messages().isEmpty()) {
            bringForward(messagesTab);
        }
        nextHasKeyboard = false;
    }

    /** In front of the result of an earlier run, which could be taken for this one's. */
    private void showFailure(ListChangeListener.Change<? extends RunMessage> change) {
        while (change.next()) {
            if (change.getAddedSubList().stream().anyMatch(each -> each.level() == RunMessage.Level.FAILED)) {
                bringForward(messagesTab);
            }
        }
    }

    private void showParameters() {
        parameterRow.getChildren().clear();
        for (ParameterField field : model.parameters()) {
            Label name = new Label(":" + field.name());
            name.getStyleClass().add("mono");
            TextField value = new TextField();
            value.textProperty().bindBidirectional(field.valueProperty());
            value.disableProperty().bind(field.nullProperty());
            value.setAccessibleText("Value of " + field.name());
            value.setOnAction(_ -> actions.run.run());
            ToggleButton isNull = new ToggleButton("NULL");
            isNull.selectedProperty().bindBidirectional(field.nullProperty());
            isNull.getStyleClass().add("small");
            HBox pair = new HBox(4, name, value, isNull);
            pair.setAlignment(javafx.geometry.Pos.CENTER_LEFT);
            parameterRow.getChildren().add(pair);
        }
        show(parameterRow, !model.parameters().isEmpty());
        if (!model.parameters().isEmpty()) {
            ((HBox) parameterRow.getChildren().getFirst()).getChildren().get(1).requestFocus();
        }
    }

    private void showBanner(@Nullable Presented lost) {
        show(banner, lost != null);
        bannerText.setText(lost == null ? "" : lost.text());
    }

    private void showError(SqlViewModel.@Nullable ErrorMark mark) {
        if (mark == null) {
            editor.clearError();
        } else {
            editor.showError(mark.range(), mark.text());
        }
    }

    private void showPlan(@Nullable PlanNode found) {
        if (found != null) {
            plan.show(found);
            lower.getSelectionModel().select(planTab);
        }
    }

    private void showConfirmation(@Nullable Confirmation asked) {
        Layers layers = tools.bench().layers();
        if (question != null) {
            layers.close(question);
            root.getChildren().remove(question);
            question = null;
        }
        if (asked != null) {
            ConfirmPane pane =
                    new ConfirmPane(asked, () -> model.confirmationProperty().set(null));
            question = pane;
            root.getChildren().add(pane);
            layers.open(pane, root);
        }
    }

    private void showTransaction(TransactionChip chip) {
        transaction.setText(chip.text());
        transaction.setTooltip(new Tooltip(
                chip.open()
                        ? "A transaction is open and holds its locks until Commit or Roll back."
                        : "No transaction is open."));
        transaction.getStyleClass().setAll("label", "transaction-chip", chip.style());
        show(commit, chip.open());
        show(rollback, chip.open());
    }

    private void take(String sql) {
        String text = editor.length() == 0 ? sql : "\n" + sql;
        editor.insert(text);
    }

    // Files.

    private FileChooser chooser(String title) {
        FileChooser chooser = new FileChooser();
        chooser.setTitle(title);
        chooser.getExtensionFilters()
                .addAll(
                        new FileChooser.ExtensionFilter("SQL", "*.sql"),
                        new FileChooser.ExtensionFilter("All files", "*"));
        return chooser;
    }

    @Override
    public void open() {
        Optional.ofNullable(
                        chooser("Open a script").showOpenDialog(root.getScene().getWindow()))
                .ifPresent(file -> open(file.toPath()));
    }

    void open(Path file) {
        files.open(file, text -> {
            editor.change(text);
            scriptOpened.accept(file);
        });
    }

    /** Hears the file that the text was replaced with. */
    void setOnScriptOpened(Consumer<Path> told) {
        scriptOpened = told;
    }

    @Override
    public void runFile() {
        Optional.ofNullable(chooser("Run a file").showOpenDialog(root.getScene().getWindow()))
                .ifPresent(file -> files.runFile(file.toPath()));
    }

    @Override
    public void export(ExportFormat format) {
        FileChooser chooser = new FileChooser();
        chooser.setTitle("Export the result");
        chooser.setInitialFileName("result." + format.wireName());
        RunText text = SqlActions.text(editor);
        Optional.ofNullable(chooser.showSaveDialog(root.getScene().getWindow()))
                .ifPresent(file -> files.export(text, format, file.toPath()));
    }

    private static void allowDrop(DragEvent event) {
        if (event.getDragboard().hasFiles()) {
            event.acceptTransferModes(TransferMode.COPY);
            event.consume();
        }
    }

    private void dropped(DragEvent event) {
        List<File> dropped = new ArrayList<>(event.getDragboard().getFiles());
        if (!dropped.isEmpty()) {
            open(dropped.getFirst().toPath());
            event.setDropCompleted(true);
            event.consume();
        }
    }

    // Saved queries.

    /** Hears the name of the query that the tab shows. */
    void setOnNamed(Consumer<String> told) {
        named = told;
    }

    private void openQuery(String name) {
        savedQueries.read(name, text -> {
            editor.change(text);
            rename(name);
            editor.requestFocus();
        });
    }

    @Override
    public void save() {
        if (queryName.isEmpty()) {
            lower.getSelectionModel().select(queriesTab);
            queries.askName("");
        } else {
            saveAs(queryName);
        }
    }

    private void saveAs(String name) {
        savedQueries.save(name, queryName, editor.snapshot(), () -> rename(name.strip()));
    }

    void rename(String name) {
        queryName = name;
        named.accept(name);
    }
}
