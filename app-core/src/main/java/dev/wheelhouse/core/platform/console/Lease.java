package dev.wheelhouse.core.platform.console;

/**
 * The right to do named work, until another console takes it over.
 *
 * @param number larger than that of every holder before
 */
public record Lease(String name, long number) {}
