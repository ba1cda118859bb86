package dev.wheelhouse.api.mcp;

import dev.wheelhouse.api.http.HttpLimits;
import dev.wheelhouse.api.http.MediaTypes;
import dev.wheelhouse.api.http.json.JsonCodec;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.json.OneLineOutput;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Passes messages between lines (MCP, stdio) and the {@code /mcp} of the console that runs in a home: each line is a request
 * of its own, and answers are written in the order in which they come. The home's files are read anew for each, so that a
 * console that was started again is found.
 */
public final class McpBridge {

    /** Under way at once; further lines wait. */
    private static final int MOST_REQUESTS = 16;

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Path home;
    private final OutputStream output;
    private final HttpClient http;
    private final JsonCodec json = new JsonCodec();
    private final int mostBytes = HttpLimits.standard().maxBodyBytes();
    private final Semaphore free = new Semaphore(MOST_REQUESTS);

    /** @param output for messages, each in a line of its own */
    public McpBridge(Path home, OutputStream output) {
        this.home = home;
        this.output = output;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(PATIENCE)
                .sslContext(trusting(
                        new OwnCertificate(() -> ConsoleAddress.find(home).certificateSha256())))
                .build();
    }

    private static SSLContext trusting(TrustManager trust) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {trust}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java has TLS", e);
        }
    }

    /** @throws AppException {@code state_invalid} when no console answers */
    public void requireConsole() throws InterruptedException {
        HttpRequest health = HttpRequest.newBuilder(ConsoleAddress.find(home).health())
                .timeout(PATIENCE)
                .build();
        try {
            http.send(health, HttpResponse.BodyHandlers.discarding());
        } catch (IOException _) {
            throw ConsoleAddress.absent(home);
        }
    }

    /** Passes every line until the end of the input, and returns once all is answered. */
    public void pass(InputStream input) throws IOException, InterruptedException {
        InputStream in = new BufferedInputStream(input);
        for (byte[] line = line(in); line != null; line = line(in)) {
            pass(line);
        }
        free.acquire(MOST_REQUESTS);
        free.release(MOST_REQUESTS);
    }

    /** Null at the end; of a line that is too long, one byte more than there may be. */
    private byte @Nullable [] line(InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int next = in.read();
        if (next < 0) {
            return null;
        }
        for (; next >= 0 && next != '\n'; next = in.read()) {
            if (bytes.size() <= mostBytes) {
                bytes.write(next);
            }
        }
        return bytes.toByteArray();
    }

    private void pass(byte[] line) throws InterruptedException {
        if (line.length > mostBytes) {
            refuse(null, McpError.invalidRequest("A message has at most " + (mostBytes >> 20) + " MiB."));
        } else if (!new String(line, StandardCharsets.UTF_8).isBlank()) {
            send(line);
        }
    }

    /** What is kept of a message until it is answered. */
    private record Asked(@Nullable Object id, boolean isNotification) {

        static Asked of(Object message) {
            boolean isNotification = message instanceof Map<?, ?> members
                    && members.get("method") instanceof String
                    && !members.containsKey("id");
            return new Asked(McpMessage.idOf(message), isNotification);
        }
    }

    private void send(byte[] line) throws InterruptedException {
        Object message;
        try {
            message = json.read(line, Object.class);
        } catch (AppException e) {
            refuse(null, McpError.unreadable(e));
            return;
        }
        Asked asked = Asked.of(message);
        HttpRequest request;
        try {
            request = request(ConsoleAddress.find(home), line, message);
        } catch (AppException e) {
            fail(asked, String.valueOf(e.getMessage()), null);
            return;
        }
        free.acquire();
        var _ = http.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray()).whenComplete((response, failure) -> {
            try {
                answer(asked, response);
            } finally {
                free.release();
            }
        });
    }

    private static HttpRequest request(ConsoleAddress console, byte[] line, Object message) {
        HttpRequest.Builder request = HttpRequest.newBuilder(console.endpoint())
                .header("Authorization", "Bearer " + console.token())
                .header("Content-Type", MediaTypes.JSON)
                .header("Accept", MediaTypes.JSON + ", " + MediaTypes.EVENTS)
                .POST(HttpRequest.BodyPublishers.ofByteArray(line));
        McpRevision.mirrored(message).forEach(request::header);
        return request.build();
    }

    /** @param response null when there was none */
    private void answer(Asked asked, @Nullable HttpResponse<byte[]> response) {
        if (response == null) {
            fail(asked, "The console did not answer. Whether it did what it was asked is not known.", null);
            return;
        }
        String type = response.headers().firstValue("Content-Type").orElse("");
        if (type.equals(MediaTypes.JSON)) {
            if (!asked.isNotification()) {
                write(response.body());
            }
        } else if (response.statusCode() != 202) {
            problem(asked, response);
        }
    }

    private void problem(Asked asked, HttpResponse<byte[]> response) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("status", response.statusCode());
        String detail = "The console answered " + response.statusCode() + ".";
        try {
            Map<String, Object> problem = McpMessage.object(json.read(response.body(), Object.class));
            if (problem.get("code") instanceof String code) {
                data.put("code", code);
            }
            if (problem.get("detail") instanceof String given) {
                detail = given;
            }
        } catch (AppException _) {
            // Of something on the way, which has no problem documents.
        }
        fail(asked, detail, data);
    }

    private void fail(Asked asked, String why, @Nullable Map<String, Object> data) {
        if (asked.isNotification()) {
            System.err.println(why);
            return;
        }
        refuse(asked.id(), new McpError(500, McpError.INTERNAL_ERROR, why, data));
    }

    private void refuse(@Nullable Object id, McpError error) {
        write(json.write(McpAnswerJson.of(id, error)));
    }

    private synchronized void write(byte[] message) {
        try {
            new OneLineOutput(output).write(message);
            output.write('\n');
            output.flush();
        } catch (IOException e) {
            // Who reads no more has closed the input too, or is about to.
            System.err.println("An answer could not be written: " + e.getMessage());
        }
    }
}
