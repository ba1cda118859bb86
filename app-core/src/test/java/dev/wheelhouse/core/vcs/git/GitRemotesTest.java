package dev.wheelhouse.core.vcs.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GitRemotesTest {

    private static final String SHOP = "/team/shop.git";
    private static final String SECRET = "ghp_verysecret";

    @TempDir
    private Path folder;

    private final Workers workers = new Workers();
    private final OutgoingRequests requests = new OutgoingRequests(() -> List.of("127.0.0.1"), workers);
    private final GitRemotes remotes = new GitRemotes(requests, GitLimits.STANDARD);
    private TestGit git;
    private GitServer server;

    @BeforeEach
    void serve() {
        git = new TestGit(folder.resolve("shop.git"));
        server = new GitServer().serving(SHOP, git);
    }

    @AfterEach
    void stop() {
        server.close();
        git.close();
        workers.close();
    }

    private ObjectId push(String branch, String content, ObjectId... parents) {
        return git.push(branch, Map.of("index.html", git.file(content)), parents);
    }

    @Test
    void listsBranchesTagsAndTheDefaultBranch() {
        ObjectId main = push("main", "one");
        ObjectId feature = push("feature/cart", "two", main);
        git.tag("v1.0", main);

        RemoteRefs refs = remotes.list(server.remote(SHOP));

        assertThat(refs.defaultBranch()).isEqualTo("main");
        assertThat(refs.branches())
                .containsExactly(Map.entry("feature/cart", feature.name()), Map.entry("main", main.name()));
        assertThat(refs.tags()).as("a tag leads to its commit").containsExactly(Map.entry("v1.0", main.name()));
    }

    @Test
    void listsARepositoryOfThisMachine() {
        ObjectId main = push("main", "one");

        assertThat(remotes.list(git.remote()).branches()).containsExactly(Map.entry("main", main.name()));
        assertThat(remotes.tip(git.remote(), null)).contains(new BranchTip("main", main.name()));
    }

    @Test
    void anEmptyRepositoryHasNothing() {
        assertThat(remotes.list(server.remote(SHOP)).branches()).isEmpty();
        assertThat(remotes.tip(server.remote(SHOP), null)).isEmpty();
        assertThat(remotes.tip(server.remote(SHOP), "main")).isEmpty();
        assertThat(failure(() -> remotes.resolve(server.remote(SHOP), null))).hasMessageContaining("has no commit yet");
    }

    @Test
    void aTipFollowsItsBranch() throws Exception {
        ObjectId one = push("main", "one");
        GitRemote remote = server.remote(SHOP);
        assertThat(remotes.tip(remote, "main")).contains(new BranchTip("main", one.name()));

        ObjectId forced = push("main", "other");
        assertThat(remotes.tip(remote, "main")).contains(new BranchTip("main", forced.name()));

        git.deleteBranch("main");
        assertThat(remotes.tip(remote, "main")).isEmpty();
    }

    @Test
    void aTipIsNotThatOfABranchWithALongerName() {
        push("main-old", "one");

        assertThat(remotes.tip(server.remote(SHOP), "main")).isEmpty();
    }

    @Test
    void pollingListsOnlyTheBranchThatIsAskedFor() {
        ObjectId main = push("main", "one");
        for (int i = 0; i < 300; i++) {
            git.branch("feature/" + i, main);
        }
        GitRemotes frugal = new GitRemotes(requests, limits(Duration.ofSeconds(30), 4096));

        assertThat(frugal.tip(server.remote(SHOP), "main")).contains(new BranchTip("main", main.name()));
        assertThat(failure(() -> frugal.list(server.remote(SHOP))).errorCode())
                .isEqualTo(PlatformError.PAYLOAD_TOO_LARGE);
    }

    private static GitLimits limits(Duration look, long listBytes) {
        GitLimits usual = GitLimits.STANDARD;
        return new GitLimits(
                look,
                usual.fetch(),
                usual.idle(),
                listBytes,
                usual.fetchBytes(),
                usual.deltaBytes(),
                usual.cacheBytes(),
                usual.packs(),
                usual.submodules(),
                usual.depth());
    }

    @Test
    void theTokenIsSentAndNothingElseOfIt() {
        ObjectId main = push("main", "one");
        server.protect(SECRET);

        assertThat(remotes.tip(server.remote(SHOP).as("bot", SECRET), "main"))
                .contains(new BranchTip("main", main.name()));
        assertThat(server.requests())
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each).endsWith(" bot:" + SECRET));
    }

    @Test
    void aWrongOrMissingTokenIsNamed() {
        server.protect(SECRET);

        AppException missing = failure(() -> remotes.list(server.remote(SHOP)));
        AppException wrong = failure(() -> remotes.list(server.remote(SHOP).as("bot", "guess")));

        assertThat(missing.errorCode()).isEqualTo(GitError.REPOSITORY_REFUSED);
        assertThat(missing).hasMessageContaining("asks for a user and a token");
        assertThat(wrong.errorCode()).isEqualTo(GitError.REPOSITORY_REFUSED);
        assertThat(wrong).hasMessageContaining("refuses the token");
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 307, 308})
    void aRedirectIsRefusedAndSaysWhereTo(int status) {
        server.protect(SECRET);
        server.handle(SHOP + "/info/refs", exchange -> {
            exchange.getResponseHeaders()
                    .add("Location", server.url("/other/shop.git/info/refs?service=git-upload-pack&key=abc"));
            exchange.sendResponseHeaders(status, -1);
        });

        AppException failure = failure(() -> remotes.list(server.remote(SHOP).as("bot", SECRET)));

        assertThat(failure.errorCode()).isEqualTo(GitError.REPOSITORY_MOVED);
        assertThat(failure)
                .hasMessageContaining(server.url("/other/shop.git") + ". Redirects")
                .hasMessageNotContaining("abc");
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void otherStatusesAreNamed() {
        server.handle(SHOP + "/info/refs", exchange -> exchange.sendResponseHeaders(403, -1));
        assertThat(code(SHOP)).isEqualTo(GitError.REPOSITORY_REFUSED);
        server.handle(SHOP + "/info/refs", exchange -> {
            exchange.getResponseHeaders().add("Retry-After", "60");
            exchange.sendResponseHeaders(429, -1);
        });
        assertThat(failure(() -> remotes.list(server.remote(SHOP)))).hasMessageContaining("wait for 60 s");
        server.handle(SHOP + "/info/refs", exchange -> exchange.sendResponseHeaders(500, -1));
        assertThat(code(SHOP)).isEqualTo(PlatformError.UPSTREAM_FAILED);
        server.handle(
                SHOP + "/info/refs",
                exchange -> GitServer.answer(exchange, "text/html", "<html>".getBytes(StandardCharsets.UTF_8)));
        assertThat(code(SHOP)).isEqualTo(PlatformError.UPSTREAM_FAILED);
        assertThat(code("/gone.git")).isEqualTo(GitError.REPOSITORY_NOT_FOUND);
        assertThat(failure(() -> remotes.list(
                                GitRemote.parse("url", folder.resolve("none").toString(), false, true)))
                        .errorCode())
                .isEqualTo(GitError.REPOSITORY_NOT_FOUND);
    }

    private ErrorCode code(String path) {
        return failure(() -> remotes.list(server.remote(path))).errorCode();
    }

    @Test
    void aServerThatRepeatsTheSecretIsNotQuoted() {
        server.handle(SHOP + "/info/refs", exchange -> {
            String line = "ERR no entry for " + SECRET + "\n";
            GitServer.answer(
                    exchange,
                    "application/x-git-upload-pack-advertisement",
                    ("001e# service=git-upload-pack\n0000" + String.format("%04x", line.length() + 4) + line)
                            .getBytes(StandardCharsets.UTF_8));
        });

        AppException failure = failure(() -> remotes.list(server.remote(SHOP).as("bot", SECRET)));

        assertThat(failure).hasMessageContaining("no entry for").hasNoCause();
        assertThat(failure.toString()).doesNotContain(SECRET);
        assertThat(server.remote(SHOP).as("bot", SECRET).toString()).doesNotContain(SECRET);
    }

    @Test
    void privateAddressesAreRefusedUnlessNamed() {
        GitRemotes strict = new GitRemotes(new OutgoingRequests(List::of, workers), GitLimits.STANDARD);

        AppException failure = failure(() -> strict.list(server.remote(SHOP)));

        assertThat(failure.errorCode()).isEqualTo(PlatformError.VALIDATION_FAILED);
        assertThat(failure).hasMessageContaining("private address");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void aServerThatHangsIsGivenUp() {
        CountDownLatch ended = new CountDownLatch(1);
        server.handle(SHOP + "/info/refs", exchange -> await(ended));
        GitRemotes impatient = new GitRemotes(requests, limits(Duration.ofMillis(300), 4096));

        AppException failure = failure(() -> impatient.list(server.remote(SHOP)));
        ended.countDown();

        assertThat(failure.errorCode()).isEqualTo(PlatformError.UPSTREAM_TIMEOUT);
    }

    @Test
    void anInterruptCancels() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        server.handle(SHOP + "/info/refs", exchange -> {
            asked.countDown();
            await(ended);
        });
        FutureTask<AppException> task = new FutureTask<>(() -> failure(() -> remotes.list(server.remote(SHOP))));
        Thread thread = Thread.ofVirtual().start(task);
        assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();

        thread.interrupt();

        assertThat(task.get(30, TimeUnit.SECONDS).errorCode()).isEqualTo(PlatformError.CANCELLED);
        ended.countDown();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    static AppException failure(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        return catchThrowableOfType(AppException.class, call);
    }
}
