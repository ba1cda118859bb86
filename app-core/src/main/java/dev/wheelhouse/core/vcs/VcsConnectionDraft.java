package dev.wheelhouse.core.vcs;

import dev.wheelhouse.core.vcs.provider.VcsKind;
import org.jspecify.annotations.Nullable;

/**
 * A connection as a form or a request gives it, before it is checked.
 *
 * @param baseUrl null for the provider's own, which Gitea has not got
 * @param token null for what is stored
 */
public record VcsConnectionDraft(
        VcsKind kind,
        String name,
        @Nullable String baseUrl,
        @Nullable String token) {

    /** Never the token. */
    @Override
    public String toString() {
        return "VcsConnectionDraft[" + kind.wireName() + " " + name + "]";
    }
}
