package dev.wheelhouse.core.databases.catalog;

import dev.wheelhouse.core.testing.DebianPostgres;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.Real;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

@Real
final class DebianDefinitionTest extends DefinitionRules {

    private static DebianPostgres server;

    @BeforeAll
    static void start() throws Exception {
        server = DebianPostgres.start();
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @Override
    PostgresDatabase database() throws Exception {
        return server.newPowerfulDatabase();
    }
}
