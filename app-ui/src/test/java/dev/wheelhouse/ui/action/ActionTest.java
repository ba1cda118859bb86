package dev.wheelhouse.ui.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ActionTest {

    private static final Action ACTION = Action.of("sql.commit", "Commit", "fth-check", () -> {});

    @Test
    void takesNoShortcutThatTypesALetterWithAltGr() {
        assertThatIllegalArgumentException().isThrownBy(() -> ACTION.withShortcut("Shortcut+Alt+C"));
        assertThatIllegalArgumentException().isThrownBy(() -> ACTION.withShortcut("Ctrl+Alt+L"));
        assertThat(ACTION.withShortcut("Alt+Left").shortcut()).hasValue("Alt+Left");
    }
}
