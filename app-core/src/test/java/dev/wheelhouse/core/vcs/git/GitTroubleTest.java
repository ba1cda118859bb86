package dev.wheelhouse.core.vcs.git;

import static dev.wheelhouse.core.vcs.git.GitFixture.failure;
import static dev.wheelhouse.core.vcs.git.GitFixture.tar;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.Tree;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Servers that break off, hang or never end, and consoles that are killed; each time the next fetch has all. */
class GitTroubleTest {

    private static final String PACK = "/shop.git/git-upload-pack";
    private static final String PACK_TYPE = "application/x-git-upload-pack-result";

    @TempDir
    private Path folder;

    private final CountDownLatch ended = new CountDownLatch(1);
    private GitFixture fixture;
    private TestGit git;
    private ObjectId commit;

    @BeforeEach
    void start() {
        fixture = new GitFixture(folder);
        git = fixture.repository("shop");
        byte[] content = new byte[2_000_000];
        new Random(7).nextBytes(content);
        commit = git.push("main", Map.of("large.bin", git.file(content), "small", git.file("small")));
    }

    @AfterEach
    void stop() {
        ended.countDown();
        fixture.close();
    }

    /** Sends what git would, as a trouble has it; a request for the list of branches is answered as usual. */
    private void onPack(Trouble trouble) {
        fixture.server.handle(PACK, exchange -> {
            byte[] answer = GitServer.upload(git.repository(), exchange);
            if (answer.length < 10_000) {
                GitServer.answer(exchange, PACK_TYPE, answer);
                return;
            }
            exchange.getResponseHeaders().add("Content-Type", PACK_TYPE);
            trouble.send(exchange, answer);
        });
    }

    @FunctionalInterface
    private interface Trouble {
        void send(HttpExchange exchange, byte[] answer) throws IOException;
    }

