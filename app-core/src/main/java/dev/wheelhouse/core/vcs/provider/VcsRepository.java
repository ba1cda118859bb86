package dev.wheelhouse.core.vcs.provider;

/**
 * A repository as its provider tells of it.
 *
 * @param owner the user or organization; of GitLab the whole path of the group
 * @param fullName owner and name
 * @param defaultBranch empty while it has no commit
 * @param isPrivate whether it takes a login to see it
 * @param cloneUrl over HTTP, as the provider says it; the token is only for the host of the connection's base URL
 */
public record VcsRepository(
        String owner, String name, String fullName, String defaultBranch, boolean isPrivate, String cloneUrl) {}
