package dev.wheelhouse.core.backups;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.SslMode;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.databases.connections.ConnectionStorage;
import dev.wheelhouse.core.databases.copies.DatabaseCopies;
import dev.wheelhouse.core.databases.sessions.Sessions;
import dev.wheelhouse.core.databases.sessions.Tunnels;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.console.Consoles;
import dev.wheelhouse.core.platform.console.Lease;
import dev.wheelhouse.core.platform.console.Leases;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.host.ssh.SshTimeouts;
import dev.wheelhouse.core.platform.job.JobCare;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.settings.Shares;
import dev.wheelhouse.core.platform.timer.Timers;
import dev.wheelhouse.core.servers.Servers;
import dev.wheelhouse.core.servers.ServersConfig;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.StateKind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A console with backups of a cluster of the test's, by the clock of the state. */
final class HandBackups implements AutoCloseable {

    static final String HOME = "srv_one";

    private static final Duration SOON = Duration.ofMillis(20);

    private static final BackupPace PACE = new BackupPace(
            SOON, Duration.ofMillis(50), SOON, SOON, SOON, SOON, Duration.ofMillis(100), Duration.ofMillis(10));

    final OpenState state;
    final Caller caller;
    private final Path folder;
    private final EventLog events;
    private final Servers servers;
    private final Sessions sessions;
    private final JobService jobs;
    private final JobCare jobCare;
    private final Timers timers;
    private final ConnectionService connections;
    private final Backups backups;
    final BackupsConfig parts;
    private final DatabaseConnection connection;
    final FakeCluster cluster;

    /** @param folder empty, deleted by the caller */
    HandBackups(Path folder) throws IOException {
        this(folder, false);
    }

    /** @param apart whether its organization has another id than that of the first such console */
    HandBackups(Path folder, boolean apart) throws IOException {
        this.folder = folder;
        state = OpenState.create(StateKind.SQLITE, folder.resolve("home"));
        state.clock().set(Instant.parse("2026-03-01T12:00:00Z"));
        Caller first = state.organizations().newOrganization();
        caller = apart ? state.organizations().newOrganization() : first;
        cluster = new FakeCluster(state.clock());
        events = new EventLog(state.store(), state.ids(), state.clock(), HOME);
        Vault vault = new Vault(state.home(), HOME, "here", state.store(), state.clock());
        servers = Servers.open(new ServersConfig(
                state.home(),
                HOME,
                "here",
                state.store(),
                vault,
                events,
                state.ids(),
                state.clock(),
                state.workers(),
                SshTimeouts.DEFAULT,
                null));
        servers.start(caller.organizationId());
        jobs = state.jobs(HOME);
        Consoles consoles = new Consoles(state.store(), state.clock(), HOME);
        consoles.beat();
        jobCare = new JobCare(state.store(), jobs, consoles);
        timers = new Timers(state.store(), state.clock(), HOME);
        sessions = new Sessions(
                state.home(),
                each -> ConnectionService.password(vault, each),
                new Tunnels(servers),
                state.workers(),
                state.clock(),
                Shares.DEFAULTS.poolPercent());
        connections = new ConnectionService(
                new ConnectionStorage(state.home(), HOME, state.store(), vault, events, state.ids(), state.clock()),
                sessions,
                servers.service());
        connection = connections.create(caller, connectionDraft("shop"), null);
        parts = new BackupsConfig(
                state.home(),
                HOME,
                state.store(),
                vault,
                events,
                jobs,
                new Leases(state.store(), consoles),
                timers,
                servers.service(),
                servers.hosts()::of,
                connections,
                cluster,
                new DatabaseCopies(sessions),
                new OutgoingRequests(() -> List.of("127.0.0.1"), state.workers()),
                new Random(7),
                state.workers(),
                state.ids(),
                state.clock(),
                PACE);
        backups = Backups.open(parts);
        backups.start();
    }

    private static ConnectionDraft connectionDraft(String name) {
        return connectionDraft(name, "app");
    }

    private static ConnectionDraft connectionDraft(String name, String user) {
        return new ConnectionDraft(
                name,
                Engine.POSTGRESQL,
                "127.0.0.1",
                5432,
                "shop",
                user,
                null,
                null,
                null,
                Environment.PRODUCTION,
                null,
                false,
                SslMode.DISABLE,
                null);
    }

    void renameConnection(String name) {
        connections.update(caller, connection.id(), connectionDraft(name), SecretChange.keep(), null);
    }

    void changeConnection(String user) {
        connections.update(caller, connection.id(), connectionDraft("shop", user), SecretChange.keep(), null);
    }