    private void await() {
        try {
            ended.await(100, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private AppException fails(ErrorCode code, GitCache cache) {
        return failure(code, () -> cache.fetch(fixture.remote("shop"), commit.name(), GitProgress.NONE));
    }

    private void worksAgain(GitCache cache) throws IOException {
        onPack((exchange, answer) -> {
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        });
        assertThat(tar(cache, fixture.remote("shop"), commit, "")).hasSize(2);
        assertThat(Tree.files(fixture.cached)).noneMatch(each -> each.toString().matches(".*(\\.lock|incoming_.*)"));
    }

    private static GitLimits limits(Duration fetch, Duration idle) {
        GitLimits usual = GitLimits.STANDARD;
        return new GitLimits(
                usual.look(),
                fetch,
                idle,
                usual.listBytes(),
                10_000_000,
                usual.deltaBytes(),
                usual.cacheBytes(),
                usual.packs(),
                usual.submodules(),
                usual.depth());
    }

    @Test
    void aPackThatBreaksOff() throws IOException {
        GitCache cache = fixture.cache();
        onPack((exchange, answer) -> {
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer, 0, answer.length / 2);
            throw new IOException("cut");
        });

        fails(PlatformError.UPSTREAM_FAILED, cache);
        worksAgain(cache);
    }

    @Test
    void aPackThatEndsTooEarly() throws IOException {
        GitCache cache = fixture.cache();
        onPack((exchange, answer) -> {
            exchange.sendResponseHeaders(200, answer.length / 2);
            exchange.getResponseBody().write(answer, 0, answer.length / 2);
        });

        fails(PlatformError.UPSTREAM_FAILED, cache);
        worksAgain(cache);
    }

    @Test
    void aPackWithAByteOfAnother() throws IOException {
        GitCache cache = fixture.cache();
        onPack((exchange, answer) -> {
            byte[] other = answer.clone();
            other[other.length / 2] ^= 1;
            exchange.sendResponseHeaders(200, other.length);
            exchange.getResponseBody().write(other);
        });

        fails(PlatformError.UPSTREAM_FAILED, cache);
        worksAgain(cache);
    }

    @Test
    void aPackThatNeverEnds() throws IOException {
        GitCache cache = fixture.cache(limits(Duration.ofMinutes(1), Duration.ofSeconds(30)));
        onPack((exchange, answer) -> {
            exchange.sendResponseHeaders(200, 0);
            OutputStream out = exchange.getResponseBody();
            // Packets of progress, which git takes for ever.
            byte[] packet = ("fff0" + "\u0002" + "x".repeat(65_515)).getBytes(StandardCharsets.UTF_8);
            int begun = new String(answer, StandardCharsets.ISO_8859_1).indexOf("packfile\n") + 9;
            out.write(answer, 0, begun);
            while (ended.getCount() > 0) {
                out.write(packet);
            }
        });

        assertThat(fails(PlatformError.PAYLOAD_TOO_LARGE, cache)).hasMessageContaining("more than 9 MiB");
        worksAgain(cache);
    }

    @Test
    void aPackThatStops() throws IOException {
        GitCache cache = fixture.cache(limits(Duration.ofMinutes(1), Duration.ofMillis(300)));
        onPack((exchange, answer) -> {
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer, 0, answer.length / 2);
            exchange.getResponseBody().flush();
            await();
        });

        assertThat(fails(PlatformError.UPSTREAM_TIMEOUT, cache)).hasMessageContaining("sent nothing for 300 ms");
        worksAgain(fixture.cache());
    }

    @Test
    void aPackThatDrips() throws IOException {
        GitCache cache = fixture.cache(limits(Duration.ofMillis(500), Duration.ofSeconds(30)));
        onPack((exchange, answer) -> {
            exchange.sendResponseHeaders(200, answer.length);
            for (int i = 0; ended.getCount() > 0 && i < answer.length; i++) {
                exchange.getResponseBody().write(answer[i]);
                exchange.getResponseBody().flush();
                Awaiting.moment(1);
            }
        });

        fails(PlatformError.UPSTREAM_TIMEOUT, cache);
        worksAgain(fixture.cache());
    }

    @Test
    void aFetchThatIsCancelled() throws Exception {
        GitCache cache = fixture.cache();
        CountDownLatch half = new CountDownLatch(1);
        onPack((exchange, answer) -> {
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer, 0, answer.length / 2);
            exchange.getResponseBody().flush();
            half.countDown();
            await();
        });
        FutureTask<AppException> task = new FutureTask<>(() -> fails(PlatformError.CANCELLED, cache));
        FutureTask<AppException> waiting = new FutureTask<>(() -> fails(PlatformError.CANCELLED, cache));
        Thread thread = Thread.ofVirtual().start(task);
        assertThat(half.await(60, TimeUnit.SECONDS)).isTrue();
        Thread second = Thread.ofVirtual().start(waiting);
        second.interrupt();
        assertThat(waiting.get(60, TimeUnit.SECONDS)).isNotNull();

        thread.interrupt();

        assertThat(task.get(60, TimeUnit.SECONDS)).isNotNull();
        worksAgain(cache);
    }

    @Test
    void anAnswerThatIsNoneOfGit() throws IOException {
        GitCache cache = fixture.cache();
        onPack((exchange, answer) -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("<html>Welcome</html>".repeat(1000).getBytes(StandardCharsets.UTF_8));
        });

        fails(PlatformError.UPSTREAM_FAILED, cache);
        worksAgain(cache);
    }

    @Test
    void aServerThatIsGone() throws IOException {
        GitRemote remote = fixture.remote("shop");
        fixture.server.close();

        AppException failure = failure(
                PlatformError.UPSTREAM_FAILED, () -> fixture.cache().fetch(remote, commit.name(), GitProgress.NONE));
        assertThat(failure).hasMessageContaining("refused the connection");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aConsoleThatIsKilledInTheMiddle() throws Exception {
        onPack((exchange, answer) -> {
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer, 0, answer.length / 2);
            exchange.getResponseBody().flush();
            await();
        });
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                FetchingConsole.class.getName(),
                folder.resolve("home").toString(),
                fixture.server.url("/shop.git"),
                commit.name()));
        Process console = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
        try {
            Awaiting.until(this::isHalfThere);
        } finally {
            console.destroyForcibly().waitFor();
        }
        assertThat(isHalfThere()).as("what the kill left").isTrue();

        worksAgain(fixture.cache());
    }

    private boolean isHalfThere() {
        return Tree.files(fixture.cached).stream()
                .anyMatch(each -> each.getFileName().toString().startsWith("incoming_")
                        && each.toFile().length() > 500_000);
    }
}
