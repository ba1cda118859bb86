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
                view.scroll(Math.clamp(beyond / view.lineHeight(), -8, 8));
                extend();
            }
        }
    };

    LogMouse(LogView view) {
        this.view = view;
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
        if (view.lines().end() <= view.lines().first()) {
            return;
        }
        double x = event.getX();
        double y = event.getY();
        long row = view.rowAt(y);
        if (event.getButton() != MouseButton.PRIMARY) {
            LogSelection now = view.selection();
            if (now == null || !now.hasRow(row)) {
                view.select(LogSelection.line(row));
            }
            return;
        }
        if (view.isBelowLast(y)) {
            return;
        }
        Long tail = view.tailAt(x, y);
        if (tail != null) {
            view.select(LogSelection.line(tail));
            view.toggleFold(tail);
        } else if (view.gutters().isInMarks(x)) {
            view.toggleBookmark(row);
        } else if (view.gutters().isInFold(x) && isFoldable(row)) {
            view.select(LogSelection.line(row));
            view.toggleFold(row);
        } else {
            select(event, row);
        }
    }

    private boolean isFoldable(long row) {
        LineBlock block = view.block(row);
        return block != null && (block.line().follows() > 0 || block.isJson());
    }

    private void select(MouseEvent event, long row) {
        view.pauseForSelection();
        LogSelection before = view.selection();
        LogPlace place = view.placeAt(event.getX(), event.getY());
        boolean inText = event.getX() >= view.gutters().text() - 4;
        if (event.isShiftDown() && before != null) {
            view.select(
                    before.lines()
                            ? LogSelection.lines(before.anchor().row(), row)
                            : LogSelection.text(before.anchor(), place));
            selectsLines = before.lines();
            selectsText = !before.lines();
        } else if (!inText || event.getClickCount() >= 3) {
            view.select(LogSelection.line(row));
            selectsLines = true;
        } else if (event.getClickCount() == 2) {
            selectWord(place);
        } else {
            view.select(LogSelection.line(row));
            textFrom = place;
            selectsText = true;
        }
        scrolling.start();
    }

    private @Nullable LogPlace textFrom;

    private void selectWord(LogPlace place) {
        LineBlock block = view.block(place.row());
        if (block == null) {
            return;
        }
        TextRange word = Words.at(block.text(), place.character());
        view.select(LogSelection.text(new LogPlace(place.row(), word.start()), new LogPlace(place.row(), word.end())));
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
        LogSelection now = view.selection();
        if (now == null) {
            return;
        }
        double y = Math.clamp(lastY, 0, Math.max(0, view.getHeight() - 1));
        if (selectsLines) {
            view.select(LogSelection.lines(now.anchor().row(), view.rowAt(y)));
            return;
        }
        LogPlace to = view.placeAt(lastX, y);
        LogPlace from = textFrom != null ? textFrom : now.anchor();
        if (!to.equals(from) || !now.lines()) {
            view.select(LogSelection.text(from, to));
        }
    }

    private void end() {
        selectsText = false;
        selectsLines = false;
        textFrom = null;
        lastY = 0;
        scrolling.stop();
        LogSelection now = view.selection();
        if (now != null && now.isEmpty()) {
            view.select(LogSelection.line(now.caret().row()));
        }
    }

    private void point(MouseEvent event) {
        boolean clickable = view.tailAt(event.getX(), event.getY()) != null
                || view.gutters().isInMarks(event.getX())
                || (view.gutters().isInFold(event.getX()) && isFoldable(view.rowAt(event.getY())));
        boolean text = event.getX() >= view.gutters().text() - 4;
        view.setCursor(clickable ? Cursor.HAND : text ? Cursor.TEXT : Cursor.DEFAULT);
    }

    private void scroll(ScrollEvent event) {
        double sideways = event.isShiftDown() && event.getDeltaX() == 0 ? event.getDeltaY() : event.getDeltaX();
        if (sideways != 0) {
            view.scrollSideways(-sideways);
        }
        if (!event.isShiftDown() && event.getDeltaY() != 0) {
            view.scroll(-event.getDeltaY() / NOTCH * LINES_A_NOTCH);
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
