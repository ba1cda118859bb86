package dev.wheelhouse.core.databases.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.query.QueryRequest;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.testing.OpenCore;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.PostgresServer;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Under the lock no text changes anything, whatever it was taken for. */
class LockedDifferentialTest {

    /** Of the texts that are only prepared elsewhere, one of so many runs here. */
    private static final int SHARE = 12;

    /** Who may only read, and where. */
    private record Reader(Caller caller, DatabaseConnection connection) {}

    @Test
    void noTextOfAReaderChangesAnything(@TempDir Path folder) throws Exception {
        PostgresDatabase database = PostgresServer.shared().newDatabase();
        int ran = 0;
        int tried = 0;
        try (PostgresDifferential canary = new PostgresDifferential(database);
                OpenCore core = new OpenCore(folder)) {
            DatabaseConnection open = core.connect(database, Environment.DEVELOPMENT, false);
            DatabaseConnection locked = core.connect(database, Environment.PRODUCTION, true);
            Caller reader = with(core, EnumSet.of(Scope.DATABASES_READ, Scope.DATABASES_QUERY));
            Caller writer = with(core, EnumSet.of(Scope.DATABASES_READ, Scope.DATABASES_QUERY, Scope.DATABASES_WRITE));
            List<Reader> readers = List.of(
                    new Reader(reader, open),
                    new Reader(reader, locked),
                    new Reader(writer, locked),
                    new Reader(core.caller(), locked));
            for (int i = 0; i < GeneratedText.COUNT / SHARE; i++) {
                GeneratedText text = GeneratedText.of(GeneratedText.FIRST + i, Engine.POSTGRESQL);
                for (Reader each : readers) {
                    tried++;
                    ran += runs(core, each, text.text()) ? 1 : 0;
                    assertThat(canary.isUntouched())
                            .as(
                                    "%s, by %s, leaves everything as it was",
                                    text, each.caller().scopes())
                            .isTrue();
                }
            }
        }
        System.out.printf("Under the lock from seed %d: %,d of %,d ran%n", GeneratedText.FIRST, ran, tried);
        assertThat(ran).isGreaterThanOrEqualTo(tried / 20);
    }

    private static boolean runs(OpenCore core, Reader reader, String text) {
        QueryRequest request = new QueryRequest(text, true, null, 10, 5_000, null);
        try {
            core.databases().queries().run(reader.caller(), reader.connection().id(), request);
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
