package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.testing.DebianPostgres;
import dev.wheelhouse.core.testing.OpenCore;
import dev.wheelhouse.core.testing.Real;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;

/** On PostgreSQL 15. */
@Real
class DebianMostRowsTest extends MostRowsRules {

    private @Nullable DebianPostgres server;

    @Override
    DatabaseConnection connect(OpenCore core) throws Exception {
        DebianPostgres started = DebianPostgres.start("fsync=off");
        server = started;
        return core.connect(started.newDatabase(), Environment.DEVELOPMENT, false);
    }

    @AfterAll
    void stopServer() throws Exception {
        if (server != null) {
            server.close();
        }
    }
}
