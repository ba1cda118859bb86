package dev.wheelhouse.ui.controls.timeline;

/**
 * Something that happens at a moment.
 *
 * @param at milliseconds since the epoch
 * @param id passed on when the mark is chosen
 */
public record StripMark(long at, String id, String name) {}
