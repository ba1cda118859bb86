package dev.wheelhouse.ui.shell.palette;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.Keys;

/**
 * Something that the palette can do or open.
 *
 * @param title what is matched and shown, in one line
 * @param context where it belongs, such as {@code shop-db · public}; matched too, but weaker; empty for none
 * @param icon an Ikonli literal of the Feather pack
 * @param hint shown at the right, such as a shortcut; empty for none
 * @param acts whether it changes something outside the window: then it stands below what only leads somewhere
 * @param open runs on the window's thread when it is chosen
 */
public record PaletteEntry(String title, String context, String icon, String hint, boolean acts, Runnable open) {

    public PaletteEntry {
        title = firstLine(title);
        context = firstLine(context);
    }

    /** What leads somewhere. */
    public PaletteEntry(String title, String context, String icon, String hint, Runnable open) {
        this(title, context, icon, hint, false, open);
    }

    /** @param run does it, or asks first */
    public static PaletteEntry of(Action action, String title, String context, Runnable run) {
        String keys = action.shortcut().map(Keys::words).orElse("");
        return new PaletteEntry(title, context, action.icon(), keys, action.isActing(), run);
    }

    /** What tells it from others. */
    String place() {
        return title + "\n" + context;
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }
}
