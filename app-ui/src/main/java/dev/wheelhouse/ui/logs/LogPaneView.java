package dev.wheelhouse.ui.logs;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.StatePane;
import dev.wheelhouse.ui.controls.log.LogLines;
import dev.wheelhouse.ui.controls.log.LogView;
import dev.wheelhouse.ui.controls.log.ShownLine;
import dev.wheelhouse.ui.controls.log.TextRange;
import dev.wheelhouse.ui.error.ErrorPresenter;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.fx.FxmlViews;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.stage.FileChooser;
import org.jspecify.annotations.Nullable;

/** One log: what is shown of it above, its lines, and the selected one whole beside them. */
final class LogPaneView implements LogActions.Pane, LogPlaces {

    /** A search that waits for its log to open, and where the keyboard was when it was asked for. */
    private record AwaitedFind(LogFindBar bar, @Nullable Node keyboard) {}

    private final LogPaneViewModel model;
    private final ViewOptions options;
    private final Workbench workbench;
    private final ActionControls controls;
    private final StatePane state;
    private final LogView view;
    private final LogDetailPlace details;
    private final LogActions actions;
    private final LogMenus menus;
    private final LogToolBar bar;
    private final Parent root;
    private @Nullable LogFindBar findBar;
    private @Nullable LogJumpBar jumpBar;
    private @Nullable AwaitedFind awaitedFind;

    private final UnreadLine unread = new UnreadLine();

    @FXML
    private VBox tools;

    @FXML
    private StackPane barPlace;

    @FXML
    private Label filterError;

    @FXML
    private StackPane chipsPlace;

    @FXML
    private VBox bars;

    @FXML
    private HBox noticeLine;

    @FXML
    private Label notice;

    @FXML
    private Button loadAll;

    @FXML
    private StackPane place;

    @FXML
    private HBox foot;

    @FXML
    private Label where;

    @FXML
    private Label summary;

    @SuppressWarnings("NullAway.Init") // The loader fills the fields.
    LogPaneView(LogPaneViewModel model, ViewOptions options, Workbench workbench, ActionControls controls) {
        this.model = model;
        this.options = options;
        this.workbench = workbench;
        this.controls = controls;
        this.state = new StatePane(workbench.background());
        this.view = new LogView(EmptyLog.NONE, model.zone());
        this.details = new LogDetailPlace(model, options, workbench, view);
        this.actions = new LogActions(this, model, view, options);
        this.menus = new LogMenus(model, actions, options, controls, workbench, view);
        this.bar = new LogToolBar(model, options, actions, menus, controls, view);
        this.root = FxmlViews.load(this);
        root.getStylesheets()
                .add(Objects.requireNonNull(LogPaneView.class.getResource("logs.css"))
                        .toExternalForm());
        model.going().setView(this);
    }

    @FXML
    void initialize() {
        barPlace.getChildren().setAll(bar.root());
        fillLines();
        bindView();
        place.getChildren().setAll(state);
        model.stateProperty().addListener(_ -> showState());
        model.linesProperty().addListener(_ -> showLines());
        showLines();
        showState();
    }

    private void fillLines() {
        chipsPlace.getChildren().setAll(new LogChipsBar(model, actions));
        filterError.textProperty().bind(model.filtering().errorProperty());
        filterError.visibleProperty().bind(filterError.textProperty().isNotEmpty());
        filterError.managedProperty().bind(filterError.visibleProperty());
        LogSummary facts = model.facts();
        notice.textProperty().bind(facts.noticeProperty());
        noticeLine.managedProperty().bind(noticeLine.visibleProperty());
        noticeLine.visibleProperty().bind(facts.noticeProperty().isNotEmpty());
        Action all = Action.of(
                "logs.load-all",
                "Load older lines",
                "fth-download",
                () -> model.taking().loadEverything());
        controls.fill(loadAll, all);
        loadAll.setText(all.title());
        loadAll.managedProperty().bind(loadAll.visibleProperty());
        loadAll.visibleProperty().bind(facts.partialProperty());
        where.textProperty().bind(facts.whereProperty());
        summary.textProperty().bind(facts.summaryProperty());
    }

