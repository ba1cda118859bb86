package dev.wheelhouse.ui.controls.editor;

/**
 * Something that could be typed.
 *
 * @param text what is inserted
 * @param icon an Ikonli literal
 * @param detail shown dim beside the label; may be empty
 */
public record Suggestion(String text, String label, String icon, String detail) {}
