package dev.wheelhouse.ui.controls.log;

import javafx.scene.input.KeyEvent;

/** Keys that move and select. */
final class LogKeyboard {

    private static final double SIDEWAYS = 60;

    private final LogView view;
    private final LogViewport viewport;
    private final LogSelection choosing;

    LogKeyboard(LogView view, LogViewport viewport, LogSelection choosing) {
        this.view = view;
        this.viewport = viewport;
        this.choosing = choosing;
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
                    viewport.scroll(-1);
                } else {
                    choosing.step(-1, extended);
                }
            }
            case DOWN, KP_DOWN -> {
                if (far) {
                    viewport.scroll(1);
                } else {
                    choosing.step(1, extended);
                }
            }
            case PAGE_UP -> choosing.step(-viewport.page(), extended);
            case PAGE_DOWN -> choosing.step(viewport.page(), extended);
            case HOME -> choosing.toFirst(extended);
            case END -> choosing.toLast(extended);
            case LEFT, KP_LEFT -> viewport.scrollSideways(-SIDEWAYS);
            case RIGHT, KP_RIGHT -> viewport.scrollSideways(SIDEWAYS);
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean commanded(KeyEvent event) {
        if (event.isShortcutDown()) {
            switch (event.getCode()) {
                case A -> choosing.selectAll();
                case C, INSERT -> choosing.copy(event.isShiftDown());
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
