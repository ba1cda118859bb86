package dev.wheelhouse.ui.action;

/**
 * Something that must not happen by accident.
 *
 * @param title a few words
 * @param text what will happen, and to what
 * @param yes the word on the button that does it, such as {@code Delete}
 * @param dangerous whether something is lost that cannot be brought back
 */
public record Question(String title, String text, String yes, boolean dangerous) {}
