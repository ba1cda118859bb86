package dev.wheelhouse.ui.controls.chart;

/**
 * Something that happened, shown on the axis of time.
 *
 * @param at milliseconds since the epoch
 * @param text one line, as the tooltip says it
 */
public record EventMark(long at, String text) {}