    void addConnection(String name) {
        var _ = connections.create(caller, connectionDraft(name), null);
    }

    DatabaseConnection connect(PostgresDatabase database) {
        return connections.create(
                caller,
                new ConnectionDraft(
                        database.database(),
                        Engine.POSTGRESQL,
                        database.host(),
                        database.port(),
                        database.database(),
                        database.user(),
                        null,
                        null,
                        null,
                        Environment.PRODUCTION,
                        null,
                        false,
                        SslMode.DISABLE,
                        null),
                database.password());
    }

    /** A connection to a file of SQLite. */
    DatabaseConnection connectFile(Path file) {
        return connections.create(
                caller,
                new ConnectionDraft(
                        file.getFileName().toString(),
                        Engine.SQLITE,
                        null,
                        null,
                        null,
                        null,
                        file.toString(),
                        true,
                        null,
                        Environment.PRODUCTION,
                        null,
                        false,
                        null,
                        null),
                null);
    }

    void deleteConnection() {
        connections.delete(caller, connection.id(), null);
    }

    /** Has another console take over a configuration, as this one seems dead to it. */
    void loseTo(String home, BackupConfig config) {
        Consoles other = new Consoles(state.store(), state.clock(), home);
        Optional<Lease> taken = Optional.empty();
        for (int looks = 0; looks < 6 && taken.isEmpty(); looks++) {
            other.beat();
            taken = new Leases(state.store(), other).take("the backups of " + config.id());
        }
        assertThat(taken).isPresent();
    }

    BackupDraft draft() {
        return draft(null, null);
    }

    BackupDraft draft(@Nullable Integer keepNewest, @Nullable Integer retentionDays) {
        return new BackupDraft(
                HOME,
                null,
                "0 3 * * *",
                null,
                null,
                keepNewest,
                retentionDays,
                new DestinationDraft("file", store().toString(), "none", "none", null, null),
                null,
                null,
                null,
                null,
                null,
                null);
    }

    /** To a destination of the test's, sealed or not. */
    BackupDraft draft(DestinationDraft destination, boolean encrypted) {
        return new BackupDraft(
                HOME, null, "0 3 * * *", null, null, null, null, destination, null, null, null, null, null, encrypted);
    }

    Path store() {
        return folder.resolve("store");
    }

    DatabaseConnection connection() {
        return connection;
    }

    DatabaseConnection connectionOf(BackupConfig config) {
        return connections
                .find(caller.organizationId(), config.source().databaseId())
                .orElseThrow();
    }

    Backups backups() {
        return backups;
    }

    BackupService service() {
        return backups.service();
    }

    BackupRuns runs() {
        return backups.runs();
    }

    Rehearsals rehearsals() {
        return backups.rehearsals();
    }

    JobService jobs() {
        return jobs;
    }

    Restores restores() {
        return backups.restores();
    }

    /** Of which the first base is made. */
    BackupConfig begun() {
        return begun(draft());
    }

    BackupConfig begun(BackupDraft draft) {
        BackupConfig config = service().create(caller, draft);
        awaitRuns(config, 1);
        return config;
    }

    List<BackupRun> runsOf(BackupConfig config) {
        return runs().list(caller, config.id(), new PageRequest(100, null)).items();
    }

    /** Waits until there are so many runs, all over. */
    List<BackupRun> awaitRuns(BackupConfig config, int count) {
        Awaiting.until(() -> {
            List<BackupRun> found = runsOf(config);
            return found.size() == count
                    && found.stream().allMatch(each -> each.status().isFinal());
        });
        return runsOf(config);
    }

    BackupProgress progress(BackupConfig config) {
        return service().get(caller, config.id()).progress();
    }

    void awaitState(BackupConfig config, BackupState wanted) {
        Awaiting.until(() -> progress(config).state() == wanted);
    }

    List<Event> eventsOf(String kind) {
        return events.newest(caller.organizationId(), new EventFilter(List.of(kind), null, null, null), 1000);
    }

    void removeLeftovers() {
        try {
            backups.removeLeftovers();
        } catch (AppException _) {
            // The console's own look was at it in the same moment.
        }
    }

    /** Moves the clock and handles what is due then. */
    void pass(Duration time) {
        state.clock().advance(time);
        timers.look();
    }

    @Override
    public void close() {
        backups.close();
        jobs.close();
        sessions.close();
        servers.close();
        state.close();
    }

    /** As at each sign of life: what runs by the state alone is ended. */
    void settleJobs() {
        try {
            jobCare.settle();
        } catch (AppException _) {
            // The next one may.
        }
    }
}
