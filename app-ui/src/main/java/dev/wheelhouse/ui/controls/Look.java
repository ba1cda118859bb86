package dev.wheelhouse.ui.controls;

/**
 * A state as it is shown.
 *
 * @param words for people
 * @param icon literal of Ikonli's Feather pack
 * @param style of the icon
 */
public record Look(String words, String icon, String style) {}
