package dev.wheelhouse.ui.shell;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.Keys;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.scene.Scene;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;

/**
 * Brings keys to actions. A combination with Ctrl, Cmd or Alt, or a function key, goes to its action before any control
 * sees it; a bare key only when no control wanted it and nobody types.
 */
final class ShortcutKeys {

    private final Supplier<List<Action>> actions;
    private final Consumer<Action> run;
    private boolean isUsed;

    /**
     * @param actions those that hold now, the nearest first: of two with the same keys the first one runs
     * @param run asks first where that is needed
     */
    ShortcutKeys(Supplier<List<Action>> actions, Consumer<Action> run) {
        this.actions = actions;
        this.run = run;
    }

    void listenTo(Scene scene) {
        scene.addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            isUsed = false;
            if (hasModifier(event) || event.getCode().isFunctionKey()) {
                runMatching(event);
            }
        });
        scene.addEventHandler(KeyEvent.KEY_PRESSED, event -> {
            boolean typing = event.getTarget() instanceof TextInputControl;
            if (!hasModifier(event) && (!typing || event.getCode() == KeyCode.ESCAPE)) {
                runMatching(event);
            }
        });
        // With Alt a digit is typed as well, into what has the keyboard by then.
        scene.addEventFilter(KeyEvent.KEY_TYPED, event -> {
            if (isUsed) {
                event.consume();
            }
        });
    }

    private static boolean hasModifier(KeyEvent event) {
        return event.isShortcutDown() || event.isControlDown() || event.isAltDown() || event.isMetaDown();
    }

    private void runMatching(KeyEvent event) {
        for (Action action : actions.get()) {
            boolean matches = action.isEnabled()
                    && action.shortcut()
                            .map(Keys::combination)
                            .filter(keys -> keys.match(event))
                            .isPresent();
            if (matches) {
                event.consume();
                isUsed = true;
                run.accept(action);
                return;
            }
        }
    }
}
