package dev.wheelhouse.core.platform.host.ssh;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.CommandOutput;
import dev.wheelhouse.core.platform.host.EchoServer;
import dev.wheelhouse.core.platform.host.FileWrite;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.PortForward;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.Awaiting;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The link is cut, goes dead and comes back, under whatever runs through it. */
@DisabledOnOs(OS.WINDOWS)
class SshLinkTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(20);

    private static Workers workers;
    private static TestSshServer server;
    private static SshConnections connections;

    private CutProxy cable;
    private Host host;

    @TempDir
    private Path directory;

    @BeforeAll
    static void start() {
        workers = new Workers();
        server = new TestSshServer();
        connections = new SshConnections(workers, new SshTimeouts(LONG, LONG, LONG, LONG, SHORT, SHORT), null);
    }

    @AfterAll
    static void stop() {
        connections.close();
        server.close();
        workers.close();
    }

    @BeforeEach
    void plugIn() throws IOException {
        cable = new CutProxy(server.port());
        host = connections.open(
                TestSshServer.target(cable.port(), new SshCredentials.Password(TestSshServer.PASSWORD)),
                server.trust());
    }

    @AfterEach
    void unplug() {
        host.close();
        cable.close();
    }

    private String echo() {
        return host.run(HostCommand.of("echo", "here")).stdoutText();
    }

    /** A command that runs until its link breaks, and what is done once it runs. */
    private AppException brokenBy(Runnable event) {
        CommandOutput once = new CommandOutput() {
            @Override
            public void stdout(byte[] chunk) {
                event.run();
            }

            @Override
            public void stderr(byte[] chunk) {}
        };
        HostCommand command =
                HostCommand.of("sh", "-c", "echo running; exec sleep 60").within(LONG);
        return catchThrowableOfType(AppException.class, () -> host.run(command, once));
    }

    @Test
    void tellsWhatTheCutBrokeAndConnectsAgainForTheNextCommand() {
        AppException failure = brokenBy(cable::cut);

        assertThat(failure.errorCode()).isEqualTo(PlatformError.UPSTREAM_FAILED);
        assertThat(failure).hasMessageContaining("broke while the command sh ran; whether it ended is not known");
        cable.heal();
        assertThat(echo()).isEqualTo("here\n");
    }

    @Test
    void noticesALinkThatCarriesNothingMore() throws Exception {
        SshTimeouts watchful = new SshTimeouts(LONG, LONG, LONG, Duration.ofMillis(100), SHORT, SHORT);
        try (SshConnections from = new SshConnections(workers, watchful, null)) {
            host = from.open(
                    TestSshServer.target(cable.port(), new SshCredentials.Password(TestSshServer.PASSWORD)),
                    server.trust());
            noticesThatNothingComes();
        }
    }

    private void noticesThatNothingComes() throws Exception {
        AppException failure = brokenBy(cable::swallow);

        assertThat(failure.errorCode()).isEqualTo(PlatformError.UPSTREAM_FAILED);
        cable.heal();
        Awaiting.until(() -> {
            try {
                return echo().equals("here\n");
            } catch (AppException e) {
                assertThat(e.errorCode()).isEqualTo(PlatformError.UPSTREAM_FAILED);
                return false;
            }
        });
    }

    @Test
    void failsClearlyWhileTheLinkIsDownAndWorksOnceItIsBack() throws Exception {
        assertThat(echo()).isEqualTo("here\n");
        cable.cut();
        Awaiting.until(() -> {
            AppException failure = catchThrowableOfType(AppException.class, this::echo);
            return failure != null && String.valueOf(failure.getMessage()).contains("before the log-in");
        });
        cable.heal();
        Awaiting.until(() -> {
            try {
                return echo().equals("here\n");
            } catch (AppException _) {
                return false;
            }
        });
    }

    @Test
    void breaksATransferAndTakesTheNextOne() throws Exception {
        String path = directory.resolve("file").toString();
        host.files().makeDirectories(directory.resolve("sub").toString());
        cable.cut();
        cable.heal();
        Awaiting.until(() -> {
            try {
                return host.files().find(path).isEmpty();
            } catch (AppException _) {
                return false;
            }
        });
        try (var out = host.files().write(path, new FileWrite(FileWrite.Existing.REFUSE, null))) {
            out.write("again".getBytes(UTF_8));
        }
        assertThat(host.files().find(path).orElseThrow().size()).isEqualTo(5);
    }

    @Test
    void bringsATunnelBackOnItsOwnPort() throws Exception {
        try (EchoServer echo = new EchoServer();
                PortForward tunnel = host.forward("127.0.0.1", echo.port())) {
            try (Socket open = connected(tunnel)) {
                assertThat(echoed(open)).isTrue();
                cable.cut();
                assertThat(echoed(open)).isFalse();
            }
            try (Socket refused = connected(tunnel)) {
                assertThat(echoed(refused)).isFalse();
            }
            Awaiting.until(() -> tunnel.failure() != null);
            cable.heal();

            Awaiting.until(() -> {
                try (Socket again = connected(tunnel)) {
                    return echoed(again);
                }
            });
            assertThat(tunnel.failure()).isNull();
            assertThat(tunnel.isOpen()).isTrue();
        }
    }

    @Test
    void saysThatNobodyListensAtTheEndOfATunnel() throws Exception {
        int nobody;
        try (EchoServer gone = new EchoServer()) {
            nobody = gone.port();
        }
        try (PortForward tunnel = host.forward("127.0.0.1", nobody);
                Socket refused = connected(tunnel)) {
            assertThat(echoed(refused)).isFalse();
            Awaiting.until(() -> tunnel.failure() != null);
            assertThat(tunnel.failure()).hasMessageContaining("a tunnel to 127.0.0.1:" + nobody);
        }
    }

    @Test
    void closesTheTunnelsWithTheHost() throws Exception {
        try (EchoServer echo = new EchoServer()) {
            PortForward tunnel = host.forward("127.0.0.1", echo.port());
            Socket open = connected(tunnel);
            assertThat(echoed(open)).isTrue();

            host.close();

            assertThat(tunnel.isOpen()).isFalse();
            assertThat(echoed(open)).isFalse();
            open.close();
            assertThat(catchThrowableOfType(AppException.class, this::echo)).hasMessageContaining("was closed because");
        }
    }

    private static Socket connected(PortForward tunnel) throws IOException {
        Socket socket = new Socket();
        socket.setSoTimeout(30_000);
        socket.connect(tunnel.address(), 30_000);
        return socket;
    }

    private static boolean echoed(Socket socket) throws IOException {
        try {
            socket.getOutputStream().write(42);
            return socket.getInputStream().read() == 42;
        } catch (SocketException _) {
            return false;
        }
    }

    @Test
    void tellsTheServerOfATunnelThatItsUserDropped() throws Exception {
        try (EchoServer echo = new EchoServer();
                PortForward forward = host.forward("127.0.0.1", echo.port());
                Socket socket = new Socket()) {
            socket.connect(forward.address(), (int) LONG.toMillis());
            socket.getOutputStream().write('x');
            assertThat(socket.getInputStream().read()).isEqualTo('x');
            assertThat(server.channels()).isEqualTo(1);
            socket.setSoLinger(true, 0);
            socket.close();
            Awaiting.until(() -> server.channels() == 0);
        }
        assertThat(echo()).isEqualTo("here\n");
    }

    @Test
    void closesWhileSomebodyConnectsToASilentServer() throws Exception {
        cable.swallow();
        CountDownLatch asking = new CountDownLatch(1);
        FutureTask<AppException> found = new FutureTask<>(() -> {
            asking.countDown();
            return catchThrowableOfType(AppException.class, () -> host.files().find("/etc/hosts"));
        });
        Thread asker = Thread.ofVirtual().start(found);
        asking.await();
        Awaiting.until(
                () -> asker.getState() == Thread.State.WAITING || asker.getState() == Thread.State.TIMED_WAITING);
        host.close();
        asker.interrupt();
        assertThat(found.get()).isNotNull();
    }
}
