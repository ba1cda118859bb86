package dev.wheelhouse.core.databases.catalog;

import dev.wheelhouse.core.testing.DebianPostgres;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.Real;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;

@Real
final class DebianDefinitionCopyTest extends DefinitionCopyRules {

    private @Nullable DebianPostgres server;

    @Override
    PostgresDatabase database() throws Exception {
        DebianPostgres running = server == null ? DebianPostgres.start() : server;
        server = running;
        return running.newPowerfulDatabase();
    }

    @Override
    Path pgDump() throws IOException {
        return DebianPostgres.programs().orElseThrow().resolve("pg_dump");
    }

    @AfterAll
    void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }
}
