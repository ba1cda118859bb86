package dev.wheelhouse.core.vcs.provider;

/** What a provider says of a repository that it is asked for by its name. */
public sealed interface RepositoryLookup {

    /** It is there. */
    record Found(VcsRepository repository) implements RepositoryLookup {}

    /** It is there under another name. */
    record Renamed(VcsRepository now) implements RepositoryLookup {}

    /** There is none, or the token may not see it, which providers do not tell apart. */
    record Gone() implements RepositoryLookup {}
}
