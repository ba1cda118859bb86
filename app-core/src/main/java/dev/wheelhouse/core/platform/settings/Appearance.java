package dev.wheelhouse.core.platform.settings;

/** What the window looks like. */
public record Appearance(ThemeChoice theme) {

    public static final Appearance DEFAULTS = new Appearance(ThemeChoice.SYSTEM);
}
