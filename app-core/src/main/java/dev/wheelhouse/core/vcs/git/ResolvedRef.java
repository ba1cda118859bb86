package dev.wheelhouse.core.vcs.git;

/**
 * What a name in a repository means now.
 *
 * @param ref as it was asked for, or the name of the default branch
 * @param kind of what it names
 * @param commit 40 hex digits; whether a commit that was asked for by its id is there, only a fetch tells
 */
public record ResolvedRef(String ref, Kind kind, String commit) {

    /** What a ref can be. */
    public enum Kind {
        BRANCH,
        TAG,
        COMMIT
    }
}
