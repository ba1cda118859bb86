package dev.wheelhouse.ui.controls.log;

import javafx.animation.AnimationTimer;
import javafx.scene.Cursor;
import javafx.scene.control.ContextMenu;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import org.jspecify.annotations.Nullable;

/** Selecting, folding and scrolling with the mouse. */
final class LogMouse {

    /** What a wheel's notch says, in pixels; three lines of the screen. */
    private static final double NOTCH = 40;

    private static final int LINES_A_NOTCH = 3;

    private final LogView view;
    private final LogViewport viewport;
    private final LogSelection choosing;
    private final LogFolds folds;
    private final LogMetrics metrics;
    private final LogSurface surface;
    private boolean selectsText;
    private boolean selectsLines;
    private double lastX;
    private double lastY;

    /** A selection that is drawn beyond the edge scrolls on. */
    private final AnimationTimer scrolling = new AnimationTimer() {
        @Override
        public void handle(long now) {
            double beyond = lastY < 0 ? lastY : lastY > view.getHeight() ? lastY - view.getHeight() : 0;
            if (beyond != 0) {
                viewport.scroll(Math.clamp(beyond / metrics.lineHeight(), -8, 8));
                extend();
            }
        }
    };

    LogMouse(
            LogView view,
            LogViewport viewport,
            LogSelection choosing,
            LogFolds folds,
            LogMetrics metrics,
            LogSurface surface) {
        this.view = view;
        this.viewport = viewport;
        this.choosing = choosing;
        this.folds = folds;
        this.metrics = metrics;
        this.surface = surface;
    }

    void install() {
        view.addEventHandler(MouseEvent.MOUSE_PRESSED, this::press);
        view.addEventHandler(MouseEvent.MOUSE_DRAGGED, this::drag);
        view.addEventHandler(MouseEvent.MOUSE_RELEASED, _ -> end());
        view.addEventHandler(MouseEvent.MOUSE_MOVED, this::point);
        view.addEventHandler(ScrollEvent.SCROLL, this::scroll);
        view.addEventHandler(ContextMenuEvent.CONTEXT_MENU_REQUESTED, this::menu);
    }

    private void press(MouseEvent event) {
        ContextMenu menu = view.menu();
        if (menu != null) {
            menu.hide();
        }
        view.requestFocus();
        if (viewport.isEmpty()) {
            return;
        }
        double x = event.getX();
        double y = event.getY();
        long row = viewport.rowAt(y);
        if (event.getButton() != MouseButton.PRIMARY) {
            SelectionRange now = choosing.selection();
            if (now == null || !now.hasRow(row)) {
                choosing.select(SelectionRange.line(row));
            }
            return;
        }
        if (viewport.isBelowLast(y)) {
            return;
        }
        Long tail = surface.tailAt(x, y);
        if (tail != null) {
            choosing.select(SelectionRange.line(tail));
            folds.toggle(tail);
        } else if (metrics.gutters().isInMarks(x)) {
            view.toggleBookmark(row);
        } else if (metrics.gutters().isInFold(x) && folds.isFoldable(row)) {
            choosing.select(SelectionRange.line(row));
            folds.toggle(row);
        } else {
            select(event, row);
        }
    }

    private void select(MouseEvent event, long row) {
        viewport.pause();
        SelectionRange before = choosing.selection();
        LogPlace place = viewport.placeAt(event.getX(), event.getY());
        boolean inText = event.getX() >= metrics.gutters().text() - 4;
        if (event.isShiftDown() && before != null) {
            choosing.select(
                    before.lines()
                            ? SelectionRange.lines(before.anchor().row(), row)
                            : SelectionRange.text(before.anchor(), place));
            selectsLines = before.lines();
            selectsText = !before.lines();
        } else if (!inText || event.getClickCount() >= 3) {
            choosing.select(SelectionRange.line(row));
            selectsLines = true;
        } else if (event.getClickCount() == 2) {
            selectWord(place);
        } else {
            choosing.select(SelectionRange.line(row));
            textFrom = place;
            selectsText = true;
        }
        scrolling.start();
    }

    private @Nullable LogPlace textFrom;

    private void selectWord(LogPlace place) {
        LineBlock block = surface.block(place.row());
        if (block == null) {
            return;
        }
        TextRange word = WordBounds.at(block.text(), place.character());
        choosing.select(
                SelectionRange.text(new LogPlace(place.row(), word.start()), new LogPlace(place.row(), word.end())));
    }

    private void drag(MouseEvent event) {
        if (!event.isPrimaryButtonDown() || (!selectsText && !selectsLines)) {
            return;
        }
        lastX = event.getX();
        lastY = event.getY();
        extend();
    }

    private void extend() {
        SelectionRange now = choosing.selection();
        if (now == null) {
            return;
        }
        double y = Math.clamp(lastY, 0, Math.max(0, view.getHeight() - 1));
        if (selectsLines) {
            choosing.select(SelectionRange.lines(now.anchor().row(), viewport.rowAt(y)));
            return;
        }
        LogPlace to = viewport.placeAt(lastX, y);
        LogPlace from = textFrom != null ? textFrom : now.anchor();
        if (!to.equals(from) || !now.lines()) {
            choosing.select(SelectionRange.text(from, to));
        }
    }

    private void end() {
        selectsText = false;
        selectsLines = false;
        textFrom = null;
        lastY = 0;
        scrolling.stop();
        SelectionRange now = choosing.selection();
        if (now != null && now.isEmpty()) {
            choosing.select(SelectionRange.line(now.caret().row()));
        }
    }

    private void point(MouseEvent event) {
        boolean clickable = surface.tailAt(event.getX(), event.getY()) != null
                || metrics.gutters().isInMarks(event.getX())
                || (metrics.gutters().isInFold(event.getX()) && folds.isFoldable(viewport.rowAt(event.getY())));
        boolean text = event.getX() >= metrics.gutters().text() - 4;
        view.setCursor(clickable ? Cursor.HAND : text ? Cursor.TEXT : Cursor.DEFAULT);
    }

    private void scroll(ScrollEvent event) {
        double sideways = event.isShiftDown() && event.getDeltaX() == 0 ? event.getDeltaY() : event.getDeltaX();
        if (sideways != 0) {
            viewport.scrollSideways(-sideways);
        }
        if (!event.isShiftDown() && event.getDeltaY() != 0) {
            viewport.scroll(-event.getDeltaY() / NOTCH * LINES_A_NOTCH);
        }
        event.consume();
    }

    private void menu(ContextMenuEvent event) {
        ContextMenu menu = view.menu();
        if (menu == null) {
            return;
        }
        if (event.isKeyboardTrigger()) {
            var bounds = view.localToScreen(view.getBoundsInLocal());
            menu.show(view, bounds.getMinX() + 60, bounds.getMinY() + 60);
        } else {
            menu.show(view, event.getScreenX(), event.getScreenY());
        }
        event.consume();
    }
}
