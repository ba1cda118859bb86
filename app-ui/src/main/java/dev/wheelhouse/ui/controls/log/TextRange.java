package dev.wheelhouse.ui.controls.log;

/**
 * Part of a text.
 *
 * @param start first character
 * @param end the one after the last
 */
public record TextRange(int start, int end) {}
