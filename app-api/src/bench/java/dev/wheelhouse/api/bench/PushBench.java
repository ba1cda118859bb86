package dev.wheelhouse.api.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.wheelhouse.core.bench.Measurement;
import dev.wheelhouse.core.vcs.provider.HookSecrets;
import dev.wheelhouse.core.vcs.provider.VcsKind;
import dev.wheelhouse.core.vcs.provider.VcsStandIn;
import dev.wheelhouse.core.vcs.push.TestPushes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Signed pushes of a provider at a fixed rate, whatever the console answers, and once more with a console that is killed in
 * the middle. One of a hundred is to the branch that is deployed, the others are to other branches.
 */
final class PushBench {

    private static final int RATE = 500;
    private static final int SENDERS = 32;
    private static final int DEPLOYED = 100;
    private static final Duration WARM_UP = Duration.ofSeconds(6);
    private static final Duration MEASURED = Duration.ofSeconds(30);
    private static final Duration KILLED = Duration.ofSeconds(10);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Programs programs;
    private final Path home;
    private final List<byte[]> requests = new ArrayList<>();
    private String appId = "";

    private PushBench(Programs programs, Path home) {
        this.programs = programs;
        this.home = home;
    }

    static List<Measurement> run(Stage stage) throws Exception {
        PushBench bench = new PushBench(stage.programs(), stage.programs().work().resolve("push-home"));
        try (VcsStandIn provider = VcsStandIn.of(VcsKind.GITHUB)) {
            provider.add("acme", "shop");
            return bench.measure(provider);
        }
    }

    private List<Measurement> measure(VcsStandIn provider) throws Exception {
        int warm = count(WARM_UP);
        int measured = warm + count(MEASURED);
        int all = measured + count(KILLED);
        AtomicIntegerArray taken = new AtomicIntegerArray(all);
        AtomicIntegerArray repeated = new AtomicIntegerArray(all);
        long[] nanos = new long[all];
        try (Subject first = Subject.start(programs, home)) {
            String hook = makeHook(first, provider);
            sign(provider, hook, all);
            send(first.port(), 0, warm, taken, repeated, nanos);
            send(first.port(), warm, measured, taken, repeated, nanos);
            Thread killer = Thread.ofPlatform().start(() -> killAfter(KILLED.dividedBy(2), first.process()));
            send(first.port(), measured, all, taken, repeated, nanos);
            killer.join();
        }
        int resent = 0;
        try (Subject second = Subject.start(programs, home)) {
            try (KeepAlive connection = new KeepAlive(second.port())) {
                for (int i = measured; i < all; i++) {
                    if (taken.get(i) == 0) {
                        resent++;
                        note(connection.fetch(requests.get(i)), i, taken, repeated);
                    }
                }
            }
            if (resent == 0) {
                throw new IOException("Nothing was under way when the console was killed");
            }
        }
        long[] sorted = Arrays.copyOfRange(nanos, warm, measured);
        Arrays.sort(sorted);
        long wrong = 0;
        for (int i = 0; i < all; i++) {
            // One that got no answer may have been taken all the same, and is then repeated when it is sent again.
            wrong += taken.get(i) + repeated.get(i) == 1 && (i >= measured || taken.get(i) == 1) ? 0 : 1;
        }
        long missing = 2L * all - rows("SELECT count(*) FROM vcs_delivery");
        long deployments = rows("SELECT count(*) FROM deployment");
        long expected = Math.ceilDiv(all, DEPLOYED);
        String rate = RATE + "/s of " + SENDERS + " senders for " + MEASURED.toSeconds() + " s";
        return List.of(
                Measurement.atMost(
                        "push-p99",
                        "signed pushes: until the 202, p99",
                        millis(sorted, 0.99),
                        "ms",
                        100,
                        String.format(
                                "%s, from when each was due; median %.1f ms, longest %.0f ms",
                                rate, millis(sorted, 0.5), sorted[sorted.length - 1] / 1e6)),
                Measurement.atMost(
                        "push-lost",
                        "signed pushes: lost or taken twice, with a kill -9",
                        (double) (wrong + Math.abs(missing) + Math.abs(deployments - expected)),
                        "pushes",
                        0,
                        all + " sent, " + resent + " of them again after the kill; " + deployments + " deployments of "
                                + expected));
    }

    private static double millis(long[] sorted, double share) {
        return sorted[(int) (sorted.length * share)] / 1e6;
    }

