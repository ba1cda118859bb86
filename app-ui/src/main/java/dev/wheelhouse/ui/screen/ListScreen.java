package dev.wheelhouse.ui.screen;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.StatePane;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.error.ErrorPresenter;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.list.ListModel;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.list.LiveTable;
import dev.wheelhouse.ui.list.StaleLine;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Screen;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import javafx.collections.ListChangeListener;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/**
 * A list with its filter, the page of one of its things in its place, and a form above both. Belongs to the window's
 * thread.
 *
 * @param <L> what is known of one thing at one moment
 */
public final class ListScreen<L> implements Screen {

    private static final double LEAST_FILTER = 140;
    private static final double MOST_FILTER = 320;

    private final Parts<L> parts;
    private final ListModel<L> model;
    private final LiveTable<L> table;
    private final Workbench workbench;
    private final ActionControls controls;
    private final StatePane state;
    private final StaleLine stale;
    private final Action refresh;
    private final TextField filter = new TextField();
    private final VBox listPane = new VBox();
    private final StackPane pagePane = new StackPane();
    private final StackPane root = new StackPane(listPane, pagePane);
    private final ModalForm forms;
    private @Nullable Page page;
    private boolean isShown;

    /**
     * What differs from one list to the next.
     *
     * @param add opens the form for a new one
     * @param call what the list is over HTTP
     * @param pages makes the page of one from its id
     * @param more what else can be done here whatever is selected
     */
    public record Parts<L>(
            Nouns nouns,
            ListModel<L> model,
            LiveTable<L> table,
            Action add,
            Supplier<CurlCommand> call,
            Function<String, Page> pages,
            Supplier<List<Action>> more) {}

    /**
     * What else stands on it.
     *
     * @param filters behind the text field, such as {@link ListCount}
     * @param tools before the buttons at the end of the same line
     * @param above between that line and the table
     */
    public record Extras(List<Node> filters, List<Node> tools, List<Node> above) {}

    /** @param zone in which times are shown */
    public ListScreen(Parts<L> parts, Extras extras, ZoneId zone, Workbench workbench, ActionControls controls) {
        this.parts = parts;
        this.model = parts.model();
        this.table = parts.table();
        this.workbench = workbench;
        this.controls = controls;
        this.forms = new ModalForm(root, workbench);
        this.state = new StatePane(workbench.background());
        this.refresh = Action.of(
                        parts.nouns().many() + ".refresh",
                        "Refresh",
                        "fth-refresh-cw",
                        () -> model.list().refresh())
                .withShortcut("F5")
                .withCurl(parts.call());
        this.stale = new StaleLine(model.list().clock(), zone, List.of(model.list()));
        root.getStyleClass().add(parts.nouns().many());
        listPane.getChildren().add(head(extras));
        listPane.getChildren().addAll(extras.above());
        listPane.getChildren().addAll(stale, state);
        VBox.setVgrow(state, Priority.ALWAYS);
        model.list().knownProperty().addListener(_ -> showState());
        model.list().failureProperty().addListener(_ -> showState());
        model.shown().addListener((ListChangeListener<LiveRow<L>>) _ -> showState());
        model.openProperty().addListener(_ -> showPage());
        showState();
        showPage();
    }

    private HBox head(Extras extras) {
        filter.setId("filter");
        filter.setPromptText(parts.nouns().find() + "…");
        filter.setAccessibleText(parts.nouns().find());
        filter.setMinWidth(LEAST_FILTER);
        filter.setMaxWidth(MOST_FILTER);
        filter.textProperty().bindBidirectional(model.filterProperty());
        filter.setOnKeyPressed(this::leaveFilter);
        HBox.setHgrow(filter, Priority.ALWAYS);
        Region gap = new Region();
        HBox.setHgrow(gap, Priority.ALWAYS);
        Button again = controls.iconButton(refresh);
        again.setId("refresh");
        Button add = controls.button(parts.add());
        add.setId("add");
        add.setMinWidth(Region.USE_PREF_SIZE);
        HBox head = new HBox(8, filter);
        head.setAlignment(Pos.CENTER_LEFT);
        head.getStyleClass().add("history-head");
        head.getChildren().addAll(extras.filters());
        head.getChildren().add(gap);
        head.getChildren().addAll(extras.tools());
        head.getChildren().addAll(again, add);
        return head;
    }

