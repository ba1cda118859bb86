package dev.wheelhouse.api.vcs;

import dev.wheelhouse.api.http.json.Patch;
import dev.wheelhouse.core.vcs.VcsConnection;
import dev.wheelhouse.core.vcs.VcsConnectionDraft;

/**
 * The body of {@code PATCH /vcs-connections/{id}}: a merge patch (RFC 7396). The token can be replaced, not removed; a base
 * URL that is removed goes back to the provider's own.
 */
record VcsConnectionPatchJson(Patch<String> name, Patch<String> baseUrl, Patch<String> token) {

    VcsConnectionDraft toDraft(VcsConnection current) {
        return new VcsConnectionDraft(
                current.kind(),
                name.applyRequired("name", current.name()),
                baseUrl.apply(current.baseUrl()),
                token.isMentioned() ? token.applyRequired("token", "") : null);
    }

    /** Never the token. */
    @Override
    public String toString() {
        return "VcsConnectionPatchJson[…]";
    }
}
