package dev.wheelhouse.core.databases.replication;

import dev.wheelhouse.core.testing.DebianPostgres;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.Real;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;

@Real
final class DebianReplicationTest extends ReplicationRules {

    private final DebianPostgres server;

    DebianReplicationTest() throws IOException, InterruptedException {
        server = DebianPostgres.start();
    }

    @AfterAll
    void stopServer() throws IOException, InterruptedException {
        server.close();
    }

    @Override
    PostgresDatabase newDatabase() throws Exception {
        return server.newPowerfulDatabase();
    }

    @Override
    Path dataDirectory() {
        return server.dataDirectory();
    }
}
