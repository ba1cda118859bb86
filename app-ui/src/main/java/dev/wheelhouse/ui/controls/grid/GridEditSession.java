package dev.wheelhouse.ui.controls.grid;

import dev.wheelhouse.ui.fx.Focus;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.value.ChangeListener;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.input.KeyEvent;
import org.jspecify.annotations.Nullable;

/** The one edit that may be under way in a grid. */
final class GridEditSession {

    private static final double NARROWEST = 120;

    private final DataGrid grid;
    private final ChangeListener<@Nullable Node> leaving = (changed, before, now) -> left(now);
    private final ReadOnlyBooleanWrapper isOpen = new ReadOnlyBooleanWrapper(this, "open");
    private @Nullable CellEditor editor;
    private @Nullable Scene scene;
    private CellPoint at = new CellPoint(0, 0);

    GridEditSession(DataGrid grid) {
        this.grid = grid;
    }

    boolean isOpen() {
        return editor != null;
    }

    ReadOnlyBooleanProperty openProperty() {
        return isOpen.getReadOnlyProperty();
    }

    /** False when there is nothing to edit in place. */
    boolean begin(@Nullable String typed) {
        GridEditing editing = grid.editing();
        if (editing == null || grid.selection().areas().isEmpty() || !commit()) {
            return false;
        }
        CellPoint focus = grid.selection().focus();
        if (grid.model().rowAt(focus.row()) == null) {
            return false;
        }
        grid.reveal(focus);
        CellEditor opened = editing.edit(focus.row(), grid.columnLayout().columnAt(focus.column()), typed);
        if (opened == null) {
            return true;
        }
        editor = opened;
        isOpen.set(true);
        at = focus;
        Node node = opened.node();
        node.setManaged(false);
        node.addEventFilter(KeyEvent.KEY_PRESSED, this::key);
        grid.add(node);
        // A field that gets its skin after the focus selects its text then, and the next key would replace the first.
        node.applyCss();
        grid.layout();
        opened.begin();
        scene = grid.getScene();
        scene.focusOwnerProperty().addListener(leaving);
        return true;
    }

    private void key(KeyEvent event) {
        switch (event.getCode()) {
            case ENTER -> commitAndMove(event, event.isShiftDown() ? -1 : 1, 0);
            case TAB -> commitAndMove(event, 0, event.isShiftDown() ? -1 : 1);
            case ESCAPE -> {
                cancel();
                event.consume();
            }
            default -> {
                // The field's own.
            }
        }
    }

    private void commitAndMove(KeyEvent event, int rows, int columns) {
        event.consume();
        if (commit()) {
            CellPoint focus = grid.selection().focus();
            grid.select(GridSelection.at(new CellPoint(focus.row() + rows, focus.column() + columns)));
        }
    }

    private void left(@Nullable Node now) {
        CellEditor open = editor;
        if (open != null && now != null && !Focus.isWithin(open.node(), now)) {
            leave();
        }
    }

    /** Ends the edit; what was typed stays in any case. */
    void leave() {
        CellEditor open = editor;
        if (open != null && !commit()) {
            open.leave();
            cancel();
        }
    }

    boolean commit() {
        CellEditor open = editor;
        if (open == null) {
            return true;
        }
        if (!open.commit()) {
            return false;
        }
        close(open);
        return true;
    }

    void cancel() {
        CellEditor open = editor;
        if (open != null) {
            close(open);
        }
    }

    private void close(CellEditor open) {
        editor = null;
        isOpen.set(false);
        boolean hadFocus = Focus.isWithin(open.node());
        if (scene != null) {
            // The grid may have left it meanwhile.
            scene.focusOwnerProperty().removeListener(leaving);
            scene = null;
        }
        grid.remove(open.node());
        if (hadFocus) {
            grid.requestFocus();
        }
    }

    void moved(long rows) {
        at = new CellPoint(at.row() + rows, at.column());
    }

    void layout() {
        CellEditor open = editor;
        if (open == null || at.column() >= grid.columnLayout().count()) {
            return;
        }
        Bounds bounds = grid.boundsOf(at);
        Node node = open.node();
        double width = Math.max(NARROWEST, bounds.getWidth());
        double height = Math.max(bounds.getHeight(), node.minHeight(width));
        double x = Math.max(0, Math.min(bounds.getMinX(), grid.getWidth() - width));
        double y = Math.clamp(bounds.getMinY(), 0, Math.max(0, grid.getHeight() - height));
        node.resizeRelocate(x, y, width, height);
    }
}
