package dev.wheelhouse.api.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.faults.KilledState.Told;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.net.HttpReceiver;
import dev.wheelhouse.core.platform.net.HttpReceiver.Request;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.LongRun;
import dev.wheelhouse.core.testing.Property;
import dev.wheelhouse.core.testing.Real;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** SIGKILL of a console while events come and leave for twenty webhooks and twenty channels. */
@Timeout(1800)
class KilledDeliveriesTest {

    private static final int TARGETS = 20;
    private static final int CLIENTS = 4;

    @TempDir
    private Path directory;

    @Test
    @Real
    @Timeout(1800)
    void everyEventArrivesThroughFiveKills() {
        Property.holds(1, random -> liveThroughKills(random, LongRun.of(500, 10_000), 5));
    }

    private void liveThroughKills(Random random, int events, int kills) throws Exception {
        Path home = Files.createTempDirectory(directory, "kill").resolve("home");
        try (Receivers receivers = new Receivers()) {
            List<String> connections = prepare(home, receivers);
            AtomicInteger made = new AtomicInteger();
            for (int kill = 0; kill < kills; kill++) {
                int enough = (int) ((kill + 0.2 + 0.8 * random.nextDouble()) * events / kills);
                try (ConsoleProcess console = ConsoleProcess.start(home);
                        Client client = console.client();
                        Crowd crowd = new Crowd()) {
                    crowd.start(CLIENTS, number -> change(client, connections.get(number), made, events));
                    Awaiting.until("events come", () -> made.get() >= enough);
                    console.kill();
                }
            }
            try (ConsoleProcess console = ConsoleProcess.start(home);
                    Client client = console.client()) {
                change(client, connections.getFirst(), made, events);
                KilledState state = new KilledState(home);
                List<String> happened = state.happened();
                assertThat(happened).hasSizeGreaterThanOrEqualTo(events);
                Awaiting.until("all are at all webhooks", () -> receivers.haveAtWebhooks(happened.size()));
                // Repeats are sent with growing pauses.
                Awaiting.until(
                        "every channel was notified of every event", () -> state.areTold(happened.size(), TARGETS));
                int repeated = receivers.assertWebhooksGot(happened);
                int toldAgain = receivers.assertChannelsGot(state);
                System.out.printf(
                        "%d events to %d webhooks and channels, killed %d times: %d of %d requests came again, and"
                                + " %d of %d messages of channels%n",
                        happened.size(),
                        TARGETS,
                        kills,
                        repeated,
                        repeated + TARGETS * happened.size(),
                        toldAgain,
                        receivers.messages());
            }
        }
    }

    /** @return connections whose names can be changed */
    private static List<String> prepare(Path home, Receivers receivers) throws Exception {
        List<String> connections = new ArrayList<>();
        try (ConsoleProcess console = ConsoleProcess.start(home);
                Client client = console.client()) {
            assertThat(client.patch("/settings", "{\"privateHosts\": [\"127.0.0.1\"]}")
                            .status())
                    .isEqualTo(200);
            for (int i = 0; i < CLIENTS; i++) {
                connections.add(client.addSqlite("File " + i, home.resolveSibling("file-" + i + ".db")));
            }
            receivers.register(client);
            console.terminate(30);
        }
        return connections;
    }

    /** Changes a connection until there were enough changes or the console is gone. */
    private static boolean change(Client client, String connection, AtomicInteger made, int events)
            throws IOException, InterruptedException {
        while (made.get() < events) {
            String name = "{\"name\": \"File " + connection + " " + made.get() + "\"}";
            assertThat(client.patch("/db-connections/" + connection, name).status())
                    .isEqualTo(200);
            made.incrementAndGet();
        }
        return true;
    }

    /** What came to one webhook: all ids, and how often one came again. */
    private static final class Arrivals {

        private final Set<String> firsts = new LinkedHashSet<>();
        private int repeated;

        synchronized void add(String id) {
            if (!firsts.add(id)) {
                repeated++;
            }
        }

        synchronized int count() {
            return firsts.size();
        }

        synchronized List<String> inOrder() {
            return List.copyOf(firsts);
        }

        synchronized int repeated() {
            return repeated;
        }
    }

    /** Where the webhooks and the channels lead. */
    private static final class Receivers implements AutoCloseable {

        private final Workers workers = new Workers();
        private final List<HttpReceiver> servers = new ArrayList<>();
        private final List<Arrivals> arrivals = new ArrayList<>();
        private final Map<String, String> bodies = new ConcurrentHashMap<>();
        private final Set<String> bodiesThatChanged = ConcurrentHashMap.newKeySet();
        private final Map<String, List<Told>> messages = new ConcurrentHashMap<>();

        void register(Client client) throws IOException, InterruptedException {
            for (int i = 0; i < TARGETS; i++) {
                Arrivals mine = new Arrivals();
                arrivals.add(mine);
                make(client, "/outbound-webhooks", "", serve(request -> take(request, mine)));
                List<Told> told = new CopyOnWriteArrayList<>();
                String channel = make(
                        client,
                        "/notification-channels",
                        "\"kind\": \"webhook\", \"name\": \"" + i + "\", ",
                        serve(request -> told.add(Told.of(request.body()))));
                messages.put(channel, told);
            }
        }

        private int serve(Consumer<Request> seen) {
            HttpReceiver server = new HttpReceiver(workers, seen);
            servers.add(server);
            return server.port();
        }

        private static String make(Client client, String path, String more, int port)
                throws IOException, InterruptedException {
            Client.Reply made = client.post(
                    path,
                    "{" + more + "\"url\": \"http://127.0.0.1:" + port + "/hook\", \"events\": [\"" + KilledState.KIND
                            + "\"]}");
            assertThat(made.status()).as(made.body()).isEqualTo(201);
            return made.json().path("id").asText();
        }

        private void take(Request request, Arrivals into) {
            String id = request.header("webhook-id");
            String before = bodies.putIfAbsent(id, request.body());
            if (before != null && !before.equals(request.body())) {
                bodiesThatChanged.add(id);
            }
            into.add(id);
        }

        boolean haveAtWebhooks(int count) {
            return arrivals.stream().allMatch(each -> each.count() >= count);
        }

        /** @return how many requests came again */
        int assertWebhooksGot(List<String> happened) {
            for (Arrivals each : arrivals) {
                assertThat(each.inOrder())
                        .as("first attempts, in the order of events, and nothing else")
                        .isEqualTo(happened);
            }
            assertThat(bodiesThatChanged).isEmpty();
            return arrivals.stream().mapToInt(Arrivals::repeated).sum();
        }

        int messages() {
            return messages.values().stream().mapToInt(List::size).sum();
        }

        /** @return how many messages came whose sending nobody had noted, so that it was told again */
        int assertChannelsGot(KilledState state) throws SQLException {
            Set<String> happened = Set.copyOf(state.happened());
            Set<Instant> times = Set.copyOf(state.times());
            int again = 0;
            for (Map.Entry<String, List<Told>> each : messages.entrySet()) {
                List<Told> came = List.copyOf(each.getValue());
                assertThat(came).allSatisfy(message -> {
                    assertThat(happened).containsAll(message.ids());
                    assertThat(times).contains(message.at());
                });
                List<Told> noted = state.told(each.getKey());
                List<Told> firsts = new ArrayList<>(new LinkedHashSet<>(came));
                firsts.retainAll(noted);
                assertThat(firsts).as("in the order of events").isEqualTo(noted);
                again += came.size() - noted.size();
            }
            return again;
        }

        @Override
        public void close() {
            servers.forEach(HttpReceiver::close);
            workers.close();
        }
    }
}
