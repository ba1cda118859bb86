package dev.wheelhouse.core.vcs.git;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import java.io.IOException;
import java.net.URISyntaxException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.internal.storage.dfs.DfsRepositoryDescription;
import org.eclipse.jgit.internal.storage.dfs.InMemoryRepository;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.transport.FetchConnection;
import org.jspecify.annotations.Nullable;

/**
 * Asks repositories which branches and tags they have, as {@code git ls-remote} does; nothing is kept. By protocol 2 of git a
 * server lists only what is asked for. Thread-safe; an interrupt ends a question with {@code cancelled}.
 */
public final class GitRemotes {

    private final GitTransports transports;

    public GitRemotes(OutgoingRequests requests, GitLimits limits) {
        this.transports = new GitTransports(requests, limits);
    }

    /**
     * All branches and tags.
     *
     * @throws AppException {@code repository_not_found}, {@code repository_refused}, {@code repository_moved}; {@code
     *     upstream_failed} and {@code upstream_timeout}; {@code validation_failed} for a private address that the settings
     *     do not name; {@code payload_too_large} for more than the limits let
     */
    public RemoteRefs list(GitRemote remote) {
        return RemoteRefs.of(ask(remote, Constants.HEAD, Constants.R_HEADS, Constants.R_TAGS));
    }

    /**
     * What a branch, a tag or the id of a commit means now; one that is short is looked for among the branches and tags.
     *
     * @param ref null for the default branch
     * @throws AppException as {@link #list}; {@code ref_unknown}, naming what is there instead
     */
    public ResolvedRef resolve(GitRemote remote, @Nullable String ref) {
        return RefNames.resolve(remote, list(remote), ref);
    }

    /**
     * Where a branch is; cheap, for being asked again and again.
     *
     * @param branch null for the default branch
     * @return empty where there is no such branch (any more), or no commit yet
     * @throws AppException as {@link #list}
     */
    public Optional<BranchTip> tip(GitRemote remote, @Nullable String branch) {
        if (branch != null && !RefNames.isValid(branch)) {
            return Optional.empty();
        }
        String name = branch == null ? Constants.HEAD : Constants.R_HEADS + branch;
        Optional<Ref> found = ask(remote, name).stream()
                .filter(each -> each.getName().equals(name))
                .findFirst();
        if (found.isEmpty() || found.get().getObjectId() == null) {
            return Optional.empty();
        }
        Ref ref = found.get();
        String target = ref.getTarget().getName();
        if (branch == null && !target.startsWith(Constants.R_HEADS)) {
            // A server that does not say what HEAD leads to.
            RemoteRefs all = list(remote);
            String name0 = all.defaultBranch();
            return name0 == null ? Optional.empty() : tip(remote, name0);
        }
        return Optional.of(new BranchTip(
                branch == null ? target.substring(Constants.R_HEADS.length()) : branch,
                ref.getObjectId().name()));
    }

    private Collection<Ref> ask(GitRemote remote, String... prefixes) {
        GitLimits limits = transports.limits();
        try (Repository nothing = new InMemoryRepository(new DfsRepositoryDescription("nothing"));
                GitTransports.Open open =
                        transports.open(nothing, remote, limits.look(), limits.listBytes(), count -> {});
                FetchConnection connection = open.transport().openFetch(List.of(), prefixes)) {
            return List.copyOf(connection.getRefs());
        } catch (IOException | URISyntaxException | RuntimeException e) {
            throw GitFailures.of(remote, e);
        }
    }
}
