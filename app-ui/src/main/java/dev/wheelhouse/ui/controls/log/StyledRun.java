package dev.wheelhouse.ui.controls.log;

/**
 * A piece of a text in one style.
 *
 * @param start first character
 * @param end the one after the last
 */
record StyledRun(int start, int end, TextStyle style) {}
