package dev.wheelhouse.core.apps.container.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.CommandInput;
import dev.wheelhouse.core.platform.host.CommandOutput;
import dev.wheelhouse.core.platform.host.LocalHost;
import dev.wheelhouse.core.platform.host.SocketServer;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.net.HttpHead;
import dev.wheelhouse.core.testing.Awaiting;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What is sent for a build, and what is made of its answer. */
@DisabledOnOs(OS.WINDOWS)
class EngineImagesTest {

    private static final String PING = "HTTP/1.1 200 OK\r\nApi-Version: 1.41\r\nContent-Length: 2\r\n\r\nOK";
    /** A nought and two ends of lines, and as many bytes. */
    private static final long LAST_CHUNK = 0x300D_0A0D_0AL;

    private static final long LAST_BYTES = 0xFF_FFFF_FFFFL;
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Workers workers = new Workers();
    private final LocalHost host = new LocalHost(workers);
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private volatile byte[] received = {};
    private volatile boolean over;

    @TempDir
    private Path directory;

    @AfterEach
    void close() {
        host.close();
        workers.close();
    }

    /** An engine that takes a context and answers then; one that refuses answers before. */
    private SocketServer engine(String answer, boolean refuses) throws IOException {
        return new SocketServer(directory.resolve("engine.sock"), connection -> {
            InputStream input = new BufferedInputStream(connection.input());
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            while (!head.toString(UTF_8).endsWith("\r\n\r\n")) {
                head.write(input.read());
            }
            if (head.toString(UTF_8).contains("/_ping")) {
                connection.output().write(PING.getBytes(UTF_8));
                return;
            }
            if (!refuses) {
                ByteArrayOutputStream body = new ByteArrayOutputStream();
                for (long last = 0; last != LAST_CHUNK; ) {
                    int next = input.read();
                    if (next < 0) {
                        over = true;
                        return;
                    }
                    body.write(next);
                    last = (last << 8 | next) & LAST_BYTES;
                }
                received = body.toByteArray();
            }
            connection.output().write(answer.getBytes(UTF_8));
        });
    }

    /** With its length, as engines send it: behind what nobody reads, a connection ends as a broken one. */
    private static String answer(int status, String body) {
        return "HTTP/1.1 " + status + " X\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    private void build(CommandInput context) {
        CommandOutput output = new CommandOutput() {
            @Override
            public void stdout(byte[] chunk) {
                written.writeBytes(chunk);
            }

            @Override
            public void stderr(byte[] chunk) {
                written.writeBytes(chunk);
            }
        };
        Engine.open(host, directory.resolve("engine.sock").toString(), workers)
                .images()
                .build("localhost/a:b", "Dockerfile", context, LIMIT, output);
    }

    private AppException refusal(CommandInput context) {
        return catchThrowableOfType(AppException.class, () -> build(context));
    }

    @Test
    void sendsTheWholeContextAndPassesOnWhatIsWritten() throws Exception {
        byte[] context = new byte[200_001];
        new Random(4).nextBytes(context);
        String steps =
                "{\"stream\":\"STEP 1/1\\n\"}\n{\"status\":\"Pulling\",\"id\":\"ab\"}\n{\"aux\":{\"ID\":\"x\"}}\n";
        try (SocketServer _ = engine(answer(200, steps), false)) {
            build(CommandInput.of(context));
        }

        HttpHead chunked = HttpHead.read(
                new ByteArrayInputStream("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".getBytes(UTF_8)));
        assertThat(chunked.body(new ByteArrayInputStream(received)).readAllBytes())
                .isEqualTo(context);
        assertThat(written.toString(UTF_8)).isEqualTo("STEP 1/1\nab Pulling\n");
    }

    @Test
    void tellsTheEnginesLastWords() throws Exception {
        try (SocketServer _ = engine(answer(200, "{\"error\":\"The command returned a non-zero code: 7\"}\n"), false)) {
            assertThat(refusal(CommandInput.NONE))
                    .hasMessage("The image could not be built: The command returned a non-zero code: 7.");
        }
    }

    @Test
    void saysThatThereIsNoRoom() throws Exception {
        try (SocketServer _ = engine(answer(200, "{\"error\":\"write /x: no space left on device\"}\n"), false)) {
            assertThat(refusal(CommandInput.NONE).errorCode()).isEqualTo(PlatformError.STORAGE_FULL);
        }
    }

    @Test
    void readsARefusalThatComesBeforeTheEnd() throws Exception {
        byte[] context = new byte[4 << 20];
        try (SocketServer _ = engine(answer(400, "{\"message\":\"dockerfile parse error\"}"), true)) {
            assertThat(refusal(CommandInput.of(context))).hasMessageContaining("dockerfile parse error");
        }
    }

    @Test
    void neverSendsHalfAContextAsAWholeOne() throws Exception {
        try (SocketServer _ = engine(answer(200, ""), false)) {
            AppException broken = refusal(tar -> {
                tar.write(new byte[100_000]);
                throw new AppException(PlatformError.UPSTREAM_FAILED, "The cache is damaged.");
            });
            assertThat(broken).hasMessage("The cache is damaged.");
            Awaiting.until(() -> over);
        }
    }
}
