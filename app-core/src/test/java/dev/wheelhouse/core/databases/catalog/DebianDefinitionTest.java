package dev.wheelhouse.core.databases.catalog;

import dev.wheelhouse.core.testing.DebianPostgres;
import dev.wheelhouse.core.testing.PostgresDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("real")
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
