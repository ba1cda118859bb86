package dev.wheelhouse.core.platform.event;

/** The place that the next event takes, and the hash of the one before. */
record ChainHead(long ordinal, String hash) {}
