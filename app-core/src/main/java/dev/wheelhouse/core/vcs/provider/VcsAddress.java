package dev.wheelhouse.core.vcs.provider;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.net.OutgoingTargets;
import java.net.URI;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The address that people open of a provider, and that of its API. Pure. */
public final class VcsAddress {

    private static final String FIELD = "baseUrl";
    private static final String GITHUB = "https://github.com";
    private static final String GITLAB = "https://gitlab.com";
    private static final Set<String> OTHER_NAMES_OF_GITHUB = Set.of("www.github.com", "api.github.com");
    private static final Set<String> PUBLIC = Set.of("github.com", "gitlab.com");
    private static final Pattern API_PATH = Pattern.compile(".*/api(/v[0-9]+)?");

    private VcsAddress() {}

    /**
     * The address that people open, in one form and without a slash at its end.
     *
     * @param text null for the provider's own; Gitea has none
     * @throws AppException {@code validation_failed} on {@code baseUrl}
     */
    public static URI parse(VcsKind kind, @Nullable String text) {
        if (text == null || text.isBlank()) {
            return switch (kind) {
                case GITHUB -> URI.create(GITHUB);
                case GITLAB -> URI.create(GITLAB);
                case GITEA ->
                    throw AppException.invalid(
                            FIELD, "Give the address of the server, such as https://git.example.com.");
            };
        }
        URI parsed = OutgoingTargets.parse(FIELD, text);
        URI base = URI.create(parsed.toString().replaceAll("/+$", ""));
        if (OTHER_NAMES_OF_GITHUB.contains(host(base))) {
            throw AppException.invalid(FIELD, "Give " + GITHUB + ".");
        }
        if (API_PATH.matcher(base.getRawPath()).matches()) {
            throw AppException.invalid(FIELD, "Leave out the path of the API: give the address that people open.");
        }
        if (PUBLIC.contains(host(base)) && !base.getRawPath().isEmpty()) {
            throw AppException.invalid(FIELD, "Leave out the path: give https://" + host(base) + ".");
        }
        return base;
    }

    /**
     * Where the API is, without a slash at its end (GitHub: REST API, "Getting started", for GitHub Enterprise Server
     * {@code /api/v3} and for GHE.com a host of its own; GitLab: REST API, {@code /api/v4}; Gitea: API usage,
     * {@code /api/v1}).
     *
     * @param base as {@link #parse} gives it
     */
    static URI api(VcsKind kind, URI base) {
        return URI.create(
                switch (kind) {
                    case GITHUB -> gitHubApi(base);
                    case GITLAB -> base + "/api/v4";
                    case GITEA -> base + "/api/v1";
                });
    }

    private static String gitHubApi(URI base) {
        String host = host(base);
        boolean hasHostOfItsOwn = host.equals("github.com") || host.endsWith(".ghe.com");
        return hasHostOfItsOwn ? "https://api." + host : base + "/api/v3";
    }

    /** Empty for a name that Java does not take for a host's, such as one with an underscore. */
    private static String host(URI base) {
        return base.getHost() == null ? "" : base.getHost();
    }
}
