package dev.wheelhouse.core.vcs;

import dev.wheelhouse.core.platform.store.Revised;
import dev.wheelhouse.core.vcs.provider.VcsKind;
import java.net.URI;
import java.time.Instant;

/**
 * A provider of repositories, as one token sees it. Immutable; the token is in the vault.
 *
 * @param id {@code vcs_…}
 * @param name unique in the organization
 * @param baseUrl what people open, without a slash at its end and without a path of the API
 * @param revision counts from 1
 */
public record VcsConnection(
        String id, String organizationId, VcsKind kind, String name, String baseUrl, Instant createdAt, long revision)
        implements Revised {

    /** The {@link #baseUrl}, parsed. */
    URI base() {
        return URI.create(baseUrl);
    }
}
