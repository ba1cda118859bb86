package dev.wheelhouse.core.backups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wheelhouse.core.backups.dump.ClientProgram;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.SslMode;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import dev.wheelhouse.core.platform.check.CheckState;
import dev.wheelhouse.core.platform.host.ssh.DebianSshd;
import dev.wheelhouse.core.platform.host.ssh.SshCredentials;
import dev.wheelhouse.core.platform.host.ssh.SshTarget;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.ServerAuthType;
import dev.wheelhouse.core.servers.ServerDraft;
import dev.wheelhouse.core.servers.ServerKind;
import dev.wheelhouse.core.servers.ServerService;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.DebianPostgres;
import dev.wheelhouse.core.testing.OpenCore;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.Real;
import dev.wheelhouse.core.testing.Tree;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Dumps of databases of a real server, and what comes back of them. */
@Real
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
final class DumpTest {

    private Path store;
    private OpenCore open;
    private DebianPostgres server;
    private PostgresDatabase superuser;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        store = folder.resolve("store");
        open = new OpenCore(folder);
        server = DebianPostgres.start("fsync=off");
        superuser = server.newPowerfulDatabase();
    }

    @AfterAll
    void stop() throws Exception {
        open.close();
        server.close();
    }

    /** PostgreSQL 12 knows no {@code WITH (FORCE)}. */
    private void drop(String database) throws SQLException {
        asSuperuser(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + database.replace("'", "''")
                        + "'",
                "DROP DATABASE \"" + database.replace("\"", "\"\"") + "\"");
    }

    private void asSuperuser(String... statements) throws SQLException {
        try (Connection jdbc = superuser.connect();
                Statement statement = jdbc.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    private DatabaseConnection connect(PostgresDatabase database) {
        return open.connect(database, Environment.PRODUCTION, false);
    }

    private static PostgresDatabase named(PostgresDatabase like, String database) {
        return new PostgresDatabase(like.host(), like.port(), database, like.user(), like.password());
    }

    private BackupDraft draft(DatabaseConnection connection) {
        return draft(connection, open.core().servers().service().ownId());
    }

    private BackupDraft draft(DatabaseConnection connection, String serverId) {
        return BackupDraft.logical(
                BackupType.DUMP,
                serverId,
                connection.id(),
                "0 3 * * *",
                null,
                null,
                null,
                new DestinationDraft("file", store.toString(), "none", "none", null, null),
                connection.id(),
                null);
    }

    private BackupConfig begin(DatabaseConnection connection) {
        return open.core().backups().service().create(open.caller(), draft(connection));
    }

    private BackupRuns runs() {
        return open.core().backups().runs();
    }

    private BackupRun newest(BackupConfig config) {
        return runs().list(open.caller(), config.id(), new PageRequest(10, null))
                .items()
                .getFirst();
    }

    private BackupRun ended(BackupConfig config, int count) {
        Awaiting.until("the dump", () -> {
            List<BackupRun> found = runs().list(open.caller(), config.id(), new PageRequest(10, null))
                    .items();
            return found.size() == count
                    && found.stream().allMatch(each -> each.status().isFinal());
        });
        return newest(config);
    }

    private BackupRun dumped(BackupConfig config) {
        BackupRun run = ended(config, 1);
        assertThat(run.error()).isNull();
        assertThat(run.status()).isEqualTo(RunStatus.SUCCEEDED);
        return run;
    }

    private RestoreResult restore(BackupConfig config, BackupRun run) {
        return open.core()
                .backups()
                .restores()
                .restore(open.caller(), config.id(), run.id(), RestoreRequest.LATEST)
                .join();
    }

    private List<String> stored(BackupRun run) {
        return Tree.files(store).stream()
                .map(Path::toString)
                .filter(each -> each.contains(run.id()))
                .toList();
    }

    private String databasesLike(String beginning) throws SQLException {
        return StoredCluster.ask(
                superuser,
                "SELECT coalesce(string_agg(datname, ' '), '') FROM pg_database WHERE starts_with(datname, '"
                        + beginning.replace("'", "''") + "_restored_')");
    }

    private String log(BackupConfig config, BackupRun run) {
        return runs().logEnd(open.caller(), config.id(), run.id(), 10_000).text();
    }

    @Test
    void bringsBackRowsOwnersAndRightsOfADatabaseThatIsGone() throws Exception {
        String name = "Möbel \"für\" 'alle' \\";
        asSuperuser("CREATE ROLE keeper", "CREATE ROLE reader", "CREATE DATABASE \"Möbel \"\"für\"\" 'alle' \\\"");
        DatabaseConnection connection = connect(named(superuser, name));
        open.run(
                connection,
                "CREATE TABLE thing AS SELECT g, repeat('x', 1000) AS long FROM generate_series(1, 20000) g");
        open.run(connection, "ALTER TABLE thing OWNER TO keeper; GRANT SELECT ON thing TO reader");
        BackupConfig config = begin(connection);
        BackupRun run = dumped(config);
        assertThat(run.sizeBytes()).isPositive();
        assertThat(stored(run)).anyMatch(each -> each.endsWith("/database.dump.0001"));
        assertThat(log(config, run)).containsPattern("pg_dump [1-9][0-9]\\.[0-9]+ of ");
        open.core().backups().service().update(open.caller(), config.id(), BackupPatch.enabled(false), null);
        drop("Möbel \"für\" 'alle' \\");
        RestoreResult result = restore(config, run);
        assertThat(result.error()).isNull();
        assertThat(result.database()).startsWith(name + "_restored_");
        DatabaseConnection back = connect(named(superuser, Objects.requireNonNull(result.database())));
        assertThat(value(back, "SELECT count(*) || ' ' || sum(g) || ' ' || sum(length(long)) FROM thing"))
                .isEqualTo("20000 200010000 20000000");
        assertThat(value(
                        back,
                        "SELECT tableowner || ' ' || has_table_privilege('reader', 'thing', 'SELECT')"
                                + " FROM pg_tables WHERE tablename = 'thing'"))
                .isEqualTo("keeper true");
        assertThat(value(
                        back,
                        "SELECT shobj_description(oid, 'pg_database') FROM pg_database"
                                + " WHERE datname = current_database()"))
                .startsWith("Restored by Wheelhouse from " + run.id());
    }

    private String value(DatabaseConnection connection, String sql) {
        try (Connection jdbc = DriverManager.getConnection(
                        "jdbc:postgresql://127.0.0.1:" + server.port() + "/", properties(connection));
                Statement statement = jdbc.createStatement()) {
            return StoredCluster.ask(statement, sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private Properties properties(DatabaseConnection connection) {
        Properties properties = new Properties();
        properties.setProperty("PGDBNAME", ((Target.Postgres) connection.target()).database());
        properties.setProperty("user", superuser.user());
        properties.setProperty("password", superuser.password());
        return properties;
    }

    @Test
    void namesTheRiskOfAnOlderPgRestore() throws Exception {
        DatabaseConnection connection = connect(server.newDatabase());
        List<BackupCheck> checks = open.core().backups().service().test(open.caller(), draft(connection));
        assertThat(checks).allMatch(BackupCheck::ok);
        assertThat(checks)
                .extracting(BackupCheck::name)
                .filteredOn(name -> !name.equals("risk"))
                .containsExactly("version", "pg_dump", "pg_restore", "login", "destination");
        assertThat(checks.get(2).detail()).matches("pg_restore [1-9][0-9]\\.[0-9]+ .*");
        Optional<String> risk = checks.stream()
                .filter(each -> each.name().equals("risk"))
                .map(BackupCheck::detail)
                .findFirst();
        BackupConfig config = begin(connection);
        BackupRun run = dumped(config);
        RestorePreview preview =
                open.core().backups().restores().plan(open.caller(), config.id(), run.id(), RestoreRequest.LATEST);
        assertThat(preview.error()).isNull();
        assertThat(Optional.ofNullable(preview.warning())).isEqualTo(risk);
        CheckState state = risk.isPresent() ? CheckState.ADVICE : CheckState.PASSED;
        assertThat(preview.state()).isEqualTo(state);
        assertThat(checks)
                .extracting(BackupCheck::state)
                .endsWith(CheckState.PASSED)
                .contains(state);
    }

    @Test
    void restoresAsAnOrdinaryLoginWhereThatMayMakeDatabases() throws Exception {
        PostgresDatabase database = server.newDatabase();
        DatabaseConnection connection = connect(database);
        open.run(connection, "CREATE TABLE thing AS SELECT g FROM generate_series(1, 10) g");
        BackupConfig config = begin(connection);
        BackupRun run = dumped(config);
        RestoreResult refused = restore(config, run);
        assertThat(refused.ok()).isFalse();
        assertThat(refused.error()).contains("permission denied to create database");
        assertThat(databasesLike(database.database())).isEmpty();
        asSuperuser("ALTER ROLE " + database.user() + " CREATEDB");
        try {
            RestoreResult result = restore(config, run);
            assertThat(result.error()).isNull();
            assertThat(
                            value(
                                    connect(named(superuser, Objects.requireNonNull(result.database()))),
                                    "SELECT count(*) || ' ' || max(tableowner) FROM thing, pg_tables WHERE tablename = 'thing'"))
                    .isEqualTo("10 " + database.user());
        } finally {
            asSuperuser("ALTER ROLE " + database.user() + " NOCREATEDB");
        }
    }

    @Test
    void dropsWhatPgRestoreDidNotFinish() throws Exception {
        PostgresDatabase database = named(superuser, "half");
        asSuperuser("CREATE DATABASE half", "CREATE ROLE leaving");
        DatabaseConnection connection = connect(database);
        open.run(connection, "CREATE TABLE thing (id int); ALTER TABLE thing OWNER TO leaving");
        BackupConfig config = begin(connection);
        BackupRun run = dumped(config);
        open.run(connection, "ALTER TABLE thing OWNER TO postgres");
        asSuperuser("DROP ROLE leaving");
        RestoreResult result = restore(config, run);
        assertThat(result.ok()).isFalse();
        assertThat(result.error()).contains("pg_restore failed").contains("role \"leaving\" does not exist");
        assertThat(databasesLike("half")).isEmpty();
    }

    @Test
    void startsNoPgRestoreForADamagedVolume() throws Exception {
        PostgresDatabase database = named(superuser, "damaged");
        asSuperuser("CREATE DATABASE damaged");
        DatabaseConnection connection = connect(database);
        open.run(connection, "CREATE TABLE thing AS SELECT g FROM generate_series(1, 10000) g");
        BackupConfig config = begin(connection);
        BackupRun run = dumped(config);
        Path volume = Path.of(stored(run).stream()
                .filter(each -> each.endsWith("database.dump.0001"))
                .findFirst()
                .orElseThrow());
        byte[] bytes = Files.readAllBytes(volume);
        bytes[bytes.length - 40] ^= 1;
        Files.write(volume, bytes);
        RestoreResult result = restore(config, run);
        assertThat(result.ok()).isFalse();
        assertThat(result.error()).contains("database.dump.0001");
        assertThat(databasesLike("damaged")).isEmpty();
    }

    @Test
    void failsWhereTheDatabaseWasDroppedOrTheLoginIsRefused() throws Exception {
        asSuperuser("CREATE DATABASE leaving", "CREATE ROLE changing LOGIN SUPERUSER PASSWORD 'first'");
        DatabaseConnection connection =
                connect(new PostgresDatabase("127.0.0.1", server.port(), "leaving", "changing", "first"));
        BackupConfig config = begin(connection);
        dumped(config);
        asSuperuser("ALTER ROLE changing PASSWORD 'second'");
        runs().startBase(open.caller(), config.id());
        BackupRun refused = ended(config, 2);
        assertThat(refused.status()).isEqualTo(RunStatus.FAILED);
        assertThat(refused.error()).contains("password authentication failed");
        assertThat(stored(refused)).isEmpty();
        asSuperuser("ALTER ROLE changing PASSWORD 'first'");
        drop("leaving");
        runs().startBase(open.caller(), config.id());
        BackupRun gone = ended(config, 3);
        assertThat(gone.status()).isEqualTo(RunStatus.FAILED);
        assertThat(gone.error()).contains("does not exist");
        assertThat(stored(gone)).isEmpty();
    }

    private static Optional<ProcessHandle> dumpOf(String database) {
        try (Stream<ProcessHandle> processes = ProcessHandle.allProcesses()) {
            return processes
                    .filter(each -> each.info()
                            .commandLine()
                            .filter(line -> line.contains("/pg_dump ") && line.contains("dbname='" + database + "'"))
                            .isPresent())
                    .findFirst();
        }
    }

    @Test
    void killsPgDumpAndHidesThePassword() throws Exception {
        PostgresDatabase database = named(superuser, "locked");
        asSuperuser("CREATE DATABASE locked");
        DatabaseConnection connection = connect(database);
        open.run(connection, "CREATE TABLE thing (id int)");
        BackupConfig config = begin(connection);
        dumped(config);
        try (Connection jdbc = database.connect();
                Statement statement = jdbc.createStatement()) {
            jdbc.setAutoCommit(false);
            statement.execute("LOCK TABLE thing");
            runs().startBase(open.caller(), config.id());
            Awaiting.until("pg_dump", () -> dumpOf("locked").isPresent());
            Awaiting.until("the wait", () -> waits(statement));
            ProcessHandle process = dumpOf("locked").orElseThrow();
            for (String each : List.of("cmdline", "environ")) {
                assertThat(Files.readString(
                                Path.of("/proc/" + process.pid() + "/" + each), StandardCharsets.ISO_8859_1))
                        .doesNotContain(database.password());
            }
            BackupRun running = newest(config);
            runs().delete(open.caller(), config.id(), running.id());
            BackupRun cancelled = ended(config, 2);
            assertThat(cancelled.status()).isEqualTo(RunStatus.CANCELLED);
            Awaiting.until("its end", () -> dumpOf("locked").isEmpty());
            assertThat(stored(cancelled)).isEmpty();
        }
    }

    private static boolean waits(Statement statement) {
        try {
            return StoredCluster.ask(statement, "SELECT count(*) FROM pg_locks WHERE NOT granted")
                    .equals("1");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private Server addServer(DebianSshd sshd) throws Exception {
        String key = Files.readString(sshd.newKey("usual", "", "-t", "ed25519"));
        SshTarget direct = sshd.target(new SshCredentials.PrivateKey(key, null));
        ServerService servers = open.core().servers().service();
        Server added = servers.create(
                open.caller(),
                new ServerDraft(
                        "second",
                        ServerKind.SSH,
                        direct.host(),
                        direct.port(),
                        direct.user(),
                        new ServerDraft.Auth(
                                ServerAuthType.KEY,
                                new SecretChange.Replace(key),
                                SecretChange.keep(),
                                SecretChange.keep())));
        return servers.trustHostKey(
                open.caller(),
                added.id(),
                Objects.requireNonNull(servers.test(open.caller(), added.id()).hostKeyFingerprint()));
    }

    @Test
    void usesTheProgramsOfAnotherServer(@TempDir Path folder) throws Exception {
        assumeTrue(Files.isExecutable(DebianSshd.PROGRAM), "Install Debian's package openssh-server.");
        asSuperuser("CREATE DATABASE far");
        DatabaseConnection connection = connect(named(superuser, "far"));
        open.run(
                connection,
                "CREATE TABLE thing AS SELECT g, repeat(md5(g::text), 50) FROM generate_series(1, 20000) g");
        try (DebianSshd sshd = DebianSshd.start(Files.createDirectory(folder.resolve("sshd")))) {
            BackupConfig config = open.core()
                    .backups()
                    .service()
                    .create(open.caller(), draft(connection, addServer(sshd).id()));
            BackupRun run = dumped(config);
            assertThat(log(config, run)).contains(" of second dumps far");
            RestoreResult result = restore(config, run);
            assertThat(result.error()).isNull();
            assertThat(value(
                            connect(named(superuser, Objects.requireNonNull(result.database()))),
                            "SELECT count(*) || ' ' || sum(g) FROM thing"))
                    .isEqualTo("20000 200010000");
        }
    }

    private static Restore left(HandBackups console, DatabaseConnection connection, String id, String database) {
        return new Restore(
                id,
                console.caller.organizationId(),
                "bkp_1",
                "run_1",
                BackupType.DUMP,
                connection.id(),
                HandBackups.HOME,
                HandBackups.HOME,
                "job_" + id,
                database,
                null,
                "",
                true,
                null,
                console.state.clock().instant());
    }

    @Test
    void dropsWhatAKilledConsoleLeftAndNothingElse(@TempDir Path folder) throws Exception {
        asSuperuser("CREATE DATABASE source", "CREATE DATABASE others_restored_1");
        try (HandBackups console = new HandBackups(folder)) {
            DatabaseConnection connection = console.connect(named(superuser, "source"));
            DumpSource source = new DumpSource(console.parts);
            Server own = console.parts
                    .servers()
                    .find(console.caller.organizationId(), HandBackups.HOME)
                    .orElseThrow();
            ClientProgram program =
                    source.program(connection, own, source.programs(own, 15).required());
            try (var _ = program.login()) {
                boolean isSuperuser = new NewDatabase(source, connection, own, "source_restored_1", "rst_1")
                        .create(program, console.parts.copies().facts(console.caller, connection));
                assertThat(isSuperuser).isTrue();
            }
            assertThat(databasesLike("source")).isEqualTo("source_restored_1");
            JdbcRestoreStore rows = new JdbcRestoreStore();
            console.state.store().change(tx -> {
                rows.insert(tx, left(console, connection, "rst_1", "source_restored_1"));
                rows.insert(tx, left(console, connection, "rst_2", "others_restored_1"));
            });
            console.restores().removeAbandoned();
            assertThat(databasesLike("source")).isEmpty();
            assertThat(databasesLike("others")).isEqualTo("others_restored_1");
            List<Restore> still = console.state.store().read(tx -> rows.abandonedOf(tx, HandBackups.HOME));
            assertThat(still).isEmpty();
        }
    }

    /** Switches the server's TLS on, with a certificate of the name {@code localhost} that nobody has signed. */
    private String certificate() throws Exception {
        Path data = server.dataDirectory();
        StoredCluster.command(
                "openssl",
                "req",
                "-x509",
                "-nodes",
                "-newkey",
                "rsa:2048",
                "-days",
                "2",
                "-subj",
                "/CN=localhost",
                "-addext",
                "subjectAltName=DNS:localhost",
                "-keyout",
                data + "/server.key",
                "-out",
                data + "/server.crt");
        StoredCluster.command("chmod", "600", data + "/server.key");
        if (StoredCluster.isRoot()) {
            StoredCluster.command("chown", "postgres", data + "/server.key", data + "/server.crt");
        }
        asSuperuser("ALTER SYSTEM SET ssl = on");
        asSuperuser("SELECT pg_reload_conf()");
        return Files.readString(data.resolve("server.crt"));
    }

    @Test
    void provesTheServerByTheConnectionsOwnCertificate() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/openssl")), "Install Debian's package openssl.");
        asSuperuser("CREATE DATABASE proven");
        ConnectionDraft proven = new ConnectionDraft(
                "proven",
                Engine.POSTGRESQL,
                "localhost",
                server.port(),
                "proven",
                superuser.user(),
                null,
                null,
                null,
                Environment.PRODUCTION,
                null,
                false,
                SslMode.VERIFY_FULL,
                certificate());
        DatabaseConnection connection =
                open.databases().connections().create(open.caller(), proven, superuser.password());
        assertThat(open.core().backups().service().test(open.caller(), draft(connection)))
                .allMatch(BackupCheck::ok);
        dumped(begin(connection));
    }
}
