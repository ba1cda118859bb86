package dev.wheelhouse.core.databases.connections;

import dev.wheelhouse.core.databases.AssistantSharing;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.databases.sessions.Execution;
import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.databases.sessions.Sessions;
import dev.wheelhouse.core.databases.sessions.SqlFailures;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.Revisions;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.platform.secret.SecretRef;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.servers.ServerService;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The databases that an organization works, and whether they answer. Thread-safe. */
public final class ConnectionService {

    private static final String TABLE = "database_connection";
    private static final String DRAFT = "db_draft";
    private static final int PAGE = 200;
    private static final Duration REMEMBERED = Duration.ofSeconds(1);
    /** More than connecting may take, so that a server which does not answer is reported as that. */
    private static final Duration TEST_LIMIT = Duration.ofSeconds(6);

    private final Home home;
    private final StateStore store;
    private final Vault vault;
    private final EventLog events;
    private final IdGenerator ids;
    private final Clock clock;
    private final JdbcConnectionStore connections;
    private final Revisions<DatabaseConnection> revisions;
    private final Sessions sessions;
    private final ServerService servers;
    private final List<ConnectionUse> uses = new CopyOnWriteArrayList<>();
    private final List<BiConsumer<Transaction, String>> deletions = new CopyOnWriteArrayList<>();
    private final Map<String, Remembered> remembered = new ConcurrentHashMap<>();

    public ConnectionService(ConnectionStorage storage, Sessions sessions, ServerService servers) {
        this.home = storage.home();
        this.connections = new JdbcConnectionStore(storage.homeId());
        this.store = storage.store();
        this.vault = storage.vault();
        this.events = storage.events();
        this.ids = storage.ids();
        this.clock = storage.clock();
        this.revisions = new Revisions<>("database connection", store, connections, events, ConnectionService::told);
        this.sessions = sessions;
        this.servers = servers;
        servers.registerUse((tx, serverId) -> connections.namesThrough(tx, serverId).stream()
                .map(name -> "the database connection " + name)
                .toList());
    }

    /** Adds a feature that works connections, so that none is deleted under it. */
    public void registerUse(ConnectionUse use) {
        uses.add(use);
    }

    /** @param hears within the change that a connection goes with, its id */
    public void whenDeleted(BiConsumer<Transaction, String> hears) {
        deletions.add(hears);
    }

    /** The password under which a connection logs in; null when none is stored. */
    public static @Nullable String password(Vault vault, DatabaseConnection connection) {
        return vault.findText(passwordOf(connection.id())).orElse(null);
    }

    private static SecretRef passwordOf(String id) {
        return new SecretRef(TABLE, id, "password");
    }

    /**
     * Adds a database. It is not connected to; {@link #test} reports whether it answers.
     *
     * @param password null for none
     * @throws AppException {@code insufficient_scope}, {@code validation_failed}, {@code already_exists} for a name taken
     */
    public DatabaseConnection create(Caller caller, ConnectionDraft draft, @Nullable String password) {
        return create(caller, draft, password, (_, _) -> {});
    }

    /** @param kept runs in the change that the connection comes with */
    public DatabaseConnection create(
            Caller caller,
            ConnectionDraft draft,
            @Nullable String password,
            BiConsumer<Transaction, DatabaseConnection> kept) {
        caller.require(Scope.DATABASES_ADMIN);
        Target target = checkedTarget(caller, draft);
        checkPassword(target, password);
        DatabaseConnection connection = assemble(ids.next("db"), caller, draft, target, clock.instant(), 1);
        if (password != null) {
            vault.prepare();
        }
        return revisions.save(connection.name(), tx -> {
            connections.insert(tx, connection);
            // Behind what may refuse it, such as a name that is taken.
            createFile(draft, target);
            if (password != null) {
                vault.putText(tx, caller.organizationId(), passwordOf(connection.id()), password);
            }
            revisions.append(tx, caller, EventKind.DATABASE_CONNECTION_CREATED, connection);
            kept.accept(tx, connection);
            return connection;
        });
    }