    private void bindView() {
        view.wrapProperty().bindBidirectional(options.wrapProperty());
        view.foldingProperty().bindBidirectional(options.foldingProperty());
        view.unfoldsJsonProperty().bindBidirectional(options.jsonProperty());
        view.numbersProperty().bindBidirectional(options.numbersProperty());
        view.sourceNamesProperty().bindBidirectional(options.sourcesProperty());
        view.timesProperty().bindBidirectional(options.timesProperty());
        view.searchProperty().bind(model.find().searchProperty());
        view.setBookmarks(model.bookmarks()::isMarked);
        view.setOnBookmark(model.bookmarks()::toggle);
        model.bookmarks().setOnFound(view::refresh);
        view.setOnCopy(model.taking()::copy);
        view.setOnOpenWhole(_ -> details.openWhole());
        view.setMenu(menus.ofLine());
    }

    private void showState() {
        boolean ready = model.stateProperty().get() instanceof LogPaneViewModel.State.Ready;
        tools.setVisible(ready);
        tools.setManaged(ready);
        foot.setVisible(ready);
        foot.setManaged(ready);
        switch (model.stateProperty().get()) {
            case LogPaneViewModel.State.Opening _ -> state.showLoading();
            case LogPaneViewModel.State.Failed(var failure) ->
                state.showFailure(
                        ErrorPresenter.present(failure), model::open, text -> workbench.copy(text, "The details"));
            case LogPaneViewModel.State.Ready _ -> {
                state.showContent(details.root());
                focusAwaitedFind();
            }
        }
    }

    /** A search that was asked for while the log opened, unless the person has gone on to something else. */
    private void focusAwaitedFind() {
        AwaitedFind waited = awaitedFind;
        awaitedFind = null;
        if (waited != null && Objects.equals(waited.keyboard(), keyboard())) {
            waited.bar().focus();
        }
    }

    private @Nullable Node keyboard() {
        Scene scene = root.getScene();
        return scene == null ? null : scene.getFocusOwner();
    }

    private void showLines() {
        if (unread.getParent() == null) {
            bars.getChildren().add(unread);
        }
        LogLines lines = model.linesProperty().get();
        if (lines != null) {
            boolean following = view.followingProperty().get();
            view.show(lines);
            if (lines instanceof DocumentLines read) {
                unread.show(read);
            }
            if (!following) {
                view.pause();
            }
        }
    }

    // LogPlaces

    @Override
    public @Nullable ShownLine current() {
        return current(view).orElse(null);
    }

    /** The line that the keyboard is at, or the one at the upper edge. */
    static Optional<ShownLine> current(LogView view) {
        return Optional.ofNullable(view.selectedLineProperty().get())
                .or(() -> Optional.ofNullable(view.lines().line(view.topRow())));
    }

    @Override
    public boolean isFollowing() {
        return view.followingProperty().get();
    }

    @Override
    public void reveal(long row, @Nullable TextRange range) {
        if (range == null) {
            view.reveal(row);
        } else {
            view.reveal(row, range);
        }
    }

    // LogActions.Pane

    @Override
    public void focusFilter() {
        bar.focusFilter();
    }

    @Override
    public void openFind() {
        LogFindBar known = findBar;
        if (known == null) {
            known = new LogFindBar(model.find(), actions, controls, view::requestFocus);
            bars.getChildren().addFirst(known);
            findBar = known;
        }
        known.open();
        // What is hidden cannot take the keyboard.
        awaitedFind = tools.isVisible() ? null : new AwaitedFind(known, keyboard());
    }

    @Override
    public void openJump() {
        LogJumpBar known = jumpBar;
        if (known == null) {
            known = new LogJumpBar(model.going()::to, view::requestFocus);
            bars.getChildren().add(known);
            jumpBar = known;
        }
        known.open();
    }

    @Override
    public void showBookmarks() {
        bar.showBookmarks();
    }

    @Override
    public void export(boolean everything) {
        FileChooser chooser = new FileChooser();
        chooser.setTitle(everything ? "Export whole log" : "Export filtered lines");
        String name = LogTitles.fileName(model.facts().titleProperty().get());
        chooser.setInitialFileName(name.contains(".") ? name : name + ".log");
        Optional.ofNullable(chooser.showSaveDialog(root.getScene().getWindow()))
                .ifPresent(file -> model.taking().export(file.toPath(), everything));
    }

    Parent root() {
        return root;
    }

    List<Action> actions() {
        return actions.all();
    }

    void focus() {
        Focus.give(view);
    }

    LogView view() {
        return view;
    }
}
