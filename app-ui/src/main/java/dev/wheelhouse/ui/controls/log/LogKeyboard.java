package dev.wheelhouse.ui.controls.log;

import javafx.scene.input.KeyEvent;

/** Keys that move and select. */
final class LogKeyboard {

    private static final double SIDEWAYS = 60;

    private final LogView view;

    LogKeyboard(LogView view) {
        this.view = view;
    }

    void install() {
        view.addEventHandler(KeyEvent.KEY_PRESSED, event -> {
            if (!event.isAltDown() && (moved(event) || commanded(event))) {
                event.consume();
            }
        });
    }

    private boolean moved(KeyEvent event) {
        boolean extended = event.isShiftDown();
        boolean far = event.isShortcutDown();
        switch (event.getCode()) {
            case UP, KP_UP -> {
                if (far) {
                    view.scroll(-1);
                } else {
                    view.step(-1, extended);
                }
            }
            case DOWN, KP_DOWN -> {
                if (far) {
                    view.scroll(1);
                } else {
                    view.step(1, extended);
                }
            }
            case PAGE_UP -> view.step(-view.page(), extended);
            case PAGE_DOWN -> view.step(view.page(), extended);
            case HOME -> view.toFirst(extended);
            case END -> view.toLast(extended);
            case LEFT, KP_LEFT -> view.scrollSideways(-SIDEWAYS);
            case RIGHT, KP_RIGHT -> view.scrollSideways(SIDEWAYS);
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean commanded(KeyEvent event) {
        if (event.isShortcutDown()) {
            switch (event.getCode()) {
                case A -> view.selectAll();
                case C, INSERT -> view.copy(event.isShiftDown());
                default -> {
                    return false;
                }
            }
            return true;
        }
        switch (event.getCode()) {
            case ENTER, SPACE -> view.toggleFold();
            default -> {
                return false;
            }
        }
        return true;
    }
}
