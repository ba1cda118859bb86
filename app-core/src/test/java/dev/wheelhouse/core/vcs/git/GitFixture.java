package dev.wheelhouse.core.vcs.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.testing.SettableClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.eclipse.jgit.lib.ObjectId;

/** A cache in a home, a server and its repositories. */
final class GitFixture implements AutoCloseable {

    final Workers workers = new Workers();
    final SettableClock clock = new SettableClock(Instant.parse("2026-04-01T00:00:00Z"));
    final GitServer server = new GitServer();
    final OutgoingRequests requests = new OutgoingRequests(() -> List.of("127.0.0.1"), workers);
    final Path folder;
    final Path cached;
    private final Home home;
    private final List<TestGit> repositories = new ArrayList<>();

    GitFixture(Path folder) {
        this.folder = folder;
        this.home = Home.open(folder.resolve("home"));
        this.cached = home.file("cache").resolve("git");
    }

    /** A new repository, served at {@code /name.git}. */
    TestGit repository(String name) {
        TestGit git = new TestGit(folder.resolve(name + ".git"));
        repositories.add(git);
        server.serving("/" + name + ".git", git);
        return git;
    }

    GitRemote remote(String name) {
        return server.remote("/" + name + ".git");
    }

    GitCache cache() {
        return cache(GitLimits.STANDARD);
    }

    GitCache cache(GitLimits limits) {
        return new GitCache(home, requests, clock, limits);
    }

    static List<TarEntries.Entry> tar(GitCache cache, GitRemote remote, ObjectId commit, String directory) {
        try (GitTree tree = cache.tree(remote, commit.name(), directory, GitProgress.NONE)) {
            return TarEntries.read(tar(tree));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] tar(GitTree tree) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        tree.writeTar(out, GitProgress.NONE);
        return out.toByteArray();
    }

    static AppException failure(ErrorCode code, ThrowingCallable call) {
        AppException failure = catchThrowableOfType(AppException.class, call);
        assertThat(failure).isNotNull();
        assertThat(failure.errorCode()).as(failure.getMessage()).isEqualTo(code);
        return failure;
    }

    @Override
    public void close() {
        server.close();
        repositories.forEach(TestGit::close);
        workers.close();
    }
}
