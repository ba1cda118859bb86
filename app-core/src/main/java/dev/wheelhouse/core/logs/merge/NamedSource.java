package dev.wheelhouse.core.logs.merge;

import dev.wheelhouse.core.logs.LogSource;

/**
 * One of several logs.
 *
 * @param name that its lines carry as their instance; unique among those that are merged
 */
public record NamedSource(String name, LogSource source) {}
