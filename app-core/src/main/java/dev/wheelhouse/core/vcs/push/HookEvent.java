package dev.wheelhouse.core.vcs.push;

/** What a webhook told of. */
public sealed interface HookEvent permits Push, HookEvent.Tag, HookEvent.Ping, HookEvent.Other {

    /**
     * A tag was made, moved or deleted.
     *
     * @param name without {@code refs/tags/}
     */
    record Tag(String name) implements HookEvent {}

    /** The provider tried whether anybody is there. */
    record Ping() implements HookEvent {}

    /**
     * Something else, which nobody asked for.
     *
     * @param name the provider's own; may be empty
     */
    record Other(String name) implements HookEvent {}
}
