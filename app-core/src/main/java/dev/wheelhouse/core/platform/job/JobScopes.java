package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.caller.Scope;

/**
 * What a caller needs to see a job, and to cancel one that another began.
 */
public record JobScopes(Scope see, Scope cancel) {

    /** Of work with SQL of the caller's. */
    public static final JobScopes STATEMENTS = new JobScopes(Scope.DATABASES_QUERY, Scope.DATABASES_WRITE);
}
