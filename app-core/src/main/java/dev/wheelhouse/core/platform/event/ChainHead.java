package dev.wheelhouse.core.platform.event;

/** The place that the next event takes, and the hash of the one before. Public so that it can be made from a row. */
public record ChainHead(long ordinal, String hash) {}
