package dev.wheelhouse.ui.logs;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.log.LogView;
import dev.wheelhouse.ui.fx.FxmlViews;
import java.util.List;
import java.util.Objects;
import javafx.beans.binding.BooleanBinding;
import javafx.beans.property.BooleanProperty;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.MenuButton;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Region;
import org.kordamp.ikonli.javafx.FontIcon;

/** The tools above a log: its filter's field, and buttons for what is done most. */
final class LogToolBar {

    /** Pixels below which it keeps what is not in a menu or at a key of the filter's field. */
    private static final double ROOMY = 780;

    private final LogPaneViewModel model;
    private final ViewOptions options;
    private final LogActions actions;
    private final LogMenus menus;
    private final ActionControls controls;
    private final LogView view;
    private final Parent root;

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

    @SuppressWarnings("NullAway.Init") // The loader fills the fields.
    LogToolBar(
            LogPaneViewModel model,
            ViewOptions options,
            LogActions actions,
            LogMenus menus,
            ActionControls controls,
            LogView view) {
        this.model = model;
        this.options = options;
        this.actions = actions;
        this.menus = menus;
        this.controls = controls;
        this.view = view;
        this.root = FxmlViews.load(this);
    }

    @FXML
    void initialize() {
        LogFiltering filtering = model.filtering();
        filter.textProperty().bindBidirectional(filtering.textProperty());
        regex.selectedProperty().bindBidirectional(filtering.regexProperty());
        exactCase.selectedProperty().bindBidirectional(filtering.exactCaseProperty());
        filter.setAccessibleText("Filter lines");
        describe(regex, "Regular expression");
        describe(exactCase, "Match case");
        filter.addEventFilter(KeyEvent.KEY_PRESSED, this::pressedInFilter);
        controls.fill(
                include, Action.of("logs.include", "Include (Enter)", "fth-plus-circle", () -> filtering.add(false)));
        controls.fill(
                exclude,
                Action.of("logs.exclude", "Exclude (Shift+Enter)", "fth-minus-circle", () -> filtering.add(true)));
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
        BooleanBinding roomy = ((Region) Objects.requireNonNull(filter.getParent()))
                .widthProperty()
                .greaterThanOrEqualTo(ROOMY);
        for (Node each : List.of(include, exclude, wrap, fold, detail)) {
            each.visibleProperty().bind(roomy);
            each.managedProperty().bind(roomy);
        }
    }

    private void showFollowing(boolean following) {
        follow.setSelected(following);
        follow.setText(following ? "Following" : "Paused");
        follow.setGraphic(new FontIcon(following ? "fth-chevrons-down" : "fth-pause"));
    }

    private static void describe(ToggleButton button, String words) {
        button.setTooltip(new Tooltip(words));
        button.setAccessibleText(words);
    }

    private void toggle(ToggleButton button, Action action, BooleanProperty property) {
        controls.fill(button, action);
        // Bound, which is weak: the options outlive every pane.
        button.setOnAction(null);
        button.selectedProperty().bindBidirectional(property);
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

    void focusFilter() {
        filter.requestFocus();
        filter.selectAll();
    }

    void showBookmarks() {
        bookmarks.show();
    }

    Parent root() {
        return root;
    }
}
