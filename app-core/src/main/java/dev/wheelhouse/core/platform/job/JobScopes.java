package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.caller.Scope;

/** What a caller needs to see a job, and to cancel it. */
public record JobScopes(Scope see, Scope cancel) {}
