package dev.wheelhouse.core.mail.publish.provider;

import dev.wheelhouse.core.testing.Real;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Against Knot DNS. */
@Real
@Tag("real-dns")
class KnotUpdateTest extends UpdateContract {

    private KnotServer server;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        server = new KnotServer(directory);
    }

    @AfterAll
    void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @Override
    int port() {
        return server.port();
    }
}
