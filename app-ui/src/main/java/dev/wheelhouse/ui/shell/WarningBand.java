package dev.wheelhouse.ui.shell;

/**
 * The warning round the window.
 *
 * @param text such as {@code "shop-db · production"}
 * @param color {@code #rrggbb}, or empty for the theme's own colour of danger
 */
public record WarningBand(String text, String color) {}