    private static int count(Duration duration) {
        return (int) (duration.toSeconds() * RATE);
    }

    private static void killAfter(Duration pause, JavaProcess console) {
        try {
            Thread.sleep(pause);
            console.kill();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private String makeHook(Subject subject, VcsStandIn provider) throws IOException {
        try (KeepAlive http = new KeepAlive(subject.port())) {
            http.fetch(subject.patch("/settings", "{\"privateHosts\":[\"127.0.0.1\"]}"));
            String connection = id(http.fetch(subject.post(
                    "/vcs-connections",
                    JSON.writeValueAsString(Map.of(
                            "kind", "github",
                            "name", "bench",
                            "baseUrl", provider.base().toString(),
                            "token", VcsStandIn.TOKEN)))));
            Map<String, Object> source = Map.of(
                    "connectionId", connection, "owner", "acme", "name", "shop", "branch", "main", "pollSeconds", 86400);
            appId = id(http.fetch(subject.post(
                    "/apps",
                    JSON.writeValueAsString(Map.of(
                            "name", "pushed",
                            "serverId", "local",
                            "runtime", "process",
                            "command", List.of("true"),
                            "source", source)))));
            return id(http.fetch(subject.post(
                    "/vcs-connections/" + connection + "/webhooks",
                    JSON.writeValueAsString(Map.of("appId", appId, "owner", "acme", "name", "shop")))));
        }
    }

    private static String id(String json) throws IOException {
        return JSON.readTree(json).path("id").asText();
    }

    /** All of them beforehand, as that takes the processor too. */
    private void sign(VcsStandIn provider, String hook, int all) {
        Map<?, ?> config = (Map<?, ?>)
                Objects.requireNonNull(provider.hooks("acme/shop").getLast().get("config"));
        HookSecrets secrets = new HookSecrets(String.valueOf(config.get("secret")), null);
        for (int i = 0; i < all; i++) {
            String after = "%040x".formatted(i + 1L);
            TestPushes.Sent sent = TestPushes.of(VcsKind.GITHUB, "bench-" + i)
                    .with("ref", i % DEPLOYED == 0 ? "refs/heads/main" : "refs/heads/feature-" + i % 50)
                    .with("before", "%040x".formatted((long) i))
                    .with("after", after)
                    .signed(secrets, Instant.now());
            StringBuilder headers = new StringBuilder();
            sent.headers().forEach((name, value) -> headers.append(name + ": " + value + "\r\n"));
            String body = new String(sent.bytes(), StandardCharsets.UTF_8);
            requests.add(Requests.post("/hooks/vcs/" + hook, body, null, headers.toString()));
        }
    }

    /** Each when it is due; what the console is late with counts from then. */
    private void send(int port, int from, int to, AtomicIntegerArray taken, AtomicIntegerArray repeated, long[] nanos)
            throws InterruptedException, ExecutionException {
        AtomicInteger next = new AtomicInteger(from);
        long begin = System.nanoTime();
        try (ExecutorService senders = Executors.newFixedThreadPool(SENDERS)) {
            List<Callable<Boolean>> work = Collections.nCopies(SENDERS, () -> {
                    try (KeepAlive connection = new KeepAlive(port)) {
                        for (int at = next.getAndIncrement(); at < to; at = next.getAndIncrement()) {
                            long due = begin + (long) (at - from) * (1_000_000_000L / RATE);
                            for (long early = due - System.nanoTime(); early > 0; early = due - System.nanoTime()) {
                                LockSupport.parkNanos(early);
                            }
                            note(connection.fetch(requests.get(at)), at, taken, repeated);
                            nanos[at] = System.nanoTime() - due;
                        }
                    } catch (IOException e) {
                        // The console is gone: what this one was about has no answer.
                        return false;
                    }
                    return true;
                });
            for (Future<Boolean> each : senders.invokeAll(work)) {
                each.get();
            }
        }
    }

    private static void note(String answer, int at, AtomicIntegerArray taken, AtomicIntegerArray repeated)
            throws IOException {
        JsonNode told = JSON.readTree(answer).path("repeated");
        (told.asBoolean(true) ? repeated : taken).incrementAndGet(at);
    }

    private long rows(String query) throws SQLException {
        try (Connection state = DriverManager.getConnection("jdbc:sqlite:" + home.resolve("state.db"));
                Statement statement = state.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            return result.next() ? result.getLong(1) : -1;
        }
    }
}
