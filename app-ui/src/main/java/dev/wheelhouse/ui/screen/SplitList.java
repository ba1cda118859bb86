package dev.wheelhouse.ui.screen;

import dev.wheelhouse.ui.controls.StatePane;
import dev.wheelhouse.ui.error.ErrorPresenter;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.list.ListModel;
import dev.wheelhouse.ui.list.LiveList;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.list.LiveTable;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.collections.ListChangeListener;
import javafx.scene.Node;
import javafx.scene.control.SplitPane;
import org.jspecify.annotations.Nullable;

/**
 * A list on the left, and on the right all of the selected one; while there are no rows, why that is so. Belongs to the
 * window's thread.
 *
 * @param <L> what is known of one row at one moment
 */
public final class SplitList<L> {

    private final ListModel<L> model;
    private final LiveTable<L> table;
    private final StatePane state;
    private final Consumer<@Nullable L> details;
    private final Workbench workbench;
    private final SplitPane split = new SplitPane();
    private @Nullable Node instead;

    /**
     * @param left the table, with what belongs to it
     * @param right where the selected one is shown
     * @param focus where in it Enter on a row leads
     * @param share of the width that the left has, 0 to 1
     */
    public record Sides(Node left, Node right, Node focus, double share) {}

    /**
     * @param state what it is shown in, which may show something else meanwhile
     * @param details shows one on the right; null for none
     * @param changed runs when there are other rows, or why there are none is another
     */
    public SplitList(
            ListModel<L> model,
            LiveTable<L> table,
            Sides sides,
            StatePane state,
            Consumer<@Nullable L> details,
            Runnable changed,
            Workbench workbench) {
        this.model = model;
        this.table = table;
        this.state = state;
        this.details = details;
        this.workbench = workbench;
        split.getStyleClass().add("schedule-split");
        split.getItems().setAll(sides.left(), sides.right());
        split.setDividerPositions(sides.share());
        LiveList<?, L> list = model.list();
        list.rows().addListener((ListChangeListener<LiveRow<L>>) _ -> changed.run());
        list.knownProperty().addListener(_ -> changed.run());
        list.failureProperty().addListener(_ -> changed.run());
        model.selectedProperty().addListener(_ -> showSelected());
        model.openProperty().addListener((_, _, id) -> {
            if (id != null) {
                Focus.give(sides.focus());
                model.back();
            }
        });
    }

    /**
     * Shows the rows, with one of them selected; or that they are read, or could not be.
     *
     * @param empty shows that there are none
     */
    public void show(Runnable empty) {
        if (isEmpty()) {
            showEmpty(empty);
            return;
        }
        boolean takesKeyboard = !state.getChildren().contains(split) && isKeyboardFree();
        state.showContent(split);
        if (selected().isEmpty()) {
            model.selectedProperty().set(model.list().rows().getFirst().id());
        }
        if (takesKeyboard) {
            table.focus();
        }
        showSelected();
    }

    /** It is at what the rows replace, at what has it instead of them, or where nobody types beside the page. */
    private boolean isKeyboardFree() {
        return state.getScene() != null
                && (Focus.isWithin(state)
                        || (!Focus.isWithin(state.getParent()) && !Focus.isTypingBeside(state))
                        || (instead != null && instead.isFocused()));
    }

    /** Gives the rows the keyboard, and until there are any what is there instead. */
    public void focus(Node other) {
        instead = other;
        if (isEmpty()) {
            Focus.give(other);
        } else {
            table.focus();
        }
    }

    private void showEmpty(Runnable empty) {
        LiveList<?, L> list = model.list();
        var failure = list.failureProperty().get();
        if (failure != null) {
            state.showFailure(
                    ErrorPresenter.present(failure), list::refresh, text -> workbench.copy(text, "The details"));
        } else if (list.knownProperty().get()) {
            empty.run();
        } else {
            state.showLoading();
        }
        showSelected();
    }

    /** Shows the selected one again, where what is said of it follows from something else that has changed. */
    public void showSelected() {
        details.accept(selected().orElse(null));
    }

    private Optional<L> selected() {
        String id = model.selectedProperty().get();
        return id == null ? Optional.empty() : model.list().find(id);
    }

    public boolean isEmpty() {
        return model.list().rows().isEmpty();
    }

    public LiveTable<L> table() {
        return table;
    }
}
