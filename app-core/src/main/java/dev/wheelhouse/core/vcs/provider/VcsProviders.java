package dev.wheelhouse.core.vcs.provider;

import dev.wheelhouse.core.platform.net.OutgoingRequests;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;

/** Opens providers; nothing is asked yet. Thread-safe. */
public final class VcsProviders {

    private static final Duration REQUEST = Duration.ofSeconds(20);
    private static final Duration LISTING = Duration.ofMinutes(2);

    private final VcsApi.Parts parts;

    /** @param limit how long one answer may take */
    VcsProviders(OutgoingRequests outgoing, Clock clock, Duration limit) {
        this.parts = new VcsApi.Parts(outgoing, new PageCache(), clock, limit, LISTING);
    }

    public VcsProviders(OutgoingRequests outgoing, Clock clock) {
        this(outgoing, clock, REQUEST);
    }

    /**
     * The provider at an address, as one token sees it.
     *
     * @param base as {@link VcsAddress#parse} gives it
     * @param sight names what the token sees; the same only for the same address and token
     */
    public VcsProvider of(VcsKind kind, URI base, String token, String sight) {
        VcsApi api = new VcsApi(parts, new VcsApi.Access(kind, base, token, sight));
        return switch (kind) {
            case GITHUB -> new GitHubProvider(api);
            case GITLAB -> new GitLabProvider(api);
            case GITEA -> new GiteaProvider(api);
        };
    }
}
