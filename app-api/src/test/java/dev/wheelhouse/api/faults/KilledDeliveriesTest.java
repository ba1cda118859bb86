package dev.wheelhouse.api.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.net.HttpReceiver;
import dev.wheelhouse.core.testing.LongRun;
import dev.wheelhouse.core.testing.Property;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** SIGKILL of a console while events come and leave for twenty webhooks. */
@Timeout(1200)
class KilledDeliveriesTest {

    private static final int TARGETS = 20;
    private static final int CLIENTS = 4;
    private static final String KIND = "database.connection_changed";

    @TempDir
    private Path directory;

    @Test
    void everyEventArrivesInOrderAndNoneIsInvented() {
        Property.holds(1, random -> liveThroughKills(random, 300, 2));
    }

    @Test
    @Tag("real")
    void everyEventArrivesThroughFiveKills() {
        Property.holds(1, random -> liveThroughKills(random, LongRun.of(1000, 10_000), 5));
    }

    /** What came to one webhook: all ids, and how often one came again. */
    private static final class Arrivals {

        final Set<String> firsts = new LinkedHashSet<>();
        int repeated;

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
    }

    private void liveThroughKills(Random random, int events, int kills) throws Exception {
        Path home = Files.createTempDirectory(directory, "kill").resolve("home");
        Map<String, String> bodies = new ConcurrentHashMap<>();
        Set<String> changedUnderWay = ConcurrentHashMap.newKeySet();
        List<Arrivals> arrivals = new ArrayList<>();
        List<HttpReceiver> receivers = new ArrayList<>();
        try (Workers workers = new Workers()) {
            for (int i = 0; i < TARGETS; i++) {
                Arrivals mine = new Arrivals();
                arrivals.add(mine);
                receivers.add(new HttpReceiver(workers, request -> {
                    String id = request.header("webhook-id");
                    String before = bodies.putIfAbsent(id, request.body());
                    if (before != null && !before.equals(request.body())) {
                        changedUnderWay.add(id);
                    }
                    mine.add(id);
                }));
            }
            try {
                List<String> connections = prepare(home, receivers);
                AtomicInteger made = new AtomicInteger();
                for (int kill = 0; kill < kills; kill++) {
                    int enough = (int) ((kill + 0.2 + 0.8 * random.nextDouble()) * events / kills);
                    try (ConsoleProcess console = ConsoleProcess.start(home);
                            Client client = console.client();
                            Crowd crowd = new Crowd()) {
                        crowd.start(CLIENTS, number -> change(client, connections.get(number), made, events));
                        Crowd.await("events come", 300, () -> made.get() >= enough);
                        console.kill();
                    }
                }
                try (ConsoleProcess console = ConsoleProcess.start(home);
                        Client client = console.client()) {
                    for (int left = made.get(); left < events; left = made.get()) {
                        change(client, connections.getFirst(), made, events);
                    }
                    List<String> happened = happened(home);
                    assertThat(happened).hasSizeGreaterThanOrEqualTo(events);
                    Crowd.await(
                            "all have arrived",
                            300,
                            () -> arrivals.stream().allMatch(each -> each.count() >= happened.size()));
                    for (Arrivals each : arrivals) {
                        assertThat(each.inOrder())
                                .as("first attempts, in the order of events, and nothing else")
                                .isEqualTo(happened);
                    }
                    assertThat(changedUnderWay).isEmpty();
                    System.out.println(happened.size() + " events to " + TARGETS + " webhooks, killed " + kills
                            + " times: "
                            + arrivals.stream().mapToInt(each -> each.repeated).sum() + " deliveries came twice");
                }
            } finally {
                receivers.forEach(HttpReceiver::close);
            }
        }
    }

    /** @return connections whose names can be changed */
    private static List<String> prepare(Path home, List<HttpReceiver> receivers) throws Exception {
        List<String> connections = new ArrayList<>();
        try (ConsoleProcess console = ConsoleProcess.start(home);
                Client client = console.client()) {
            assertThat(client.patch("/settings", "{\"privateHosts\": [\"127.0.0.1\"]}")
                            .status())
                    .isEqualTo(200);
            for (int i = 0; i < CLIENTS; i++) {
                connections.add(client.addSqlite("File " + i, home.resolveSibling("file-" + i + ".db")));
            }
            for (HttpReceiver each : receivers) {
                String webhook = "{\"url\": \"http://127.0.0.1:%d/hook\", \"events\": [\"%s\"]}";
                assertThat(client.post("/outbound-webhooks", webhook.formatted(each.port(), KIND))
                                .status())
                        .isEqualTo(201);
            }
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

    /** The ids of the events in their order. */
    private static List<String> happened(Path home) throws SQLException {
        try (Connection state = DriverManager.getConnection("jdbc:sqlite:" + home.resolve("state.db"));
                Statement statement = state.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT id FROM event WHERE kind = '" + KIND + "' ORDER BY ordinal")) {
            List<String> ids = new ArrayList<>();
            while (rows.next()) {
                ids.add(rows.getString(1));
            }
            return ids;
        }
    }
}
