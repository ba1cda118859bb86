package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.platform.net.OutgoingTargets;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.vcs.CloneLogin;
import dev.wheelhouse.core.vcs.VcsConnectionService;
import dev.wheelhouse.core.vcs.git.CommitFacts;
import dev.wheelhouse.core.vcs.git.GitCache;
import dev.wheelhouse.core.vcs.git.GitError;
import dev.wheelhouse.core.vcs.git.GitLimits;
import dev.wheelhouse.core.vcs.git.GitProgress;
import dev.wheelhouse.core.vcs.git.GitRemote;
import dev.wheelhouse.core.vcs.git.GitRemotes;
import dev.wheelhouse.core.vcs.git.GitTree;
import dev.wheelhouse.core.vcs.push.SkipWords;
import dev.wheelhouse.core.vcs.push.WatchPaths;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Repositories as they are: at a provider with a connection's token, at an address, or on this machine. Thread-safe. */
public final class GitRepositories implements SourceRepository {

    private final VcsConnectionService connections;
    private final OutgoingRequests outgoing;
    private final Home home;
    private final Clock clock;
    private @Nullable Git git;

    /** @param home where what was fetched is kept */
    public GitRepositories(VcsConnectionService connections, OutgoingRequests outgoing, Home home, Clock clock) {
        this.connections = connections;
        this.outgoing = outgoing;
        this.home = home;
        this.clock = clock;
    }

    /** Made when a repository is asked first: JGit is a signed jar, whose classes take a quarter of a start. */
    private record Git(GitRemotes remotes, GitCache cache) {}

    private synchronized Git git() {
        if (git == null) {
            git = new Git(
                    new GitRemotes(outgoing, GitLimits.STANDARD),
                    new GitCache(home, outgoing, clock, GitLimits.STANDARD));
        }
        return git;
    }

    private GitRemote remote(AppSource source) {
        SourceSettings settings = source.settings();
        if (settings.cloneUrl() != null) {
            return GitRemote.parse("cloneUrl", settings.cloneUrl(), isPlainAllowed(settings.cloneUrl()), true);
        }
        CloneLogin login = login(source)
                .orElseThrow(() -> new AppException(
                        PlatformError.STATE_INVALID, "The connection of " + settings.repository() + " is gone."));
        String url = login.baseUrl() + "/" + settings.owner() + "/" + settings.name() + ".git";
        return GitRemote.parse("name", url, isPlainAllowed(url), false).as(login.user(), login.password());
    }

    private boolean isPlainAllowed(String url) {
        return url.startsWith("http:") && outgoing.isAllowedByName(OutgoingTargets.parse("cloneUrl", url));
    }

    private Optional<CloneLogin> login(AppSource source) {
        return source.connectionId() == null
                ? Optional.empty()
                : connections.findLogin(source.organizationId(), source.connectionId());
    }

    @Override
    public String resolve(AppSource source, @Nullable String ref) {
        String name = ref == null ? source.settings().branch() : ref;
        try {
            return git().remotes().resolve(remote(source), name).commit();
        } catch (AppException e) {
            throw e.errorCode() == GitError.REF_UNKNOWN && ref != null
                    ? AppException.invalid("ref", String.valueOf(e.getMessage()))
                    : e;
        }
    }

    @Override
    public Optional<Tip> tip(AppSource source) {
        return git().remotes()
                .tip(remote(source), source.settings().branch())
                .map(each -> new Tip(each.branch(), each.commit()));
    }

    @Override
    public boolean isWanted(AppSource source, String before, String commitId) {
        GitRemote remote = remote(source);
        CommitFacts commit = git().cache().fetch(remote, commitId, GitProgress.NONE);
        if (SkipWords.isIn(commit.message())) {
            return false;
        }
        List<String> watched = source.settings().watchPaths();
        return watched.isEmpty()
                || git().cache()
                        .changedPaths(remote, before, commitId)
                        .map(paths -> WatchPaths.isTouched(watched, paths))
                        .orElse(true);
    }

    @Override
    public Tree fetch(AppSource source, String commitId, JobProgress progress) {
        GitProgress told = told(progress);
        GitTree tree =
                git().cache().tree(remote(source), commitId, source.settings().folder(), told);
        return new Tree() {
            @Override
            public Commit commit() {
                CommitFacts facts = tree.commit();
                return new Commit(facts.id(), facts.subject(), facts.author());
            }

            @Override
            public void writeTar(OutputStream output) throws IOException {
                tree.writeTar(output, told);
            }

            @Override
            public void close() {
                tree.close();
            }
        };
    }

    /** A megabyte at a time. */
    private static GitProgress told(JobProgress progress) {
        long[] last = {-1};
        return (step, bytes, files) -> {
            long megabytes = bytes >> 20;
            if (megabytes != last[0]) {
                last[0] = megabytes;
                progress.report(bytes, null, inWords(step) + ", " + megabytes + " MiB");
            }
        };
    }

    private static String inWords(GitProgress.Step step) {
        return switch (step) {
            case FETCH -> "Fetching";
            case LFS -> "Fetching large files";
            case SEND -> "Sending files to the server";
        };
    }

    @Override
    public Map<String, String> texts(AppSource source, String commitId, Set<String> names) {
        String directory = Objects.requireNonNullElse(source.settings().directory(), "");
        return git().cache().texts(remote(source), commitId, directory, names, LONGEST_TEXT);
    }

    @Override
    public void requireConnection(Transaction tx, String organizationId, String connectionId) {
        if (!connections.exists(tx, organizationId, connectionId)) {
            throw AppException.invalid("connectionId", "There is no connection with the id " + connectionId + ".");
        }
    }

    @Override
    public Set<String> secrets(AppSource source) {
        return login(source).map(each -> Set.of(each.password())).orElse(Set.of());
    }
}
