package dev.wheelhouse.core.databases.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.editor.EditorSession;
import dev.wheelhouse.core.databases.editor.RunListener;
import dev.wheelhouse.core.databases.editor.RunRequest;
import dev.wheelhouse.core.databases.editor.StatementRun;
import dev.wheelhouse.core.databases.export.ExportFormat;
import dev.wheelhouse.core.databases.export.ExportRequest;
import dev.wheelhouse.core.databases.query.QueryRequest;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.job.JobStatus;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.DebianPostgres;
import dev.wheelhouse.core.testing.LongRun;
import dev.wheelhouse.core.testing.OpenCore;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.PostgresServer;
import dev.wheelhouse.core.testing.Real;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Under the lock no text changes anything, whatever it was taken for and through whichever door it comes. */
class LockedDifferentialTest {

    /** Of the texts that are only prepared elsewhere, one of so many runs here. */
    private static final int SHARE = LongRun.of(120, 20);

    private static final Set<Scope> READS = EnumSet.of(Scope.DATABASES_READ, Scope.DATABASES_QUERY);
    private static final Set<Scope> WRITES =
            EnumSet.of(Scope.DATABASES_READ, Scope.DATABASES_QUERY, Scope.DATABASES_WRITE);
    private static final List<ExportFormat> FORMATS = List.of(ExportFormat.values());
    private static final List<Door> DOORS = List.of(Door.values());
    private static final QuietListener QUIET = new QuietListener();

    @TempDir
    private Path folder;

    /** Where SQL of a caller is taken; each throws what it was refused with. */
    private enum Door {
        QUERY {
            @Override
            void send(OpenCore core, Reader reader, GeneratedText text) {
                QueryRequest request = new QueryRequest(text.text(), true, null, 10, 5_000, null);
                core.databases()
                        .queries()
                        .run(reader.caller(), reader.connection().id(), request);
            }
        },
        EXPORT {
            @Override
            void send(OpenCore core, Reader reader, GeneratedText text) {
                ExportFormat format = FORMATS.get((int) (text.seed() / DOORS.size() % FORMATS.size()));
                ExportRequest request = new ExportRequest(text.text(), null, null, null, "", "", format, true);
                core.databases()
                        .exports()
                        .export(reader.caller(), reader.connection().id(), request, OutputStream::nullOutputStream);
            }
        },
        SCRIPT {
            @Override
            void send(OpenCore core, Reader reader, GeneratedText text) {
                var bytes = new ByteArrayInputStream(text.text().getBytes(StandardCharsets.UTF_8));
                String job = core.databases()
                        .scripts()
                        .start(reader.caller(), reader.connection().id(), bytes, true)
                        .id();
                JobStatus status = Awaiting.answer(
                        () -> core.core().jobs().get(core.caller(), job).status(), JobStatus::isFinal, text + " ends");
                refused(status != JobStatus.SUCCEEDED);
            }
        },
        EDITOR {
            @Override
            void send(OpenCore core, Reader reader, GeneratedText text) {
                try {
                    reader.tab().run(reader.caller(), new RunRequest(text.text(), true, null, 0), QUIET);
                } finally {
                    reader.tab().rollback(reader.caller());
                }
            }
        };

        abstract void send(OpenCore core, Reader reader, GeneratedText text);

        static void refused(boolean failed) {
            if (failed) {
                throw AppException.invalid("body", "The script failed.");
            }
        }
    }

    private static final class QuietListener implements RunListener {

        @Override
        public void started(int index, int count) {}

        @Override
        public void finished(StatementRun run) {}
    }

    /** Who may only read, and where. */
    private record Reader(Caller caller, DatabaseConnection connection, EditorSession tab) {

        static Reader of(OpenCore core, Caller caller, DatabaseConnection connection) {
            return new Reader(caller, connection, core.databases().editors().open(caller, connection.id()));
        }
    }

    private interface Canary {
        boolean isUntouched() throws IOException;
    }

    @Test
    void noTextOfAReaderChangesAnything() throws Exception {
        tryPostgres("PostgreSQL 18", PostgresServer.shared().newDatabase());
    }

    @Real
    @Test
    void noTextOfAReaderChangesAnythingOnDebiansServer() throws Exception {
        try (DebianPostgres server = DebianPostgres.start("fsync=off", "log_min_error_statement=panic")) {
            tryPostgres("Debian's PostgreSQL", server.newDatabase());
        }
    }

