package dev.wheelhouse.api.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.Belongings;
import dev.wheelhouse.api.testing.FakePrometheus;
import dev.wheelhouse.api.testing.OpenApiContract;
import dev.wheelhouse.api.testing.OpenApiContract.Operation;
import dev.wheelhouse.api.testing.RawHttp;
import dev.wheelhouse.api.testing.RawHttp.RawAnswer;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.testing.LongRun;
import dev.wheelhouse.core.testing.Property;
import dev.wheelhouse.core.testing.Real;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Requests that are damaged anywhere, or none at all: for twenty seconds, and for two minutes where that is asked for. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Real
@Timeout(300)
@DisabledOnOs(OS.WINDOWS)
class RandomRequestsTest {

    private static final long NANOS = TimeUnit.SECONDS.toNanos(LongRun.of(20, 130));
    /** Of another server, which the message tells of, and of what is full. */
    private static final Set<Integer> ABOVE_499 = Set.of(502, 503, 504, 507);

    private static final long HEAP_GROWTH = 128L << 20;

    private static final List<String> METHODS =
            List.of("GET", "POST", "PUT", "PATCH", "HEAD", "OPTIONS", "TRACE", "get", "QUERY", "\0");
    private static final List<String> HEADERS = List.of(
            "Accept: text/html",
            "Accept-Encoding: gzip",
            "Content-Type: text/plain",
            "Content-Type: application/json; charset=utf-16",
            "Content-Encoding: gzip",
            "Expect: 100-continue",
            "If-Match: \"0\"",
            "If-None-Match: *",
            "Idempotency-Key: a",
            "Last-Event-ID: -1",
            "Prefer: respond-async",
            "Range: bytes=0-",
            "Transfer-Encoding: chunked",
            "Upgrade: websocket",
            "X-Forwarded-For: 10.0.0.1",
            "X-HTTP-Method-Override: DELETE");

    private final OpenApiContract contract = new OpenApiContract();
    private TestConsole console;
    private FakePrometheus server;
    private Belongings belongings;
    private Bodies bodies;
    private List<Operation> operations;

    @BeforeAll
    void start(@TempDir Path given) throws Exception {
        Path directory = given.toRealPath();
        console = TestConsole.start(directory);
        server = new FakePrometheus();
        console.owner().patch("/settings", "{\"privateHosts\":[\"127.0.0.1\"]}");
        belongings = new Belongings(console.owner(), console.addSqlite(), directory);
        bodies = new Bodies(contract, belongings, directory, server.url());
        operations = contract.operations().stream()
                .filter(each -> !each.path().endsWith("/stream"))
                // They end what the others are about.
                .filter(each ->
                        !each.path().startsWith("/vault") && !each.path().equals("/settings"))
                .filter(each -> !each.method().equals("DELETE") || !each.path().endsWith("/{id}"))
                .toList();
    }

    @AfterAll
    void stop() {
        console.close();
        server.close();
    }

    @Test
    void noneIsAnsweredWithAFaultOfTheConsole() throws Exception {
        List<String> failures = new ArrayList<>();
        long begun = System.nanoTime();
        // A landing sends the same each time, a night its own; what those find is mended with a test of its own.
        long seed = LongRun.of(0, 1) * Property.firstSeed() * 1_000_000;
        long before = heap();
        int sent = 0;
        int answered = 0;
        for (; System.nanoTime() - begun < NANOS; seed++) {
            byte[] request = request(new Random(seed));
            sent++;
            try {
                RawAnswer answer = RawHttp.exchange(console.port(), request);
                answered += answer.status() == 0 ? 0 : 1;
                if (answer.status() >= 500 && !ABOVE_499.contains(answer.status())) {
                    failures.add(told(seed, request) + " → " + answer);
                }
            } catch (SocketTimeoutException e) {
                failures.add(told(seed, request) + " → " + e);
            } catch (IOException _) {
                // Cut off while the rest of what is no request was sent.
            }
        }
        long grown = heap() - before;
        System.out.println("Random requests: " + sent + " sent, " + answered + " answered, " + failures.size()
                + " failures, the heap grew by " + (grown >> 20) + " MiB");
        assertThat(failures).isEmpty();
        assertThat(answered).isGreaterThan(sent / 2);
        assertThat(grown).isLessThan(HEAP_GROWTH);
        assertThat(console.owner().get("/health").json().path("status").asText())
                .isEqualTo("ok");
        assertThat(console.owner().get("/db-connections").status()).isEqualTo(200);
    }

