package dev.wheelhouse.ui.logs;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.StatePane;
import dev.wheelhouse.ui.controls.log.LogLines;
import dev.wheelhouse.ui.controls.log.LogView;
import dev.wheelhouse.ui.controls.log.ShownLine;
import dev.wheelhouse.ui.controls.log.TextRange;
import dev.wheelhouse.ui.error.ErrorPresenter;
import dev.wheelhouse.ui.fx.FxmlViews;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javafx.beans.property.BooleanProperty;
import javafx.fxml.FXML;
import javafx.geometry.Orientation;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.stage.FileChooser;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

/** One log: what is shown of it above, its lines, and the selected one whole beside them. */
final class LogPaneView implements LogActions.Pane, LogPlaces {

    private static final double DETAIL_SHARE = 0.64;

    private final LogPaneViewModel model;
    private final ViewOptions options;
    private final Workbench workbench;
    private final ActionControls controls;
    private final StatePane state;
    private final LogView view;
    private final LogDetail details;
    private final LogActions actions;
    private final LogMenus menus;
    private final LogFindBar findBar;
    private final LogJumpBar jumpBar;
    private final SplitPane split = new SplitPane();
    private final Parent root;
    private @Nullable ShownLine detailed;

    @FXML
    private VBox tools;

    @FXML
    private TextField filter;

    @FXML
    private ToggleButton regex;

    @FXML
    private ToggleButton exactCase;

    @FXML
    private Button include;

    @FXML
    private Button exclude;

    @FXML
    private Button find;

    @FXML
    private Button jump;

    @FXML
    private ToggleButton wrap;

    @FXML
    private ToggleButton fold;

    @FXML
    private ToggleButton detail;

    @FXML
    private MenuButton columns;

    @FXML
    private MenuButton bookmarks;

    @FXML
    private MenuButton more;

