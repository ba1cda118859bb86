package dev.wheelhouse.core.databases.catalog;

import dev.wheelhouse.core.testing.DebianPostgres;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.Real;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;

@Real
final class DebianDefinitionCopyTest extends DefinitionCopyRules {

    private DebianPostgres server;

    @Override
    int version() {
        return 15;
    }

    @Override
    PostgresDatabase database() throws Exception {
        if (server == null) {
            server = DebianPostgres.start();
        }
        return server.newPowerfulDatabase();
    }

    @Override
    Path pgDump() throws IOException {
        return DebianPostgres.programs().orElseThrow().resolve("pg_dump");
    }

    @AfterAll
    void stop() throws Exception {
        server.close();
    }
}
