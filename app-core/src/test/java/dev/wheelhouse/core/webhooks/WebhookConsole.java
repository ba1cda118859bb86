package dev.wheelhouse.core.webhooks;

import dev.wheelhouse.core.access.TestOrganizations;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.console.Consoles;
import dev.wheelhouse.core.platform.console.Leases;
import dev.wheelhouse.core.platform.delivery.DeliveryPace;
import dev.wheelhouse.core.platform.event.EventFollowers;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.StateStoreConfig;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A console that delivers to loopback by the system's clock, over a home of its own on SQLite. */
final class WebhookConsole implements AutoCloseable {

    private static final String HOME_ID = "srv_own";

    final Workers workers = new Workers();
    final StateStore store;
    final WebhookService service;
    final Caller caller;
    private final EventLog events;
    private final Webhooks webhooks;

    WebhookConsole(Path directory) {
        Clock clock = Clock.systemUTC();
        SecureRandom random = new SecureRandom();
        Home home = Home.open(StateKind.migrated(directory));
        store = StateStore.open(
                new StateStoreConfig.SqliteFile(home.file("state.db"), home.file("copies")), workers.stateCalls());
        IdGenerator ids = new IdGenerator(clock, random);
        caller = new TestOrganizations(store, ids, clock).newOrganization();
        events = new EventLog(store, ids, clock, HOME_ID);
        Consoles consoles = new Consoles(store, clock, HOME_ID);
        consoles.beat();
        webhooks = Webhooks.open(new WebhooksConfig(
                store,
                new Vault(home, HOME_ID, "here", store, clock),
                events,
                new EventFollowers(store, events),
                new Leases(store, consoles),
                new OutgoingRequests(() -> List.of("127.0.0.1"), workers),
                WebhooksConfig.LIMITS,
                workers,
                ids,
                random,
                clock,
                DeliveryPace.STANDARD,
                _ -> Duration.ofDays(30)));
        service = webhooks.service();
        webhooks.start();
        workers.every("Showing that this console is at work", Consoles.HEARTBEAT, consoles::beat);
    }

    CreatedWebhook create(int port, String wanted) {
        return service.create(caller, new WebhookDraft("http://127.0.0.1:" + port + "/hooks", List.of(wanted), true));
    }

    /**
     * An app crashes, many times in one change.
     *
     * @return {@link System#nanoTime} just before its commit
     */
    long crash(int count, String name) {
        NewEvent crash = new NewEvent(EventKind.APP_CRASHED, "app_1", Map.of("name", name));
        return store.write(tx -> {
            for (int i = 0; i < count; i++) {
                events.append(tx, caller, crash);
            }
            return System.nanoTime();
        });
    }

    /** How many deliveries are in the state that have ended. */
    long noted() {
        return store.read(tx -> tx.select(Long.class, "SELECT count(*) FROM delivery WHERE finished_at IS NOT NULL")
                .one());
    }

    @Override
    public void close() {
        webhooks.close();
        workers.finishBackground();
        store.close();
        workers.close();
    }
}
