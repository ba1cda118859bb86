package dev.wheelhouse.ui.action;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javafx.scene.input.KeyCombination;

/** The keys of actions on this machine. Thread-safe. */
public final class Keys {

    private static final boolean IS_MAC =
            System.getProperty("os.name", "").toLowerCase(java.util.Locale.ROOT).startsWith("mac");

    private static final Map<String, KeyCombination> KNOWN = new ConcurrentHashMap<>();

    private Keys() {}

    /** @param keys as an action has them, such as {@code Alt+4} */
    public static KeyCombination combination(String keys) {
        return KNOWN.computeIfAbsent(keys, each -> KeyCombination.valueOf(on(IS_MAC, each)));
    }

    /** As menus and tooltips show them. */
    public static String words(String keys) {
        return combination(keys).getDisplayText();
    }

    /** On macOS Option types letters, such as the brackets of a German keyboard, so that Control is held as well. */
    static String on(boolean mac, String keys) {
        return mac ? keys.replace("Alt+", "Ctrl+Alt+") : keys;
    }
}
