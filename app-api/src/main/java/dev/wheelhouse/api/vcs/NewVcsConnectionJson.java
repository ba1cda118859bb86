package dev.wheelhouse.api.vcs;

import dev.wheelhouse.core.vcs.VcsConnectionDraft;
import dev.wheelhouse.core.vcs.provider.VcsKind;
import org.jspecify.annotations.Nullable;

/** The body of {@code POST /vcs-connections}. */
record NewVcsConnectionJson(
        VcsKind kind, String name, @Nullable String baseUrl, String token) {

    VcsConnectionDraft toDraft() {
        return new VcsConnectionDraft(kind, name, baseUrl, token);
    }

    /** Never the token. */
    @Override
    public String toString() {
        return "NewVcsConnectionJson[…]";
    }
}
