package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.testing.DebianPostgres;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.Real;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;

/** On PostgreSQL 15, where a RESET lifts the mode of a transaction that only reads. */
@Real
class DebianReadingLockTest extends ReadingLockRules {

    private @Nullable DebianPostgres server;

    @Override
    PostgresDatabase newDatabase() throws Exception {
        DebianPostgres started = DebianPostgres.start("fsync=off", "max_prepared_transactions=5");
        server = started;
        return started.newDatabase();
    }

    @AfterAll
    void stopServer() throws Exception {
        if (server != null) {
            server.close();
        }
    }
}
