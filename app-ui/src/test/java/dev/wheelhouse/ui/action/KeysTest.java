package dev.wheelhouse.ui.action;

import static org.assertj.core.api.Assertions.assertThat;

import javafx.scene.input.KeyCombination;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeysTest {

    /** Option types letters there: with 5 to 9 the brackets of a German keyboard. */
    @ParameterizedTest
    @CsvSource({"Alt+5, Ctrl+Alt+5", "Alt+Shift+I, Ctrl+Alt+Shift+I", "Shortcut+K, Shortcut+K", "F1, F1"})
    void leavesOptionToLettersOnMacOs(String keys, String onMac) {
        assertThat(Keys.on(true, keys)).isEqualTo(onMac);
        assertThat(KeyCombination.valueOf(onMac)).isNotNull();
        assertThat(Keys.on(false, keys)).isEqualTo(keys);
    }
}
