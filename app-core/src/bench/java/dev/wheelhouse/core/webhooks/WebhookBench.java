package dev.wheelhouse.core.webhooks;

import dev.wheelhouse.core.bench.Measurement;
import dev.wheelhouse.core.bench.Repetitions;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.net.HttpReceiver;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;

/**
 * How fast events reach twenty receivers on loopback, against the JDK's client that posts the same requests, one at a time
 * a receiver too, over connections that it keeps; and how soon one event reaches one receiver.
 */
public final class WebhookBench {

    private static final int TARGETS = 20;
    private static final int EVENTS = 500;
    private static final int ROUNDS = 5;
    private static final int WARM_UPS = 2;
    private static final double SHARE = 0.25;

    private static final int SINGLE = 500;
    private static final int LONGEST_PAUSE_MILLIS = 60;
    private static final double LATEST_MILLIS = 500;

    private WebhookBench() {}

    public static List<Measurement> run() throws IOException, InterruptedException {
        List<Measurement> measurements = new ArrayList<>();
        measurements.add(throughput());
        measurements.addAll(delay());
        return measurements;
    }

    private static Measurement throughput() throws IOException, InterruptedException {
        List<Double> ours = new ArrayList<>();
        List<Double> bare = new ArrayList<>();
        try (WebhookConsole console = new WebhookConsole(Files.createTempDirectory("wheelhouse-webhooks"));
                Receivers receivers = new Receivers(console)) {
            for (int round = 0; round < WARM_UPS + ROUNDS; round++) {
                double delivered = delivered(console, receivers, round + 1);
                double posted = posted(receivers);
                if (round >= WARM_UPS) {
                    ours.add(TARGETS * EVENTS / delivered);
                    bare.add(TARGETS * EVENTS / posted);
                }
            }
        }
        return Measurement.atLeast(
                "webhooks-deliveries",
                "deliveries to " + TARGETS + " webhooks",
                new Repetitions(ours),
                "/s",
                new Repetitions(bare),
                SHARE,
                "10,000 of " + EVENTS + " events, outcomes noted, SQLite; the JDK's client keeps its connections");
    }

    /** In seconds, from just before the events' commit until what became of the last delivery is in the state. */
    private static double delivered(WebhookConsole console, Receivers receivers, int round)
            throws InterruptedException {
        CountDownLatch all = receivers.expect();
        long began = console.crash(EVENTS, "web");
        await(all);
        while (console.noted() < (long) round * TARGETS * EVENTS) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
        return seconds(began);
    }

    /** In seconds, for what the console has just sent. */
    private static double posted(Receivers receivers) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            long began = System.nanoTime();
            receivers.taken().values().forEach(each -> threads.add(Thread.startVirtualThread(() -> post(client, each))));
            for (Thread each : threads) {
                each.join();
            }
            double took = seconds(began);
            receivers.taken();
            return took;
        }
    }

    private static void post(HttpClient client, List<HttpRequest> requests) {
        for (HttpRequest each : requests) {
            try {
                client.send(each, HttpResponse.BodyHandlers.discarding());
            } catch (IOException e) {
                // It may take an answer for something that came while its connection was idle (as JDK-8357639 tells).
                System.out.println("The JDK's client lost an answer: " + e.getMessage());
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static List<Measurement> delay() throws IOException, InterruptedException {
        LinkedTransferQueue<Long> arrivals = new LinkedTransferQueue<>();
        Random random = new Random(1);
        List<Double> millis = new ArrayList<>();
        try (WebhookConsole console = new WebhookConsole(Files.createTempDirectory("wheelhouse-webhooks"));
                HttpReceiver receiver = new HttpReceiver(console.workers, request -> arrivals.add(request.at()))) {
            console.create(receiver.port(), "app.*");
            for (int i = 0; i < SINGLE; i++) {
                TimeUnit.MILLISECONDS.sleep(random.nextInt(LONGEST_PAUSE_MILLIS));
                long began = console.crash(1, "web");
                Long arrived = arrivals.poll(1, TimeUnit.MINUTES);
                if (arrived == null) {
                    throw new IllegalStateException("An event did not arrive within a minute");
                }
                millis.add((arrived - began) / 1e6);
            }
        }
        Collections.sort(millis);
        String note = SINGLE + " events, one at a time, from just before the commit, which waits for the disk";
        return List.of(
                Measurement.told("webhooks-p50", "event to first byte, median", millis.get(SINGLE / 2), "ms", note),
                Measurement.atMost(
                        "webhooks-p99",
                        "event to first byte, p99",
                        millis.get(SINGLE * 99 / 100),
                        "ms",
                        LATEST_MILLIS,
                        note));
    }

    private static void await(CountDownLatch all) throws InterruptedException {
        if (!all.await(2, TimeUnit.MINUTES)) {
            throw new IllegalStateException(all.getCount() + " requests did not arrive within two minutes");
        }
    }

    private static double seconds(long began) {
        return (System.nanoTime() - began) / 1e9;
    }

    /** Twenty receivers with a webhook each, which keep what they got as requests that the JDK's client can send. */
    private static final class Receivers implements AutoCloseable {

        private final Workers workers;
        private final List<HttpReceiver> all = new ArrayList<>();
        private volatile Map<Integer, List<HttpRequest>> requests = new ConcurrentHashMap<>();
        private volatile CountDownLatch expected = new CountDownLatch(0);

        Receivers(WebhookConsole console) {
            workers = console.workers;
            for (int i = 0; i < TARGETS; i++) {
                int number = i;
                HttpReceiver receiver = new HttpReceiver(workers, request -> keep(number, request));
                all.add(receiver);
                console.create(receiver.port(), "app.*");
            }
        }

        private void keep(int number, HttpReceiver.Request request) {
            HttpRequest.Builder same = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + all.get(number).port() + "/hooks"))
                    .POST(HttpRequest.BodyPublishers.ofString(request.body()));
            request.headers().forEach((name, value) -> {
                if (!name.matches("(?i)host|connection|content-length|http2-settings|upgrade")) {
                    same.header(name, value);
                }
            });
            requests.computeIfAbsent(number, _ -> new ArrayList<>(EVENTS)).add(same.build());
            expected.countDown();
        }

        CountDownLatch expect() {
            CountDownLatch next = new CountDownLatch(TARGETS * EVENTS);
            expected = next;
            return next;
        }

        /** What has come since the last call, by receiver. */
        Map<Integer, List<HttpRequest>> taken() {
            Map<Integer, List<HttpRequest>> taken = requests;
            requests = new ConcurrentHashMap<>();
            return taken;
        }

        @Override
        public void close() {
            all.forEach(HttpReceiver::close);
        }
    }
}
