package dev.wheelhouse.core.vcs.provider;

import org.jspecify.annotations.Nullable;

/**
 * What proves that a push comes from the provider.
 *
 * @param signing what bodies are signed with; of GitLab in the form of Standard Webhooks ({@code whsec_…})
 * @param token what GitLab sends along as it is, since older servers do not sign; null for the others. Another than
 *     {@code signing}, as who sees one request knows it.
 */
public record HookSecrets(String signing, @Nullable String token) {

    /** Never the secrets themselves. */
    @Override
    public String toString() {
        return "HookSecrets[…]";
    }
}
