package dev.wheelhouse.ui.controls.grid;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.Cursor;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.scene.shape.Rectangle;
import org.jspecify.annotations.Nullable;

/** The heads of some neighbouring columns, where columns are sorted, resized and moved with the mouse. */
final class GridHeader extends Pane {

    private static final double EDGE = 5;
    private static final double DRAG_BEGINS_AFTER = 8;

    /** What the mouse asks for. */
    interface Actions {
        void sort(int position, boolean additive);

        void selectColumn(int position, boolean extend);

        void fit(int position);

        void move(int from, int to);

        void menu(int position, double screenX, double screenY);
    }

    private final Rectangle window = new Rectangle();
    private final List<HeaderNode> heads = new ArrayList<>();
    private final Region drop = new Region();
    private final Actions actions;
    private GridSection.@Nullable Span span;
    private int resized = -1;
    private int pressed = -1;
    private double pressedX;
    private double widthBefore;
    private boolean moving;

    GridHeader(Actions actions) {
        this.actions = actions;
        setClip(window);
        getStyleClass().add("grid-headers");
        drop.getStyleClass().setAll("grid-drop");
        drop.setManaged(false);
        drop.setVisible(false);
        drop.setMouseTransparent(true);
        getChildren().add(drop);
        setOnMouseMoved(event -> setCursor(edgeAt(event.getX()) >= 0 ? Cursor.H_RESIZE : Cursor.DEFAULT));
        setOnMousePressed(this::press);
        setOnMouseDragged(this::drag);
        setOnMouseReleased(this::release);
        setOnContextMenuRequested(this::showMenu);
    }

    @Override
    protected void layoutChildren() {
        window.setWidth(getWidth());
        window.setHeight(getHeight());
    }

    void show(GridSection.Span shown, List<GridSort> order, GridSelection selection) {
        layoutChildren();
        span = shown;
        int used = 0;
        for (int position = shown.first(); position < shown.end(); position++) {
            double x = shown.x(position);
            double width = shown.columns().widthAt(position);
            if (x + width <= 0 || x >= getWidth()) {
                continue;
            }
            HeaderNode head = head(used++);
            int column = shown.columns().columnAt(position);
            int at = position;
            boolean selected =
                    selection.areas().stream().anyMatch(area -> at >= area.firstColumn() && at <= area.lastColumn());
            head.show(position, column, shown.model().columns().get(column), order, selected);
            head.resizeRelocate(x, 0, width, getHeight());
            head.setVisible(true);
        }
        for (HeaderNode unused : heads.subList(used, heads.size())) {
            unused.setVisible(false);
        }
    }

    private HeaderNode head(int index) {
        if (index == heads.size()) {
            HeaderNode head = new HeaderNode();
            heads.add(head);
            getChildren().add(index, head);
        }
        return heads.get(index);
    }

    private int positionAt(double x) {
        return heads.stream()
                .filter(head -> head.isVisible() && x >= head.getLayoutX() && x < head.getLayoutX() + head.getWidth())
                .mapToInt(HeaderNode::position)
                .findFirst()
                .orElse(-1);
    }

    /** The column whose right side is near. */
    private int edgeAt(double x) {
        return heads.stream()
                .filter(head -> head.isVisible() && Math.abs(head.getLayoutX() + head.getWidth() - x) <= EDGE)
                .mapToInt(HeaderNode::position)
                .findFirst()
                .orElse(-1);
    }

    private void press(MouseEvent event) {
        if (event.getButton() != MouseButton.PRIMARY || span == null) {
            return;
        }
        pressedX = event.getX();
        moving = false;
        resized = edgeAt(event.getX());
        pressed = resized >= 0 ? -1 : positionAt(event.getX());
        if (resized >= 0) {
            widthBefore = span.columns().widthAt(resized);
            if (event.getClickCount() == 2) {
                actions.fit(resized);
                resized = -1;
            }
        }
    }

    private void drag(MouseEvent event) {
        if (span == null) {
            return;
        }
        if (resized >= 0) {
            span.columns().resize(resized, widthBefore + event.getX() - pressedX);
            return;
        }
        moving |= pressed >= 0 && Math.abs(event.getX() - pressedX) > DRAG_BEGINS_AFTER;
        if (moving) {
            int target = positionAt(event.getX());
            drop.setVisible(target >= 0 && target != pressed);
            if (drop.isVisible()) {
                double left =
                        span.x(target) + (target > pressed ? span.columns().widthAt(target) : 0);
                drop.resizeRelocate(left - 1, 0, 3, getHeight());
                drop.toFront();
            }
        }
    }

    private void release(MouseEvent event) {
        drop.setVisible(false);
        int target = positionAt(event.getX());
        if (moving && target >= 0) {
            actions.move(pressed, target);
        } else if (pressed >= 0 && event.getButton() == MouseButton.PRIMARY) {
            if (event.isShortcutDown() || event.isAltDown()) {
                actions.selectColumn(pressed, event.isShiftDown());
            } else {
                actions.sort(pressed, event.isShiftDown());
            }
        }
        pressed = -1;
        resized = -1;
        moving = false;
    }

    private void showMenu(ContextMenuEvent event) {
        int position = positionAt(event.getX());
        if (position >= 0) {
            actions.menu(position, event.getScreenX(), event.getScreenY());
        }
        event.consume();
    }
}
