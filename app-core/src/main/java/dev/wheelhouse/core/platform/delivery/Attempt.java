package dev.wheelhouse.core.platform.delivery;

import org.jspecify.annotations.Nullable;

/**
 * One try of a delivery.
 *
 * @param at when it began, in milliseconds since the epoch
 * @param statusCode what the far side answered; null where it has no such code or none came
 * @param error a sentence that says why it failed; null for a success
 * @param durationMs until the answer was there
 */
public record Attempt(
        long at, @Nullable Integer statusCode, @Nullable String error, long durationMs) {}
