package dev.wheelhouse.core.vcs;

/**
 * A webhook that was asked for.
 *
 * @param isNew whether it was made for this, and was not there before
 */
public record MadeHook(VcsHook hook, boolean isNew) {}
