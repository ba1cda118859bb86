package dev.wheelhouse.api.bench;

import dev.wheelhouse.core.bench.Measurement;
import dev.wheelhouse.core.bench.Repetitions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** 200 who follow the events, ten with each of twenty keys: until the last of them has one, and memory. */
final class FollowBench {

    private static final int KEYS = 20;
    private static final int OF_KEY = 10;
    private static final int FOLLOWERS = KEYS * OF_KEY;
    private static final int WARM_UP = 200;
    private static final int EVENTS = 1000;

    private FollowBench() {}

    static List<Measurement> run(Stage stage) throws Exception {
        List<String> tokens = stage.subject().keys("follower", KEYS, "\"events:read\"");
        AtomicReference<CountDownLatch> next = new AtomicReference<>(new CountDownLatch(0));
        CountDownLatch following = new CountDownLatch(FOLLOWERS);
        List<Socket> streams = new ArrayList<>();
        try (KeepAlive http = new KeepAlive(stage.subject().port())) {
            for (int i = 0; i < FOLLOWERS; i++) {
                Socket stream = new Socket(InetAddress.ofLiteral("127.0.0.1"), stage.subject().port());
                streams.add(stream);
                stream.getOutputStream()
                        .write(Requests.get("/api/v1/events/stream?kind=api_key.created", tokens.get(i % KEYS)));
                Thread.ofVirtual().start(() -> follow(stream, following, next));
            }
            if (!following.await(30, TimeUnit.SECONDS)) {
                throw new IOException(following.getCount() + " streams did not begin");
            }
            for (int i = 0; i < WARM_UP; i++) {
                untilTheLastHasIt(stage, http, next, "warm-" + i);
            }
            double before = stage.subject().process().residentMegabytes();
            long[] nanos = new long[EVENTS];
            for (int i = 0; i < EVENTS; i++) {
                nanos[i] = untilTheLastHasIt(stage, http, next, "followed-" + i);
            }
            double after = stage.subject().process().residentMegabytes();
            return measurements(nanos, before, after);
        } finally {
            for (Socket each : streams) {
                each.close();
            }
        }
    }

    private static List<Measurement> measurements(long[] nanos, double before, double after) {
        Arrays.sort(nanos);
        return List.of(
                Measurement.atMost(
                        "follow-p99",
                        "200 followers: until the last has an event, p99",
                        nanos[EVENTS * 99 / 100] / 1e6,
                        "ms",
                        250,
                        String.format("from the call on; median %.0f ms", nanos[EVENTS / 2] / 1e6)),
                Measurement.against(
                        "follow-memory",
                        "200 followers: memory after 1,000 events",
                        Repetitions.of(after),
                        "MB",
                        Repetitions.of(before),
                        false,
                        "≤ 1.1 × before",
                        after <= 1.1 * before,
                        "before: after 200 events"));
    }

    /** From the beginning of the call that makes it, so a little more than from its commit. */
    private static long untilTheLastHasIt(
            Stage stage, KeepAlive http, AtomicReference<CountDownLatch> next, String name)
            throws IOException, InterruptedException {
        CountDownLatch all = new CountDownLatch(FOLLOWERS);
        next.set(all);
        long before = System.nanoTime();
        int status = http.send(stage.subject().post("/api-keys", "{\"name\":\"" + name + "\"}"))
                .status();
        if (status != 201 || !all.await(10, TimeUnit.SECONDS)) {
            throw new IOException("The call was answered with " + status + ", " + all.getCount() + " have no event");
        }
        return System.nanoTime() - before;
    }

    private static void follow(Socket stream, CountDownLatch following, AtomicReference<CountDownLatch> next) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(stream.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("retry: ")) {
                    following.countDown();
                } else if (line.startsWith("id: ")) {
                    Objects.requireNonNull(next.get()).countDown();
                }
            }
        } catch (IOException _) {
            // Closed at the end.
        }
    }
}