    private void leaveFilter(KeyEvent event) {
        if (event.getCode() == KeyCode.DOWN || event.getCode() == KeyCode.ENTER) {
            table.focus();
            event.consume();
        } else if (event.getCode() == KeyCode.ESCAPE && !filter.getText().isEmpty()) {
            filter.clear();
            event.consume();
        }
    }

    private void showState() {
        var list = model.list();
        var failure = list.failureProperty().get();
        Nouns nouns = parts.nouns();
        if (!model.shown().isEmpty()) {
            state.showContent(table.root());
        } else if (!list.rows().isEmpty()) {
            String typed = model.filterProperty().get().strip();
            state.showEmpty(
                    "fth-search",
                    typed.isEmpty()
                            ? "No " + nouns.many() + " match this filter."
                            : "No " + nouns.one() + " matches “" + typed + "”.",
                    controls,
                    Action.of(nouns.many() + ".show-all", "Show all", "fth-x", model::showAll));
        } else if (list.knownProperty().get()) {
            state.showEmpty(nouns.icon(), nouns.invitation(), controls, parts.add());
        } else if (failure != null) {
            state.showFailure(
                    ErrorPresenter.present(failure), list::refresh, details -> workbench.copy(details, "The details"));
        } else {
            state.showLoading();
        }
        if (root.isFocused()) {
            // Nothing of it could have the keyboard until now.
            focus();
        }
    }

    private void showPage() {
        String wanted = model.openProperty().get();
        if (page != null && Objects.equals(wanted, page.id())) {
            return;
        }
        closePage();
        listPane.setVisible(wanted == null);
        pagePane.setVisible(wanted != null);
        if (wanted == null) {
            if (isShown) {
                focus();
            }
            return;
        }
        Page made = parts.pages().apply(wanted);
        page = made;
        pagePane.getChildren().setAll(made.root());
        if (isShown) {
            made.onShow();
            made.focus();
        }
    }

    private void closePage() {
        if (page != null) {
            if (isShown) {
                page.onHide();
            }
            page.close();
            page = null;
            pagePane.getChildren().clear();
        }
    }

    /** The page that is open; null for the list. */
    public @Nullable Page page() {
        return page;
    }

    /** Opens a form, unless one is open: what was typed there is not thrown away. */
    public void open(Supplier<? extends Form> form) {
        forms.open(form);
    }

    /** Opens a form that shows something once; where another is open, once that has ended. */
    public void openNext(Supplier<? extends Form> form) {
        forms.openNext(form);
    }

    /** Closes the form without an end; what it stored on the way is read. */
    public void closeForm() {
        forms.close();
        model.list().refresh();
    }

    /**
     * How the form of one of these ends: it is named in a notice, and the page of a new one is opened.
     *
     * @param <S> what the form stores
     */
    public <S> FormFrame.Ends<S> ends(boolean isNew, Function<S, String> name, Function<S, String> id) {
        return new FormFrame.Ends<>(
                stored -> saved(
                        name.apply(stored) + (isNew ? " was added." : " was saved."), isNew ? id.apply(stored) : null),
                this::closeForm);
    }

    /**
     * Closes the form, reads the list again and says what was saved.
     *
     * @param opens id of a new one, whose page is opened; null for none
     */
    public void saved(String notice, @Nullable String opens) {
        forms.close();
        workbench.say(Notice.info(notice));
        model.list().refresh(() -> {
            if (opens != null) {
                model.open(opens);
            }
        });
    }

    @Override
    public Parent root() {
        return root;
    }

    @Override
    public void onShow() {
        isShown = true;
        model.onShow();
        stale.onShow();
        if (page != null) {
            page.onShow();
        }
    }

    @Override
    public void onHide() {
        if (page != null) {
            page.onHide();
        }
        stale.onHide();
        model.onHide();
        isShown = false;
    }

    @Override
    public void onClose() {
        forms.close();
        closePage();
    }

    @Override
    public List<Action> actions() {
        List<Action> actions = new ArrayList<>();
        if (page != null) {
            actions.addAll(page.actions());
        } else {
            actions.addAll(table.actions());
            actions.add(Action.of(
                            parts.nouns().many() + ".filter", parts.nouns().find(), "fth-search", filter::requestFocus)
                    .withShortcut("Shortcut+F"));
        }
        actions.addAll(parts.more().get());
        actions.add(refresh);
        actions.add(parts.add());
        return actions;
    }

    @Override
    public void focus() {
        if (page != null) {
            page.focus();
        } else if (!state.focusButton()) {
            table.focus();
        }
    }
}
