package dev.wheelhouse.core.deployments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.systemd.SocketLoad;
import dev.wheelhouse.core.apps.systemd.SystemdServer;
import dev.wheelhouse.core.platform.host.ssh.SshTarget;
import dev.wheelhouse.core.testing.ContainerTurn;
import dev.wheelhouse.core.testing.LongRun;
import dev.wheelhouse.core.testing.Real;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Releases of a unit of a real systemd, over a real SSH server. */
@Real
@ResourceLock(ContainerTurn.CONTAINERS)
@Timeout(300)
class SystemdDeploymentTest {

    private static final int SWITCHES = LongRun.of(2, 20);
    private static final String UNIT = "shop.service";

    private static ContainerTurn turn;
    private static SystemdServer server;

    @TempDir
    private static Path home;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws Exception {
        turn = ContainerTurn.take();
        server = SystemdServer.start(home);
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
        turn.close();
    }

    @Test
    void aUnitWithASocketLosesNoConnectionOverManySwitches() throws Exception {
        server.writeUnit("shop.socket", SocketLoad.SOCKET);
        server.writeUnit(UNIT, "[Service]\nExecStart=/usr/bin/perl answering.pl\n");
        try (DeployingConsole console = new DeployingConsole(StateKind.SQLITE, folder, server.runtime())) {
            SshTarget target = server.target("root");
            console.addServer("debian", target, target.port());
            console.start();
            App app = console.unit("shop", UNIT);
            console.sources().put(console.caller(), app.id(), console.source(), null);
            String current = console.place().resolve("current").toString();

            commit(console, "1");
            assertThat(console.deploy(app).error()).contains("Install this drop-in", "WorkingDirectory=" + current);

            server.run("mkdir", "-p", "/etc/systemd/system/shop.service.d");
            server.writeUnit("shop.service.d/release.conf", FilesRelease.dropIn(current) + "\n");
            server.run("systemctl", "start", "shop.socket");
            Deployment one = succeeded(console.deploy(app));
            commit(console, "2");
            Deployment two = succeeded(console.deploy(app));

            SocketLoad load = SocketLoad.start(server);
            for (int i = 0; i < SWITCHES; i++) {
                // Twenty in a row are more than systemd lets by default.
                server.run("systemctl", "reset-failed", UNIT);
                Deployment to = i % 2 == 0 ? one : two;
                succeeded(console.ended(console.service().rollback(console.caller(), to.id())));
                assertThat(server.run("cat", current + "/version")).isEqualTo(i % 2 == 0 ? "1" : "2");
            }
            assertThat(load.end()).matches(SocketLoad.NONE_LOST);
            server.run("systemctl", "stop", "shop.socket", UNIT);
        }
    }

    private static void commit(DeployingConsole console, String version) {
        console.repository().commit(Map.of("version", version, "answering.pl", SocketLoad.ANSWERING));
    }

    private static Deployment succeeded(Deployment done) {
        assertThat(done.status()).as(done.error()).isEqualTo(DeploymentStatus.SUCCEEDED);
        assertThat(done.gapMillis()).isIn(null, 0L);
        return done;
    }
}