    /**
     * Replaces what a connection says.
     *
     * @param expectedRevision null to replace whatever is there
     * @throws AppException as {@link #create}, and {@code validation_failed} on {@code password} when the one that is
     *     stored would be kept for another address, login or server, or with less encryption; {@code not_found};
     *     {@code precondition_failed} when it was changed since; {@code in_use} when it would stop what works the connection
     */
    public DatabaseConnection update(
            Caller caller, String id, ConnectionDraft draft, SecretChange password, @Nullable Long expectedRevision) {
        caller.require(Scope.DATABASES_ADMIN);
        DatabaseConnection before = revisions.load(caller, id);
        revisions.require(before, expectedRevision);
        if (draft.engine() != before.engine()) {
            throw AppException.invalid("engine", "The engine of a connection stays. Add another connection.");
        }
        Target target = checkedTarget(caller, draft);
        if (password instanceof SecretChange.Replace replace) {
            checkPassword(target, replace.value());
            vault.prepare();
        }
        DatabaseConnection after = assemble(id, caller, draft, target, before.createdAt(), before.revision() + 1);
        if (password instanceof SecretChange.Keep) {
            requireSameWay(before, after);
        }
        refuseWhatStopsUses(before, after, password);
        revisions.save(after.name(), tx -> {
            tx.afterEnd(() -> forget(id));
            revisions.update(tx, after);
            createFile(draft, target);
            if (password instanceof SecretChange.Replace replace) {
                putPassword(tx, after, replace.value());
            }
            revisions.append(tx, caller, EventKind.DATABASE_CONNECTION_CHANGED, before, after);
            return after;
        });
        return after;
    }

    private void refuseWhatStopsUses(DatabaseConnection before, DatabaseConnection after, SecretChange password) {
        boolean sameWay = before.target().equals(after.target()) && Objects.equals(before.serverId(), after.serverId());
        if (sameWay && password instanceof SecretChange.Keep) {
            return;
        }
        String then = password instanceof SecretChange.Replace replace ? replace.value() : password(vault, before);
        List<String> stopped = uses.stream()
                .flatMap(use -> use.stoppedBy(after, then).stream())
                .toList();
        if (!stopped.isEmpty()) {
            throw new AppException(PlatformError.IN_USE, String.join(" ", stopped));
        }
    }

    private void putPassword(Transaction tx, DatabaseConnection connection, @Nullable String password) {
        SecretRef ref = passwordOf(connection.id());
        if (password == null) {
            vault.delete(tx, ref);
            return;
        }
        vault.putText(tx, connection.organizationId(), ref, password);
    }

    /** @throws AppException {@code not_found}, {@code precondition_failed}; {@code in_use} while something works it */
    public void delete(Caller caller, String id, @Nullable Long expectedRevision) {
        caller.require(Scope.DATABASES_ADMIN);
        store.change(tx -> {
            DatabaseConnection connection = revisions.load(tx, caller, id);
            revisions.require(connection, expectedRevision);
            refuseWhenUsed(tx, connection);
            tx.afterEnd(() -> forget(id));
            connections.delete(tx, id);
            vault.deleteAll(tx, TABLE, id);
            deletions.forEach(each -> each.accept(tx, id));
            revisions.append(tx, caller, EventKind.DATABASE_CONNECTION_DELETED, connection);
        });
    }

    private void refuseWhenUsed(Transaction tx, DatabaseConnection connection) {
        List<String> users = uses.stream()
                .flatMap(use -> use.of(tx, connection.id()).stream())
                .toList();
        if (!users.isEmpty()) {
            throw new AppException(
                    PlatformError.IN_USE,
                    "The connection " + connection.name() + " is used by " + String.join(", ", users)
                            + ". Delete that first.");
        }
    }

    /** The organization's connections, newest first. */
    public Page<DatabaseConnection> list(Caller caller, PageRequest page) {
        caller.require(Scope.DATABASES_READ);
        return revisions.list(caller, page);
    }

