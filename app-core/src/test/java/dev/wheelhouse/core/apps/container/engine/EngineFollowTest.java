package dev.wheelhouse.core.apps.container.engine;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.host.CommandOutput;
import dev.wheelhouse.core.platform.host.LocalHost;
import dev.wheelhouse.core.platform.host.SocketServer;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** An engine that never ends a log which is followed, as Podman 4.3.1 does when the container ends as it is asked. */
@DisabledOnOs(OS.WINDOWS)
class EngineFollowTest implements CommandOutput {

    private static final Duration PERIOD = Duration.ofMillis(20);

    private final Workers workers = new Workers();
    private final LocalHost host = new LocalHost(workers);
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private volatile boolean running;
    private SocketServer server;
    private Engine engine;

    @TempDir
    private Path directory;

    @BeforeEach
    void start() throws IOException {
        Path socket = directory.resolve("engine.sock");
        server = new SocketServer(socket, connection -> {
            BufferedReader request = new BufferedReader(new InputStreamReader(connection.input(), US_ASCII));
            String wanted = request.readLine();
            connection.output().write(answer(wanted).getBytes(UTF_8));
            if (wanted.contains("/logs")) {
                // Until the other side closes it.
                var _ = request.lines().count();
            }
        });
        engine = Engine.open(host, socket.toString(), PERIOD, workers);
    }

    @AfterEach
    void close() {
        server.close();
        host.close();
        workers.close();
    }

    private String answer(String request) {
        if (request.contains("/logs")) {
            String frame = "\1\0\0\0\0\0\0\5late\n";
            return "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(frame.length())
                    + "\r\n" + frame + "\r\n";
        }
        String body = request.contains("/_ping")
                ? "OK"
                : "{\"Id\":\"aa\",\"Name\":\"/a\",\"State\":{\"Running\":" + running
                        + ",\"StartedAt\":\"2026-11-22T02:13:33Z\"}}";
        return "HTTP/1.1 200 OK\r\nApi-Version: 1.41\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    @Override
    public void stdout(byte[] chunk) {
        written.writeBytes(chunk);
    }

    @Override
    public void stderr(byte[] chunk) {
        throw new AssertionError("nothing was written there");
    }

    @Test
    void endsWithTheContainerAndNotWithTheLimit() {
        assertThat(engine.follow("aa", Duration.ofDays(1), this)).isTrue();
        assertThat(written.toString(UTF_8)).isEqualTo("late\n");
    }

    @Test
    void goesOnWithAContainerThatSaysNothingUpToTheLimit() {
        running = true;

        assertThat(engine.follow("aa", PERIOD.multipliedBy(10), this)).isFalse();
        assertThat(written.toString(UTF_8)).isEqualTo("late\n");
    }
}
