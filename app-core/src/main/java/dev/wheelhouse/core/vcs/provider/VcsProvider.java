package dev.wheelhouse.core.vcs.provider;

import dev.wheelhouse.core.platform.error.AppException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A provider as one token sees it. Thread-safe. Every method asks the far side and throws {@code upstream_failed} or
 * {@code upstream_timeout} with words that name it, with {@link RateLimitEnd} as details when it wants to be left alone,
 * and {@code validation_failed} on {@code baseUrl} for a private host that the settings do not name.
 */
public interface VcsProvider {

    /** Asks whose token it is and what it may do. */
    TokenCheck test();

    /**
     * All repositories of the user and of those who let the user in, by full name.
     *
     * @throws AppException also {@code upstream_failed} when the pages do not end
     */
    List<VcsRepository> repositories();

    /**
     * Looks for one repository.
     *
     * @throws AppException also {@code validation_failed} on {@code owner} or {@code name} for what no provider has
     */
    RepositoryLookup find(String owner, String name);

    /**
     * Makes a webhook for pushes, or changes the one that is there already to what is said here.
     *
     * @param known the provider's own id of one that was made before; null for none. One at that address is taken too.
     * @throws AppException also {@code validation_failed} on {@code name} for a repository that is not there, or whose
     *     webhooks the token may not see
     */
    RemoteHook putWebhook(String owner, String name, @Nullable String known, String url, HookSecrets secrets);

    /**
     * Removes a webhook; one that is gone already is no failure.
     *
     * @param id the provider's own; null where it never told, for the one at that address
     */
    void deleteWebhook(String owner, String name, @Nullable String id, String url);
}
