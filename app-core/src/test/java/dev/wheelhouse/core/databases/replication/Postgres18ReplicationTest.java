package dev.wheelhouse.core.databases.replication;

import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.PostgresServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;

final class Postgres18ReplicationTest extends ReplicationRules {

    private final PostgresServer server = PostgresServer.startDedicated();

    @AfterAll
    void stopServer() {
        server.close();
    }

    @Override
    PostgresDatabase newDatabase() {
        return server.newPowerfulDatabase();
    }

    @Override
    Path dataDirectory() {
        return server.dataDirectory();
    }
}
