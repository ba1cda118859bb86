package dev.wheelhouse.core.logs;

/**
 * A place between two lines of one source, from which it can be read on, also by another console and after a restart.
 *
 * @param text opaque to everybody but the source; printable ASCII without blanks, at most 512 characters
 */
public record LogPosition(String text) {}
