package dev.wheelhouse.core.apps.container;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppError;
import dev.wheelhouse.core.apps.runtime.AppSnapshot;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.logs.LogFilter;
import dev.wheelhouse.core.logs.LogLine;
import dev.wheelhouse.core.logs.LogPage;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.LogSearch;
import dev.wheelhouse.core.logs.LogSource;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.LocalHost;
import dev.wheelhouse.core.platform.host.SocketServer;
import dev.wheelhouse.core.platform.job.HeardProgress;
import dev.wheelhouse.core.platform.job.Together;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What a runtime makes of an engine's answers, good and bad; the real ones are in {@link PodmanTest}. */
@DisabledOnOs(OS.WINDOWS)
class ContainerRuntimeTest {

    private static final String PING = "HTTP/1.1 200 OK\r\nApi-Version: 1.41\r\nContent-Length: 2\r\n\r\nOK";

    private final Workers workers = new Workers();
    private final LocalHost host = new LocalHost(workers);
    private final ContainerRuntime runtime = new ContainerRuntime(workers);
    private final Map<String, String> answers = new ConcurrentHashMap<>(Map.of("GET /_ping", PING));

    @TempDir
    private Path directory;

    @AfterEach
    void close() {
        host.close();
        workers.close();
    }

    private SocketServer engine() throws IOException {
        return new SocketServer(Path.of(socket()), connection -> {
            String request = new BufferedReader(new InputStreamReader(connection.input(), US_ASCII)).readLine();
            String wanted = request.substring(0, request.lastIndexOf(' ')).replace("/v1.41", "");
            String answer = answers.getOrDefault(wanted, json(404, "{\"message\":\"no such thing\"}"));
            connection.output().write(answer.getBytes(UTF_8));
        });
    }

    private String socket() {
        return directory.resolve("engine.sock").toString();
    }

    private static String json(int status, String body) {
        return "HTTP/1.1 " + status + " X\r\nContent-Length: " + body.getBytes(UTF_8).length + "\r\n\r\n" + body;
    }

    private App app() {
        return app(null);
    }

    private App app(@Nullable List<String> adopted) {
        AppSpec.Container spec = new AppSpec.Container(
                "nginx:1.27", List.of(), List.of(), Map.of(), List.of(), null, socket(), 1, adopted);
        return new App("app_1", "org_1", "api", "srv_1", spec, RestartPolicy.NEVER, Instant.EPOCH, 1);
    }

    private AppSnapshot look() {
        return runtime.look(host, List.of(app())).getOrDefault("app_1", new AppSnapshot(List.of(), 0, "not told"));
    }

    @Test
    void saysWhichSocketIsMissingAndLooksOn() {
        assertThat(look().trouble()).contains(socket());
    }

    @Test
    void refusesWhatIsNoEngineOrTooOldAOne() throws IOException {
        try (SocketServer _ = engine()) {
            answers.put("GET /_ping", PING.replace("1.41", "1.30"));
            assertThat(look().trouble())
                    .contains(
                            "has the Docker API 1.30; 1.41, of Docker 20.10, is the oldest that Wheelhouse works with.");
            // As Podman 3.0.1 answers.
            answers.put("GET /_ping", PING.replace("1.41", "1.40\r\nLibpod-Api-Version: 3.0.0"));
            assertThat(look().trouble())
                    .contains("Podman 3.0.0 answers at " + socket())
                    .contains("4.0 is the oldest that Wheelhouse works with.");
            answers.put("GET /_ping", "SSH-2.0-OpenSSH\r\n");
            assertThat(look().trouble()).contains("HTTP");
        }
    }

