package dev.wheelhouse.ui.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.HomeMove;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.testing.TestCore;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The machine that a home was on before it was restored elsewhere under a new identity, with a real core. */
class FormerMachineTest {

    private static final String PASSPHRASE = "correct horse battery staple";

    @Test
    void isNotTheOwnOneAndCanBeRemoved(@TempDir Path temporary) throws IOException {
        Path directory = temporary.toRealPath();
        HomeMove move = new HomeMove(Clock.systemUTC(), new SecureRandom());
        Path backup = directory.resolve("home.backup");
        String former;
        try (TestCore core = TestCore.start(directory.resolve("before"))) {
            former = core.core().servers().service().ownId();
            move.backUp(directory.resolve("before"), backup, null, PASSPHRASE);
        }
        move.restoreAnew(backup, directory.resolve("after"), PASSPHRASE);
        try (TestCore core = TestCore.start(directory.resolve("after"))) {
            String own = core.core().servers().service().ownId();
            ServerGateway servers = new CoreServerGateway(core.core(), core.callers());
            List<ShownServer> all = servers.all();
            assertThat(all).hasSize(2).allMatch(ShownServer::isLocal);
            assertThat(all)
                    .filteredOn(ShownServer::isOwn)
                    .extracting(ShownServer::id)
                    .containsExactly(own);

            assertThatThrownBy(() -> servers.delete(own)).isInstanceOf(AppException.class);
            servers.delete(former);
            assertThat(servers.all()).extracting(ShownServer::id).containsExactly(own);
        }
    }
}
