package dev.wheelhouse.core.databases.replication;

import dev.wheelhouse.core.testing.DebianPostgres;
import dev.wheelhouse.core.testing.PostgresDatabase;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;

@Tag("real")
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