    /** What is in use after a collection. */
    private static long heap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static String told(long seed, byte[] request) {
        String text = new String(request, StandardCharsets.ISO_8859_1);
        return "seed " + seed + ": " + text.substring(0, Math.min(text.length(), 1_000));
    }

    private byte[] request(Random random) {
        if (random.nextInt(20) == 0) {
            byte[] noise = new byte[1 + random.nextInt(2_000)];
            random.nextBytes(noise);
            // With an end of a head in it, that nobody waits for more.
            return (new String(noise, StandardCharsets.ISO_8859_1) + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1);
        }
        Operation operation = operations.get(random.nextInt(operations.size()));
        byte[] body = body(operation, random);
        String method = random.nextInt(8) == 0 ? METHODS.get(random.nextInt(METHODS.size())) : operation.method();
        StringBuilder head = new StringBuilder(method)
                .append(" /api/v1")
                .append(damaged(belongings.path(operation.path()), random, 60))
                .append(random.nextInt(4) == 0 ? "?" + noise(random).replace(' ', '+') + "=" + noise(random) : "")
                .append(" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ")
                .append(random.nextInt(50) == 0 ? noise(random) : console.ownerToken())
                .append("\r\n");
        for (int i = random.nextInt(3); i > 0; i--) {
            head.append(damaged(HEADERS.get(random.nextInt(HEADERS.size())), random, 200))
                    .append("\r\n");
        }
        boolean isDelete = method.equals("DELETE");
        if (!isDelete && body.length > 0) {
            head.append("Content-Type: application/json\r\nContent-Length: ")
                    .append(body.length)
                    .append("\r\n");
        }
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
        request.writeBytes(isDelete ? new byte[0] : body);
        return request.toByteArray();
    }

    private byte[] body(Operation operation, Random random) {
        if (bodies.schema(operation).isMissingNode() || random.nextInt(20) == 0) {
            byte[] noise = new byte[random.nextInt(200)];
            random.nextBytes(noise);
            return operation.method().equals("GET") ? new byte[0] : noise;
        }
        List<JsonNode> right = bodies.of(operation);
        byte[] body = right.get(random.nextInt(right.size())).toString().getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream damaged = new ByteArrayOutputStream();
        for (int i = 0; i < body.length; i++) {
            switch (random.nextInt(150)) {
                case 0 -> damaged.write(random.nextInt(256));
                case 1 -> i += random.nextInt(10);
                case 2 -> damaged.writeBytes(Arrays.copyOfRange(body, i, Math.min(body.length, i + 20)));
                case 3 -> damaged.writeBytes("\\u0000".getBytes(StandardCharsets.US_ASCII));
                default -> damaged.write(body[i]);
            }
        }
        return damaged.toByteArray();
    }

    /** @param rarity of how many characters one is another */
    private static String damaged(String text, Random random, int rarity) {
        StringBuilder damaged = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            damaged.append(random.nextInt(rarity) == 0 ? (char) random.nextInt(256) : text.charAt(i));
        }
        return damaged.toString();
    }

    private static String noise(Random random) {
        StringBuilder noise = new StringBuilder();
        for (int i = random.nextInt(30); i >= 0; i--) {
            noise.append((char) (' ' + 1 + random.nextInt(94)));
        }
        return noise.toString();
    }
}
