package dev.wheelhouse.api.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.api.testing.Waiting;
import dev.wheelhouse.core.platform.host.ssh.CutProxy;
import dev.wheelhouse.core.testing.PostgresServer;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console's own state goes away under it and comes back. */
class StoreAwayTest {

    @Test
    void tellsThatItsStateIsAwayAndGoesOnByItself(@TempDir Path directory) throws Exception {
        int port = PostgresServer.shared().port();
        try (CutProxy cable = new CutProxy(port);
                TestConsole console = TestConsole.start(
                        directory, StateKind.newSharedUrl().replace(":" + port, ":" + cable.port()))) {
            ApiClient owner = console.owner();
            assertThat(health(owner)).isEqualTo("ok");
            cable.cut();
            Reply refused = owner.get("/servers");
            assertThat(refused.status()).as(refused.body()).isEqualTo(503);
            assertThat(refused.json().path("code").asText()).isEqualTo("store_unavailable");
            assertThat(refused.header("Retry-After")).isEqualTo("5");
            assertThat(health(owner)).isEqualTo("degraded");
            for (String path : new String[] {"/db-connections", "/apps", "/schedules", "/jobs", "/events"}) {
                assertThat(owner.get(path).status()).as(path).isEqualTo(503);
            }
            cable.heal();
            Waiting.until(() -> owner.get("/servers").status(), status -> status == 200, "The state is asked again");
            assertThat(health(owner)).isEqualTo("ok");
            assertThat(owner.get("/events").body()).doesNotContain("unreachable");
        }
    }

    private static String health(ApiClient client) throws Exception {
        Reply health = client.get("/health");
        assertThat(health.status()).isEqualTo(200);
        return health.json().path("status").asText();
    }
}
