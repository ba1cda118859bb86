package dev.wheelhouse.ui.shell.palette;

/**
 * Something that the palette can do or open.
 *
 * @param title what is matched and shown
 * @param context where it belongs, such as {@code shop-db · public}; matched too, but weaker; empty for none
 * @param icon an Ikonli literal of the Feather pack
 * @param hint shown at the right, such as a shortcut; empty for none
 * @param open runs on the window's thread when it is chosen
 */
public record PaletteEntry(String title, String context, String icon, String hint, Runnable open) {}
