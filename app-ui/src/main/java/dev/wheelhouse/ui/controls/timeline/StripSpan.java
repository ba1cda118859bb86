package dev.wheelhouse.ui.controls.timeline;

/**
 * Something that lasts.
 *
 * @param from milliseconds since the epoch, inclusive
 * @param to milliseconds since the epoch, exclusive
 * @param style class of its colour
 * @param words shown under the pointer
 */
public record StripSpan(long from, long to, String style, String words) {}
