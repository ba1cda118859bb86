package dev.wheelhouse.api.databases;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.testing.DebianPostgres;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.Real;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;

/** On Debian's PostgreSQL; on 15 a RESET lifts the mode of a transaction that only reads. */
@Real
class DebianAttackApiTest extends AttackRules {

    private @Nullable DebianPostgres server;

    @Override
    PostgresDatabase attackedDatabase() throws Exception {
        DebianPostgres started = DebianPostgres.start("fsync=off", "max_prepared_transactions=5");
        server = started;
        return started.newDatabase();
    }

    @Override
    Engine[] engines() {
        return new Engine[] {Engine.POSTGRESQL};
    }

    @AfterAll
    void stopServer() throws Exception {
        if (server != null) {
            server.close();
        }
    }
}