    private void tryPostgres(String server, PostgresDatabase database) throws Exception {
        try (PostgresDifferential canary = new PostgresDifferential(database);
                OpenCore core = new OpenCore(folder)) {
            tryAll(
                    server,
                    core,
                    List.of(readers(
                            core,
                            core.connect(database, Environment.DEVELOPMENT, false),
                            core.connect(database, Environment.PRODUCTION, true))),
                    canary::isUntouched);
        }
    }

    @Test
    void noTextOfAReaderChangesAFile() throws Exception {
        try (OpenCore core = new OpenCore(folder)) {
            List<List<Reader>> readers = new ArrayList<>();
            List<Path> files = new ArrayList<>();
            for (String mode : List.of("DELETE", "WAL")) {
                DatabaseConnection open = core.connectFile(mode, Environment.DEVELOPMENT, false);
                core.run(open, "PRAGMA journal_mode = " + mode);
                core.run(open, "CREATE TABLE canary (n, s); INSERT INTO canary VALUES (1, 'a'), (2, 'it''s')");
                readers.add(readers(core, open, core.connectFile(mode, Environment.PRODUCTION, true)));
                files.add(folder.resolve(mode + ".db"));
            }
            // The last connection that is closed empties a log into its file, and a pool closes when it likes.
            try (Connection keeps = DriverManager.getConnection("jdbc:sqlite:" + files.getLast());
                    Statement reads = keeps.createStatement()) {
                reads.execute("SELECT count(*) FROM canary");
                List<String> before = seen(files);
                tryAll("SQLite", core, readers, () -> seen(files).equals(before));
            }
        }
    }

    /** What the files and their logs hold, and which others lie beside them or where the process runs. */
    private List<String> seen(List<Path> files) throws IOException {
        List<String> seen = new ArrayList<>();
        for (Path each : files) {
            Path log = Path.of(each + "-wal");
            seen.add(Arrays.toString(Files.readAllBytes(each)));
            seen.add(Files.exists(log) ? Arrays.toString(Files.readAllBytes(log)) : "[]");
        }
        for (Path place : List.of(folder, Path.of(""))) {
            try (Stream<Path> beside = Files.list(place)) {
                beside.map(Path::toString)
                        .filter(each -> !each.endsWith(".db-wal") && !each.endsWith(".db-shm"))
                        .sorted()
                        .forEach(seen::add);
            }
        }
        return seen;
    }

    private static List<Reader> readers(OpenCore core, DatabaseConnection open, DatabaseConnection locked) {
        Caller reader = with(core, READS);
        return List.of(
                Reader.of(core, reader, open),
                Reader.of(core, reader, locked),
                Reader.of(core, with(core, WRITES), locked),
                Reader.of(core, core.caller(), locked));
    }

    /** @param databases the readers of each; the texts go to them in turn */
    private static void tryAll(String server, OpenCore core, List<List<Reader>> databases, Canary canary)
            throws IOException {
        int tried = 0;
        Map<Door, Integer> ran = new EnumMap<>(Door.class);
        for (int i = 0; i < GeneratedText.COUNT / SHARE; i++) {
            List<Reader> readers = databases.get(i % databases.size());
            Engine engine = readers.getFirst().connection().engine();
            GeneratedText text = GeneratedText.of(GeneratedText.FIRST + i, engine);
            for (int j = 0; j < readers.size(); j++) {
                // Each text comes through every door, and each reader goes through all of them in turn.
                Door door = DOORS.get((i + j) % DOORS.size());
                Reader reader = readers.get(j);
                tried++;
                ran.merge(door, runs(core, door, reader, text) ? 1 : 0, Integer::sum);
                assertThat(canary.isUntouched())
                        .as(
                                "%s, through %s by %s, leaves everything as it was",
                                text, door, reader.caller().scopes())
                        .isTrue();
            }
        }
        System.out.printf("%s under the lock from seed %d: %s of %,d ran%n", server, GeneratedText.FIRST, ran, tried);
        assertThat(ran.values().stream().mapToInt(each -> each).sum()).isGreaterThanOrEqualTo(tried / 20);
        assertThat(Collections.min(ran.values())).isPositive();
    }

    private static boolean runs(OpenCore core, Door door, Reader reader, GeneratedText text) {
        try {
            door.send(core, reader, text);
            return true;
        } catch (AppException refused) {
            return false;
        }
    }

    private static Caller with(OpenCore core, Set<Scope> scopes) {
        Caller owner = core.caller();
        return new Caller(
                owner.organizationId(), owner.memberId(), owner.keyId(), scopes, owner.origin(), "req_reader", null);
    }
}
