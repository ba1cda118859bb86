package dev.wheelhouse.ui.shell;

import org.jspecify.annotations.Nullable;

/**
 * A sentence that passes by in the corner.
 *
 * @param details shown and copied on demand; empty for none
 * @param link leads to what it is about; null for nowhere
 */
public record Notice(
        Level level, String text, String details, @Nullable Link link) {

    /**
     * Where a notice leads.
     *
     * @param words on its button
     */
    public record Link(String words, Runnable follow) {}

    /** How much it matters. */
    public enum Level {
        INFO,
        WARNING,
        FAILURE
    }

    public static Notice info(String text) {
        return new Notice(Level.INFO, text, "", null);
    }

    public static Notice warning(String text) {
        return new Notice(Level.WARNING, text, "", null);
    }

    public static Notice failure(String text, String details) {
        return new Notice(Level.FAILURE, text, details, null);
    }

    /** The same with a button that leads to what it is about. */
    public Notice withLink(String words, Runnable follow) {
        return new Notice(level, text, details, new Link(words, follow));
    }
}
