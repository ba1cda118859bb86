package dev.wheelhouse.core.databases.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.SslMode;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import dev.wheelhouse.core.databases.connections.ConnectionTest;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.OpenCore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpeningTest {

    static final Caller CALLER =
            new Caller("org_1", "mem_1", null, Set.of(Scope.DATABASES_ADMIN), Origin.WINDOW, "req_1", null);

    @TempDir
    private Path folder;

    private static ConnectionDraft draft(int port) {
        return new ConnectionDraft(
                "silent",
                Engine.POSTGRESQL,
                "127.0.0.1",
                port,
                "shop",
                "ada",
                null,
                null,
                null,
                Environment.DEVELOPMENT,
                null,
                false,
                SslMode.DISABLE,
                null);
    }

    @Test
    void aCancelledTestEndsAndClosesItsSocket() throws Exception {
        try (OpenCore open = new OpenCore(folder);
                ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var connections = open.databases().connections();
            CompletableFuture<ConnectionTest> test = CompletableFuture.supplyAsync(
                    () -> connections.testDraft(open.caller(), draft(silent.getLocalPort()), "secret", null, "mine"));
            try (Socket peer = silent.accept()) {
                peer.setSoTimeout(30_000);
                // The start-up message: then it waits for an answer that never comes.
                assertThat(peer.getInputStream().read()).isNotNegative();
                connections.cancelTest(open.caller(), "mine");
                assertThat(test.get(30, TimeUnit.SECONDS).error()).contains("cancelled");
                peer.getInputStream().readAllBytes();
            }
            assertThatThrownBy(() -> connections.cancelTest(open.caller(), "mine"))
                    .isInstanceOf(AppException.class);
        }
    }

    @Test
    void givingUpClosesASocketThatNoTimeOutWouldClose() throws Exception {
        try (Workers workers = new Workers();
                ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Execution execution = new Execution(workers, CALLER, null, _ -> {});
            Opening.Opener endless = () -> {
                try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), silent.getLocalPort())) {
                    socket.getInputStream().read();
                    throw new SQLException("It was answered");
                } catch (IOException e) {
                    throw new SQLException(e);
                }
            };
            CompletableFuture<Connection> opened = CompletableFuture.supplyAsync(() -> {
                try {
                    return Opening.open(endless, workers.virtualThreads(), execution, Duration.ofMinutes(10));
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            try (Socket peer = silent.accept()) {
                peer.setSoTimeout(30_000);
                execution.cancel();
                assertThat(peer.getInputStream().read()).isEqualTo(-1);
                assertThatThrownBy(() -> opened.get(30, TimeUnit.SECONDS)).hasStackTraceContaining("cancelled");
            }
            execution.close();
        }
    }

    @Test
    void aServerThatNeverAnswersEndsTheTestInTime() throws Exception {
        try (OpenCore open = new OpenCore(folder);
                ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ConnectionTest result =
                    open.databases().connections().testDraft(open.caller(), draft(silent.getLocalPort()), null, null);
            assertThat(result.ok()).isFalse();
            assertThat(result.error()).doesNotContain("cancelled");
        }
    }
}
