package dev.wheelhouse.ui.shell;

/**
 * A sentence that passes by in the corner.
 *
 * @param details shown and copied on demand; empty for none
 */
public record Notice(Level level, String text, String details) {

    /** How much it matters. */
    public enum Level {
        INFO,
        WARNING,
        FAILURE
    }

    public static Notice info(String text) {
        return new Notice(Level.INFO, text, "");
    }

    public static Notice warning(String text) {
        return new Notice(Level.WARNING, text, "");
    }

    public static Notice failure(String text, String details) {
        return new Notice(Level.FAILURE, text, details);
    }
}