    @Test
    void keepsWhatRunsWhenItsUseIsNotTold() throws IOException {
        answers.put("GET /containers/json?all=1", json(200, """
            [{"Id":"aa","Names":["/api"],"State":"running","Labels":{"dev.wheelhouse.app":"app_1"}},
             {"Id":"bb","Names":["/gone"],"State":"running","Labels":{"dev.wheelhouse.app":"app_1"}},
             {"Id":"cc","Names":["/other"],"State":"running","Labels":{"dev.wheelhouse.app":"app_2"}}]
            """));
        answers.put("GET /containers/aa/json", json(200, """
            {"Id":"aa","Name":"/api","State":{"Status":"running","Running":true,"Pid":7,
             "StartedAt":"2026-11-22T02:13:33Z","FinishedAt":"0001-01-01T00:00:00Z"}}
            """));
        try (SocketServer _ = engine()) {
            AppSnapshot snapshot = look();

            assertThat(snapshot.trouble()).isNull();
            assertThat(snapshot.instances()).extracting(Instance::name).containsExactly("api");
            assertThat(snapshot.instances().getFirst().running()).isTrue();
            assertThat(snapshot.instances().getFirst().use()).isNull();
        }
    }

    @Test
    void passesTheEnginesRefusalOn() throws IOException {
        answers.put("GET /containers/json?all=1", json(200, "[]"));
        answers.put("GET /images/nginx%3A1.27/json", json(200, "{}"));
        answers.put("POST /containers/create?name=api", json(500, "{\"message\":\"disk on fire\"}"));
        try (SocketServer _ = engine()) {
            AppException failure = catchThrowableOfType(AppException.class, () -> runtime.start(host, app()));

            assertThat(failure.errorCode()).isEqualTo(PlatformError.STATE_INVALID);
            assertThat(failure).hasMessageContaining("disk on fire");
        }
    }

    @Test
    void saysThatAnImageIsMissingAndThatItCannotBePulled() throws IOException {
        answers.put("GET /containers/json?all=1", json(200, "[]"));
        answers.put(
                "POST /images/create?fromImage=nginx%3A1.27",
                json(200, "{\"status\":\"Pulling\"}\r\n{\"error\":\"manifest unknown\"}\r\n"));
        try (SocketServer _ = engine()) {
            AppException missing = catchThrowableOfType(AppException.class, () -> runtime.start(host, app()));
            assertThat(missing.errorCode()).isEqualTo(AppError.IMAGE_MISSING);
            assertThat(missing).hasMessageContaining("nginx:1.27");

            AppException failure =
                    catchThrowableOfType(AppException.class, () -> runtime.pull(host, app(), new HeardProgress()));
            assertThat(failure.errorCode()).isEqualTo(PlatformError.STATE_INVALID);
            assertThat(failure).hasMessageContaining("nginx:1.27").hasMessageContaining("manifest unknown");
        }
    }

    private void answerLog(String container, String id, String query, String lines) {
        answers.put("GET /containers/" + container + "/json", json(200, """
            {"Id":"%s","Name":"/%s","Config":{"Tty":true},"State":{"Status":"exited","Running":false,
             "StartedAt":"2026-11-22T02:13:33Z","FinishedAt":"2026-11-22T02:15:33Z"}}
            """.formatted(id, container)));
        answers.put("GET /containers/" + id + "/logs?stdout=1&stderr=1&timestamps=1" + query, json(200, lines));
    }

    @Test
    void aPlaceInItsLogHoldsWhenThereAreMoreContainers() throws IOException {
        String one = """
            {"Id":"aa","Names":["/api-1"],"State":"exited","Labels":{"dev.wheelhouse.app":"app_1"}}""";
        String two = one.replace("aa", "bb").replace("api-1", "api-2");
        answers.put("GET /containers/json?all=1", json(200, "[" + one + "]"));
        String log = "2026-11-22T02:13:34.000000001Z one\n2026-11-22T02:13:34.000000002Z two\n";
        answerLog("api-1", "aa", "&tail=501", log);
        answerLog("api-1", "aa", "&since=1795313613", log + "2026-11-22T02:13:35.000000001Z three\n");
        try (SocketServer _ = engine()) {
            LogSource source = runtime.log(() -> host, app());
            LogPosition after = Objects.requireNonNull(source.tail(1, 1 << 20).end());
            answers.put("GET /containers/json?all=1", json(200, "[" + one + "," + two + "]"));
            answerLog("api-2", "bb", "", "2026-11-22T02:13:36.000000001Z from the other\n");

            assertThat(texts(source.search(new LogSearch(LogFilter.ALL, null, null, after, 10))))
                    .containsExactly("three", "from the other");

            answers.put("GET /containers/json?all=1", json(200, "[" + one + "]"));
            LogPosition old = new LogPosition("aa:1795313614.000000002:2");
            assertThat(texts(source.search(new LogSearch(LogFilter.ALL, null, null, old, 10))))
                    .containsExactly("three");
        }
    }

