package dev.wheelhouse.core.deployments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.LocalHost;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.Awaiting;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** For how long nobody listens, on this machine. */
@EnabledOnOs(OS.LINUX)
class ListenGapTest {

    private static final long HALF_A_SECOND = 500_000_000;

    private final Workers workers = new Workers();
    private final Host host = new LocalHost(workers);

    @AfterEach
    void close() {
        host.close();
        workers.close();
    }

    private static ServerSocket listen(int port) throws Exception {
        ServerSocket socket = new ServerSocket();
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return socket;
    }

    @Test
    void measuresFromTheEndOfOneToTheBeginningOfTheNext() throws Exception {
        int port;
        ListenGap gap;
        long closed;
        try (ServerSocket before = listen(0)) {
            port = before.getLocalPort();
            gap = Objects.requireNonNull(ListenGap.start(host, port, null, workers::start));
            closed = System.nanoTime();
        }
        Awaiting.until(() -> System.nanoTime() - closed > HALF_A_SECOND);
        try (ServerSocket _ = listen(port)) {
            long most = (System.nanoTime() - closed) / 1_000_000;
            // Until a look has seen it.
            Awaiting.until(() -> System.nanoTime() - closed > 3 * HALF_A_SECOND);
            assertThat(gap.end()).isBetween(300L, most + 500);
        }
    }

    @Test
    void findsThePortsOfAProcessByItself() throws Exception {
        try (ServerSocket _ = listen(0)) {
            ListenGap gap = Objects.requireNonNull(
                    ListenGap.start(host, null, ProcessHandle.current().pid(), workers::start));
            assertThat(gap.end()).isZero();
        }
    }

    @Test
    void whatListensNowhereOrNeverAgainIsNotMeasured() throws Exception {
        assertThat(ListenGap.start(host, null, null, workers::start)).isNull();
        ListenGap gap;
        long closed;
        try (ServerSocket before = listen(0)) {
            gap = Objects.requireNonNull(ListenGap.start(host, before.getLocalPort(), null, workers::start));
        }
        closed = System.nanoTime();
        Awaiting.until(() -> System.nanoTime() - closed > 2 * HALF_A_SECOND);
        assertThat(gap.end()).isNull();
    }
}
