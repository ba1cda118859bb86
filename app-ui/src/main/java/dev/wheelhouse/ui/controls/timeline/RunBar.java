package dev.wheelhouse.ui.controls.timeline;

/**
 * One bar of a row.
 *
 * @param id passed on when the bar is chosen
 * @param millis how long it took, 0 or more; nothing is read of it where the kind has no duration
 * @param words what it says when the pointer rests on it
 */
public record RunBar(String id, BarKind kind, long millis, String words) {}
