package dev.wheelhouse.core.logs.document;

/**
 * Lines that belong together.
 *
 * @param first number of the line that the others belong to
 * @param last number of the last of them, higher than {@code first}
 */
public record LineSpan(long first, long last) {}
