package dev.wheelhouse.core;

import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.home.HomeIdentity;
import dev.wheelhouse.core.platform.homebackup.HomeBackup;
import dev.wheelhouse.core.platform.homebackup.HomeContents;
import dev.wheelhouse.core.platform.homebackup.HomeRestore;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.store.NativeCalls;
import dev.wheelhouse.core.platform.store.StateRestore;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.StateStoreConfig;
import dev.wheelhouse.core.platform.store.Transaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is done with a home as a whole, without a console. It is here, beside the composition root, because a new identity
 * concerns every feature that binds something to a machine.
 */
public final class HomeMove {

    /** What makes a home the one that it is; a new one is made by its first start. */
    private static final List<String> IDENTITY =
            List.of(HomeIdentity.FILE, "vault-key", "vault-tries", "master-key", "local-token", "audit-heads");

    private static final String MOVED = "The console moved to another machine under a new identity.";

    private final Clock clock;
    private final RandomGenerator random;

    /** @param random must be cryptographically strong outside tests */
    public HomeMove(Clock clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    /**
     * What a restore came to.
     *
     * @param stopped what belonged to the machine of before and was switched off, such as {@code schedule nightly}
     * @param left what that machine has elsewhere, and this one leaves alone, since its console may go on
     */
    public record Restored(HomeContents contents, List<String> stopped, List<String> left) {}

    /** See {@link HomeBackup#write}. */
    public HomeContents backUp(Path home, Path file, @Nullable String storeUrl, String passphrase) throws IOException {
        String store = storeUrl == null ? null : new StateStoreConfig.SharedPostgres(storeUrl).displayUrl();
        return new HomeBackup(ThisMachine.name(), random, clock).write(home, file, store, passphrase);
    }

    /**
     * Restores a home whose machine stays the server that it was: what belongs to it goes on, on this machine. See
     * {@link HomeRestore#restore}.
     */
    public Restored restore(Path file, Path home, String passphrase) throws IOException {
        return new Restored(HomeRestore.restore(file, home, passphrase, (_, _) -> {}), List.of(), List.of());
    }

    /**
     * Restores a home under a new identity, with new keys and a new local token: this machine becomes another server. The one
     * of before stays in the list with what belongs to it, which is switched off here, since this console cannot work it. The
     * old one may go on: its slots and its restores elsewhere stay its own. Where the state is a shared one alone, the home
     * has to join it. See {@link HomeRestore#restore}.
     */
    public Restored restoreAnew(Path file, Path home, String passphrase) throws IOException {
        List<String> stopped = new ArrayList<>();
        List<String> left = new ArrayList<>();
        HomeContents contents = HomeRestore.restore(file, home, passphrase, (restored, read) -> {
            // A shared state that is named beside its own may be of another home: its own goes with the identity.
            if (read.schema() != null) {
                renew(restored, read, stopped, left);
                removeCopies(restored);
            } else {
                removeIdentity(restored);
            }
        });
        return new Restored(contents, stopped, left);
    }

    /** The copies of a home's state. */
    public StateRestore copies(Home home) {
        StateStoreConfig.SqliteFile state = Core.ownState(home);
        return new StateRestore(home, state.file(), state.copies(), clock);
    }

    /** Of a schema before this one's: sealed for the home of before, like all in it. */
    private static void removeCopies(Home home) throws IOException {
        Path copies = Core.ownState(home).copies();
        if (Files.isDirectory(copies)) {
            try (Stream<Path> files = Files.list(copies)) {
                for (Path each : files.toList()) {
                    Files.delete(each);
                }
            }
        }
    }

    private static void removeIdentity(Home home) throws IOException {
        try (Stream<Path> files = Files.list(home.directory())) {
            for (Path each : files.toList()) {
                if (IDENTITY.stream().anyMatch(each.getFileName().toString()::startsWith)) {
                    Files.delete(each);
                }
            }
        }
    }

    private void renew(Home home, HomeContents contents, List<String> stopped, List<String> left) throws IOException {
        String former = contents.homeId();
        IdGenerator ids = new IdGenerator(clock, random);
        try (StateStore store = StateStore.open(Core.ownState(home), NativeCalls.SAME_THREAD)) {
            // Nobody else knows what became of what the home of before had begun.
            new EventLog(store, ids, clock, former).settleAbandonedIntents();
            String id = HomeIdentity.renew(home, ids);
            Vault vault = new Vault(home, id, ThisMachine.name(), store, clock);
            vault.succeed(former);
            Files.deleteIfExists(home.file("local-token"));
            Files.deleteIfExists(home.file("audit-heads.json"));
            EventLog events = new EventLog(store, ids, clock, id);
            store.change(tx -> {
                tell(tx, events, EventKind.VAULT_HOME_REMOVED, former, contents.machine());
                tell(tx, events, EventKind.VAULT_HOME_JOINED, id, ThisMachine.name());
                revokeLocalTokens(tx, events, former);
                tx.execute("UPDATE home_member SET home_id = ? WHERE home_id = ?", id, former);
                tx.execute("UPDATE job_file SET home_id = ? WHERE home_id = ?", id, former);
                // What it had under way counts as a dead console's from the first start on.
                tx.execute("DELETE FROM console WHERE home_id = ?", former);
                endWaiting(tx, former);
                left.addAll(leaveTo(tx, vault, former));
                stopped.addAll(stopOn(tx, events, former));
            });
        }
    }

    private static void tell(Transaction tx, EventLog events, EventKind kind, String home, String name) {
        tx.select(String.class, "SELECT id FROM organization ORDER BY id")
                .forEach(each -> events.appendOfConsole(tx, each, new NewEvent(kind, home, Map.of("name", name))));
    }

    /** The first start makes another one; the old one lies in the home that was backed up. */
    private static void revokeLocalTokens(Transaction tx, EventLog events, String former) {
        for (Owned each : owned(tx, "SELECT id, organization_id, name FROM api_key WHERE home_id = ?", former)) {
            tx.execute("DELETE FROM api_key WHERE id = ?", each.id());
            events.appendOfConsole(
                    tx,
                    each.organizationId(),
                    new NewEvent(EventKind.API_KEY_REVOKED, each.id(), Map.of("name", each.name())));
        }
    }

    /** Only the machine of before could have begun it. */
    private void endWaiting(Transaction tx, String former) {
        tx.execute(
                "UPDATE schedule_run SET status = 'missed', error = ?, finished_at = ?"
                        + " WHERE only_home = ? AND status = 'queued'",
                MOVED,
                clock.instant(),
                former);
        tx.execute(
                "UPDATE deployment SET status = 'failed', error = ?, finished_at = ?"
                        + " WHERE only_home = ? AND status = 'queued'",
                MOVED,
                clock.instant(),
                former);
    }

    private static List<String> stopOn(Transaction tx, EventLog events, String former) {
        List<String> stopped = new ArrayList<>();
        for (Owned each : owned(
                tx,
                "SELECT id, organization_id, name FROM schedule WHERE server_id = ? AND enabled ORDER BY name",
                former)) {
            tx.execute("UPDATE schedule SET enabled = ?, revision = revision + 1 WHERE id = ?", false, each.id());
            tx.execute("DELETE FROM timer WHERE kind = 'schedule' AND subject_id = ?", each.id());
            events.appendOfConsole(tx, each.organizationId(), disabled(EventKind.SCHEDULE_CHANGED, each));
            stopped.add("schedule " + each.name());
        }
        for (Owned each : owned(
                tx,
                "SELECT b.id, b.organization_id, d.name FROM backup_config b"
                        + " JOIN database_connection d ON d.id = b.database_id"
                        + " WHERE b.only_home = ? AND b.enabled ORDER BY d.name",
                former)) {
            tx.execute("UPDATE backup_config SET enabled = ?, revision = revision + 1 WHERE id = ?", false, each.id());
            events.appendOfConsole(tx, each.organizationId(), disabled(EventKind.BACKUP_CONFIG_CHANGED, each));
            stopped.add("backups of " + each.name());
        }
        return stopped;
    }

    /**
     * Forgets what the console of before keeps elsewhere, without touching it: its slots hold the WAL that its backups still
     * need, and a restore that was under way may be somebody's cluster by now.
     */
    private static List<String> leaveTo(Transaction tx, Vault vault, String former) {
        List<String> left = new ArrayList<>();
        for (Owned each : owned(
                tx,
                "SELECT b.id, b.organization_id, d.name FROM backup_config b"
                        + " JOIN database_connection d ON d.id = b.database_id"
                        + " JOIN backup_progress p ON p.config_id = b.id AND p.has_slot"
                        + " WHERE b.only_home = ? ORDER BY d.name",
                former)) {
            left.add(slot(each));
        }
        tx.execute(
                "UPDATE backup_progress SET state = 'paused', detail = NULL, has_slot = ?, retained_bytes = NULL,"
                        + " retained_limit_bytes = NULL, free_bytes = NULL, lag_bytes = NULL"
                        + " WHERE config_id IN (SELECT id FROM backup_config WHERE only_home = ?)",
                false,
                former);
        for (Owned each : owned(
                tx,
                "SELECT l.id, l.organization_id, coalesce(d.name, l.database_id) AS name FROM backup_leftover l"
                        + " LEFT JOIN database_connection d ON d.id = l.database_id"
                        + " WHERE l.only_home = ? AND l.system_identifier <> l.id ORDER BY name",
                former)) {
            left.add(slot(each));
        }
        tx.select(String.class, "SELECT id FROM backup_leftover WHERE only_home = ?", former)
                .list()
                .forEach(each -> vault.deleteAll(tx, "backup_config", each));
        tx.execute("DELETE FROM backup_leftover WHERE only_home = ?", former);
        tx.select(String.class, "SELECT directory FROM backup_restore WHERE home_id = ? ORDER BY id", former)
                .forEach(each -> left.add("a restore in " + each));
        tx.execute("DELETE FROM backup_restore WHERE home_id = ?", former);
        return left;
    }

    private static String slot(Owned backups) {
        return "a slot on " + backups.name() + " (SELECT pg_drop_replication_slot('wheelhouse_" + backups.id() + "'))";
    }

    private static NewEvent disabled(EventKind kind, Owned what) {
        return new NewEvent(
                kind,
                what.id(),
                Map.of(
                        "name", what.name(),
                        "before", Map.of("enabled", true),
                        "after", Map.of("enabled", false),
                        "why", MOVED));
    }

    /** A row of whichever feature. */
    public record Owned(String id, String organizationId, String name) {}

    private static List<Owned> owned(Transaction tx, String sql, String former) {
        return tx.select(Owned.class, sql, former).list();
    }
}