    /**
     * Every connection of the organization, newest first.
     *
     * @param scope what the caller does needs
     */
    public List<DatabaseConnection> all(Caller caller, Scope scope) {
        caller.require(scope);
        List<DatabaseConnection> all = new ArrayList<>();
        String cursor = null;
        do {
            Page<DatabaseConnection> page = revisions.list(caller, new PageRequest(PAGE, cursor));
            all.addAll(page.items());
            cursor = page.next();
        } while (cursor != null);
        return List.copyOf(all);
    }

    /** @throws AppException {@code insufficient_scope}, {@code not_found} */
    public DatabaseConnection get(Caller caller, String id) {
        caller.require(Scope.DATABASES_READ);
        return revisions.load(caller, id);
    }

    /** A connection of an organization that something of it refers to; empty when it is gone. */
    public Optional<DatabaseConnection> find(String organizationId, String id) {
        return store.read(tx -> connections.find(tx, organizationId, id));
    }

    /**
     * The connection, for work on its database. Remembered for a second, because row reading asks thousands of times in
     * it; a change made on this console holds at once.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}
     */
    public DatabaseConnection forUse(Caller caller, String id, Scope scope) {
        caller.require(scope);
        Instant now = clock.instant();
        Remembered known = remembered.get(id);
        if (known != null
                && known.connection().organizationId().equals(caller.organizationId())
                && Duration.between(known.at(), now).abs().compareTo(REMEMBERED) < 0) {
            return known.connection();
        }
        DatabaseConnection connection = revisions.load(caller, id);
        remembered.put(id, new Remembered(connection, now));
        return connection;
    }

    private record Remembered(DatabaseConnection connection, Instant at) {}

    private void forget(String id) {
        remembered.remove(id);
        sessions.forget(id);
    }

    /**
     * Connects once, beside any pool, and asks for the version.
     *
     * @throws AppException {@code not_found}; every trouble with the database itself is in the result
     */
    public ConnectionTest test(Caller caller, String id) {
        caller.require(Scope.DATABASES_QUERY);
        DatabaseConnection connection = revisions.load(caller, id);
        return tried(caller, connection, password(vault, connection), null);
    }

    /**
     * As {@link #test}, of a draft that is not saved. A SQLite file that the draft would make is not made; the answer is
     * then ok without a version.
     *
     * @param password null to try without one, or with the one stored for {@code storedFor}
     * @param storedFor the connection whose stored password is tried when {@code password} is null; null for none
     * @throws AppException {@code insufficient_scope}, {@code validation_failed}, {@code not_found}
     */
    public ConnectionTest testDraft(
            Caller caller, ConnectionDraft draft, @Nullable String password, @Nullable String storedFor) {
        return testDraft(caller, draft, password, storedFor, null);
    }

    /**
     * The same under a name of the caller's own.
     *
     * @param testId by which {@link #cancelTest} ends it
     */
    public ConnectionTest testDraft(
            Caller caller,
            ConnectionDraft draft,
            @Nullable String password,
            @Nullable String storedFor,
            @Nullable String testId) {
        caller.require(Scope.DATABASES_ADMIN);
        Target target = checkedTarget(caller, draft);
        checkPassword(target, password);
        if (target instanceof Target.Sqlite(String path) && !Files.exists(Path.of(path))) {
            return new ConnectionTest(true, null, null, null, null);
        }
        DatabaseConnection trial = assemble(DRAFT, caller, draft, target, clock.instant(), 1);
        String used = password != null || storedFor == null
                ? password
                : storedPassword(revisions.load(caller, storedFor), trial);
        return tried(caller, trial, used, testId);
    }

    private ConnectionTest tried(
            Caller caller, DatabaseConnection connection, @Nullable String password, @Nullable String testId) {
        try (Execution execution = sessions.executions().begin(caller, connection.id(), testId, TEST_LIMIT)) {
            return sessions.probe(connection, password, execution, session -> answered(session, connection));
        } catch (SQLException e) {
            String words = connection.engine() == Engine.SQLITE
                    ? SqlFailures.translate(connection, e).getMessage()
                    : SqlFailures.words(e);
            return ConnectionTest.failed(without(password, String.valueOf(words)));
        } catch (AppException e) {
            return ConnectionTest.failed(without(password, String.valueOf(e.getMessage())));
        }
    }

