package dev.wheelhouse.core.platform.settings;

import java.time.Instant;

/**
 * A listener that was asked for and is not kept yet.
 *
 * @param url where it answers
 * @param until it is closed then unless a call with a valid token arrived there
 */
public record ListenerTrial(String url, Instant until) {}
