package dev.wheelhouse.api.http;

import dev.wheelhouse.core.platform.caller.Caller;

/**
 * Whom an answer is for.
 *
 * @param caller as the request came
 * @param verify throws what the request would meet if it came now; may block
 */
public record Reader(Caller caller, Runnable verify) {}