    private @Nullable String storedPassword(DatabaseConnection stored, DatabaseConnection trial) {
        requireSameWay(stored, trial);
        return password(vault, stored);
    }

    /** A caller who may change an address must not learn by it the password that somebody gave for another. */
    private void requireSameWay(DatabaseConnection stored, DatabaseConnection now) {
        boolean same = stored.target().trusts(now.target()) && Objects.equals(stored.serverId(), now.serverId());
        if (!same && password(vault, stored) != null) {
            throw AppException.invalid(
                    "password",
                    "Give the password again: the stored one is for another address, user or server, or for more"
                            + " encryption.");
        }
    }

    private static ConnectionTest answered(Session session, DatabaseConnection connection) throws SQLException {
        String version = session.serverVersion();
        if (!(connection.target() instanceof Target.Postgres target)) {
            return new ConnectionTest(true, version, null, null, null);
        }
        List<String> rights = session.powers().stream().sorted().toList();
        return new ConnectionTest(
                true, version, null, rights, rights.isEmpty() ? null : LesserLogin.sql(connection, target));
    }

    /**
     * Ends the test of a draft; its connection is given up at once.
     *
     * @throws AppException {@code not_found} when no such test is running
     */
    public void cancelTest(Caller caller, String testId) {
        caller.require(Scope.DATABASES_ADMIN);
        sessions.executions().cancel(caller, DRAFT, testId);
    }

    private static String without(@Nullable String password, String text) {
        return password == null || password.isEmpty() ? text : text.replace(password, "***");
    }

    private Target checkedTarget(Caller caller, ConnectionDraft draft) {
        Target target = ConnectionValidation.check(home, draft);
        String serverId = draft.serverId();
        if (serverId != null && servers.find(caller.organizationId(), serverId).isEmpty()) {
            throw AppException.invalid("serverId", "There is no server with this id.");
        }
        return target;
    }

    private DatabaseConnection assemble(
            String id, Caller caller, ConnectionDraft draft, Target target, Instant createdAt, long revision) {
        return new DatabaseConnection(
                id,
                caller.organizationId(),
                draft.name().strip(),
                target,
                draft.serverId(),
                draft.environment(),
                draft.color(),
                Boolean.TRUE.equals(draft.readOnly()),
                Objects.requireNonNullElseGet(draft.sharing(), () -> AssistantSharing.standard(draft.environment())),
                createdAt,
                revision);
    }

    private static void checkPassword(Target target, @Nullable String password) {
        if (password == null) {
            return;
        }
        if (target instanceof Target.Sqlite) {
            throw AppException.invalid("password", "A SQLite file has no password.");
        }
        if (password.indexOf('\0') >= 0) {
            throw AppException.invalid("password", "Remove the NUL character.");
        }
    }

    private static void createFile(ConnectionDraft draft, Target target) {
        if (!(target instanceof Target.Sqlite sqlite) || !Boolean.TRUE.equals(draft.create())) {
            return;
        }
        try {
            Files.createFile(Path.of(sqlite.path()));
        } catch (FileAlreadyExistsException _) {
            // Made already: create asks for a file, not for a new one.
        } catch (IOException e) {
            throw AppException.invalid(
                    "path", "The file cannot be made (" + e.getClass().getSimpleName() + "). Check the directory.");
        }
    }

    private static Map<String, Object> told(DatabaseConnection connection) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("name", connection.name());
        told.put("environment", connection.environment().wireName());
        told.put("readOnly", connection.readOnly());
        told.put("assistantSharing", connection.sharing().wireName());
        told.put("address", connection.target().address());
        if (connection.serverId() != null) {
            told.put("serverId", connection.serverId());
        }
        return told;
    }
}