    @Test
    void readsNoMoreThanTheNewestLinesOfOneCopy() throws IOException {
        answers.put("GET /containers/json?all=1", json(200, "[]"));
        answerLog("api-1", "aa", "&tail=3", """
            2026-11-22T02:13:34.000000001Z one
            2026-11-22T02:13:34.000000002Z two
            2026-11-22T02:13:36.000000001Z out of cheese
            """);
        Instance copy = new Instance("aa@1", "api-1", false, null, null, null, 3, 0, "", null);
        try (SocketServer _ = engine()) {
            assertThat(runtime.log(() -> host, app(), copy).newest(2, 1 << 20))
                    .extracting(LogLine::text)
                    .containsExactly("two", "out of cheese");
        }
    }

    @Test
    void anAdoptedContainerThatIsGoneIsNoMissingApp() throws IOException {
        answers.put("GET /containers/json?all=1", json(200, "[]"));
        App app = app(List.of("old-shop"));
        try (SocketServer _ = engine()) {
            for (ThrowingCallable each : List.<ThrowingCallable>of(
                    () -> runtime.start(host, app),
                    () -> runtime.prepare(host, app),
                    () -> runtime.log(() -> host, app).tail(1, 1000))) {
                AppException failure = catchThrowableOfType(AppException.class, each);
                assertThat(failure.errorCode()).isEqualTo(PlatformError.STATE_INVALID);
                assertThat(failure).hasMessageContaining("old-shop");
            }
        }
    }

    @Test
    void waitsForAllContainersAlsoWhereOneFails() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch failed = new CountDownLatch(1);
        AtomicBoolean isOver = new AtomicBoolean();
        FutureTask<List<String>> asked =
                new FutureTask<>(() -> new Together(workers, 2).map(List.of("bad", "slow"), each -> {
                    if (each.equals("bad")) {
                        failed.countDown();
                        throw new AppException(PlatformError.STATE_INVALID, "bad");
                    }
                    try {
                        goOn.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    isOver.set(true);
                    return each;
                }));
        workers.start(() -> {
            asked.run();
        });
        failed.await();
        goOn.countDown();
        assertThat(catchThrowableOfType(ExecutionException.class, asked::get)).hasMessageContaining("bad");
        assertThat(isOver).isTrue();
    }

    @Test
    void refusesBeforeAStopWhatHasNoImage() throws IOException {
        answers.put("GET /containers/json?all=1", json(200, "[]"));
        try (SocketServer _ = engine()) {
            AppException missing = catchThrowableOfType(AppException.class, () -> runtime.prepare(host, app()));
            assertThat(missing.errorCode()).isEqualTo(AppError.IMAGE_MISSING);
            answers.put("GET /images/nginx%3A1.27/json", json(200, "{}"));
            runtime.prepare(host, app());
        }
    }

    @Test
    void theEndOfALogWithoutALineIsAPlace() throws IOException {
        answers.put("GET /containers/json?all=1", json(200, "[]"));
        try (SocketServer _ = engine()) {
            assertThat(runtime.log(() -> host, app()).tail(10, 1 << 20).end()).isNotNull();
        }
    }

    private static List<String> texts(LogPage page) {
        return page.lines().stream().map(each -> each.line().text()).toList();
    }

    @Test
    void tellsAnAnswerThatBrokeOff() throws IOException {
        answers.put("GET /containers/json?all=1", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[");
        try (SocketServer _ = engine()) {
            assertThat(look().trouble()).contains("broke off");
        }
    }
}