    @FXML
    private ToggleButton follow;

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
        this.view = new LogView(NoLines.NONE, model.zone());
        this.details = new LogDetail(
                model.zone(),
                text -> workbench.copy(text, "The line"),
                () -> options.detailProperty().set(false));
        this.actions = new LogActions(this, model, view, options);
        this.menus = new LogMenus(model, actions, options, controls, workbench, view);
        this.findBar = new LogFindBar(model.find(), actions, controls, view::requestFocus);
        this.jumpBar = new LogJumpBar(model::jumpTo, view::requestFocus);
        this.root = FxmlViews.load(this);
        root.getStylesheets()
                .add(Objects.requireNonNull(LogPaneView.class.getResource("logs.css"))
                        .toExternalForm());
        model.setPlaces(this);
    }

    @FXML
    void initialize() {
        fillBar();
        fillLines();
        bindView();
        place.getChildren().setAll(state);
        split.setOrientation(Orientation.HORIZONTAL);
        options.detailProperty().addListener(_ -> arrangeDetail());
        arrangeDetail();
        model.stateProperty().addListener(_ -> showState());
        model.linesProperty().addListener(_ -> showLines());
        showLines();
        showState();
    }

    private void fillBar() {
        LogFiltering filtering = model.filtering();
        filter.textProperty().bindBidirectional(filtering.textProperty());
        regex.selectedProperty().bindBidirectional(filtering.regexProperty());
        exactCase.selectedProperty().bindBidirectional(filtering.exactCaseProperty());
        filter.setAccessibleText("Filter lines");
        describe(regex, "Regular expression");
        describe(exactCase, "Upper and lower case matter");
        filter.addEventFilter(KeyEvent.KEY_PRESSED, this::pressedInFilter);
        controls.fill(
                include,
                Action.of(
                        "logs.include", "Only lines with this (Enter)", "fth-plus-circle", () -> filtering.add(false)));
        controls.fill(
                exclude,
                Action.of(
                        "logs.exclude",
                        "Not lines with this (Shift+Enter)",
                        "fth-minus-circle",
                        () -> filtering.add(true)));
        controls.fill(find, actions.find);
        controls.fill(jump, actions.jump);
        toggle(wrap, actions.wrap, options.wrapProperty());
        toggle(fold, actions.fold, options.foldingProperty());
        toggle(detail, actions.detail, options.detailProperty());
        controls.fill(follow, actions.follow);
        follow.setOnAction(_ -> {
            actions.follow.run();
            follow.setSelected(view.followingProperty().get());
        });
        view.followingProperty().addListener((_, _, now) -> showFollowing(now));
        showFollowing(true);
        menus.fill(columns, bookmarks, more);
    }

    private void showFollowing(boolean following) {
        follow.setSelected(following);
        follow.setText(following ? "Following" : "Paused");
        follow.setGraphic(new FontIcon(following ? "fth-chevrons-down" : "fth-pause"));
    }

    private static void describe(ToggleButton button, String words) {
        button.setTooltip(new javafx.scene.control.Tooltip(words));
        button.setAccessibleText(words);
    }

    private void toggle(ToggleButton button, Action action, BooleanProperty property) {
        controls.fill(button, action);
        button.setOnAction(_ -> property.set(button.isSelected()));
        property.addListener((_, _, now) -> button.setSelected(now));
        button.setSelected(property.get());
    }

    private void fillLines() {
        chipsPlace.getChildren().setAll(new LogChipsBar(model, actions));
        bars.getChildren().setAll(findBar, jumpBar);
        filterError.textProperty().bind(model.filtering().errorProperty());
        filterError.visibleProperty().bind(filterError.textProperty().isNotEmpty());
        filterError.managedProperty().bind(filterError.visibleProperty());
        notice.textProperty().bind(model.noticeProperty());
        noticeLine.managedProperty().bind(noticeLine.visibleProperty());
        noticeLine
                .visibleProperty()
                .bind(model.noticeProperty()
                        .isNotEmpty()
                        .or(javafx.beans.binding.Bindings.createBooleanBinding(
                                () -> model.partialProperty().get(), model.partialProperty())));
        Action all = Action.of("logs.load-all", "Fetch the older lines too", "fth-download", model::loadEverything);
        controls.fill(loadAll, all);
        loadAll.managedProperty().bind(loadAll.visibleProperty());
        loadAll.visibleProperty()
                .bind(javafx.beans.binding.Bindings.createBooleanBinding(
                        () -> model.partialProperty().get(), model.partialProperty()));
        where.textProperty().bind(model.whereProperty());
        summary.textProperty().bind(model.summaryProperty());
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
        view.setOnCopy(model::copy);
        view.setOnOpenWhole(this::openWhole);
        view.setMenu(menus.ofLine());
        view.selectedLineProperty().addListener(_ -> showDetail());
    }

    private void pressedInFilter(KeyEvent event) {
        if (event.getCode() == KeyCode.ENTER) {
            model.filtering().add(event.isShiftDown());
            event.consume();
        } else if (event.getCode() == KeyCode.ESCAPE) {
            view.requestFocus();
            event.consume();
        }
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
            case LogPaneViewModel.State.Ready _ -> state.showContent(split);
        }
    }

    private void showLines() {
        LogLines lines = model.linesProperty().get();
        if (lines != null) {
            boolean following = view.followingProperty().get();
            view.show(lines);
            if (!following) {
                view.pause();
            }
        }
    }

    private void arrangeDetail() {
        if (!options.detailProperty().get()) {
            split.getItems().setAll(view);
            return;
        }
        split.getItems().setAll(view, details);
        split.setDividerPositions(DETAIL_SHARE);
        SplitPane.setResizableWithParent(details, false);
        detailed = null;
        showDetail();
    }

    private void showDetail() {
        ShownLine line = view.selectedLineProperty().get();
        if (!options.detailProperty().get() || line == null || line.equals(detailed)) {
            return;
        }
        detailed = line;
        String source =
                line.source() < model.sources().size() && model.sources().size() > 1
                        ? model.sources().get(line.source())
                        : "";
        details.show(List.of(line), source);
        if (line.cut()) {
            model.whole(line, text -> details.showWhole(line, text));
        } else if (line.follows() > 0) {
            view.selectedRow()
                    .ifPresent(row -> view.lines().read(row, row + line.follows() + 1, read -> {
                        if (line.equals(detailed)) {
                            details.show(read, source);
                        }
                    }));
        }
    }

    private void openWhole(ShownLine line) {
        detailed = null;
        if (options.detailProperty().get()) {
            showDetail();
        } else {
            options.detailProperty().set(true);
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
        filter.requestFocus();
        filter.selectAll();
    }

    @Override
    public void openFind() {
        findBar.open();
    }

    @Override
    public void openJump() {
        jumpBar.open();
    }

    @Override
    public void showBookmarks() {
        bookmarks.show();
    }

    @Override
    public void export(boolean everything) {
        FileChooser chooser = new FileChooser();
        chooser.setTitle(everything ? "Export the whole log" : "Export what the filter shows");
        String name = LogTitles.fileName(model.titleProperty().get());
        chooser.setInitialFileName(name.contains(".") ? name : name + ".log");
        Optional.ofNullable(chooser.showSaveDialog(root.getScene().getWindow()))
                .ifPresent(file -> model.export(file.toPath(), everything));
    }

    Parent root() {
        return root;
    }

    List<Action> actions() {
        return actions.all();
    }

    void focus() {
        view.requestFocus();
    }

    LogView view() {
        return view;
    }
}
