package dev.wheelhouse.core.platform.job;

/**
 * What tells a process of a machine from every other, also from one that gets its number later.
 *
 * @param mark when it began, in a form of the machine's own
 */
public record ProcessMark(long pid, String mark) {}
