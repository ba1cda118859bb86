package dev.wheelhouse.api.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.Belongings;
import dev.wheelhouse.api.testing.FakePrometheus;
import dev.wheelhouse.api.testing.OpenApiContract;
import dev.wheelhouse.api.testing.OpenApiContract.Operation;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.testing.LongRun;
import dev.wheelhouse.core.vcs.git.TestGit;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Bodies that somebody damaged or made up, sent to every route that takes one, for a while. */
@Tag("real")
@Timeout(300)
@DisabledOnOs(OS.WINDOWS)
class RandomBodiesTest {

    private static final Duration LENGTH = Duration.ofSeconds(LongRun.of(20, 120));
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long MOST_MORE_BYTES = 200L << 20;
    private static final int MOST_DAMAGES = 4;
    private static final int LONGEST_PART = 40;

    private final OpenApiContract contract = new OpenApiContract();

    /** A right body of an operation, as it is sent. */
    private record Right(Operation operation, String body) {}

    @Test
    void breakNothing(@TempDir Path given) throws Exception {
        Path directory = given.toRealPath();
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<String> failures = new ArrayList<>();
        int sent = 0;
        int accepted = 0;
        try (TestConsole console = TestConsole.start(directory);
                TestGit git = new TestGit(directory.resolve("shop.git"));
                FakePrometheus server = new FakePrometheus()) {
            git.commitTexts("One", Map.of("a/run.sh", "true"));
            Belongings belongings = new Belongings(console.owner(), console.addSqlite(), directory);
            List<Right> rights = rights(new Bodies(contract, belongings, directory, server.url()));
            long before = usedBytes();
            for (long end = System.nanoTime() + LENGTH.toNanos(); System.nanoTime() < end; sent++) {
                Right right = rights.get(random.nextInt(rights.size()));
                byte[] body = random.nextInt(8) == 0
                        ? madeUp(random)
                        : damaged(right.body().getBytes(StandardCharsets.UTF_8), random);
                Operation operation = right.operation();
                long began = System.nanoTime();
                try {
                    Reply reply = console.owner()
                            .send(
                                    operation.method(),
                                    belongings.path(operation.path()),
                                    body,
                                    Map.of("Content-Type", "application/json"));
                    accepted += reply.status() < 300 ? 1 : 0;
                    if (reply.status() == 500) {
                        failures.add(what(operation, body) + " → " + reply.body());
                    }
                } catch (AssertionError | IOException e) {
                    failures.add(what(operation, body) + " → " + e.getMessage());
                }
                if (System.nanoTime() - began > LIMIT_NANOS) {
                    failures.add(what(operation, body) + " is answered too late");
                }
            }
            System.out.println("Random bodies: seed " + seed + ", " + sent + " requests, " + accepted + " accepted, "
                    + failures.size() + " failures");
            assertThat(failures).as("seed " + seed).isEmpty();
            assertThat(sent).isGreaterThan(100);
            assertThat(console.owner().get("/health").json().path("status").asText())
                    .isEqualTo("ok");
            assertThat(usedBytes() - before).isLessThan(MOST_MORE_BYTES);
        }
    }

    /** Of every operation but those that close the vault or move the console away. */
    private List<Right> rights(Bodies bodies) throws Exception {
        List<Right> rights = new ArrayList<>();
        for (Operation operation : contract.operations()) {
            if (bodies.schema(operation).isMissingNode()
                    || operation.path().startsWith("/vault")
                    || operation.path().startsWith("/settings")) {
                continue;
            }
            for (JsonNode each : bodies.of(operation)) {
                rights.add(new Right(operation, each.toString()));
            }
        }
        return rights;
    }

    private static byte[] madeUp(Random random) {
        byte[] bytes = new byte[random.nextInt(2000)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] damaged(byte[] right, Random random) {
        byte[] body = right;
        for (int i = random.nextInt(MOST_DAMAGES); i >= 0; i--) {
            int from = random.nextInt(body.length + 1);
            int to = Math.min(body.length, from + random.nextInt(LONGEST_PART));
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.write(body, 0, from);
            switch (random.nextInt(5)) {
                case 0 -> from = to;
                case 1 -> out.write(body, from, to - from);
                case 2 -> out.write(random.nextInt(256));
                case 3 ->
                    out.writeBytes("\"{[]},:0123456789.-eE \\u\u0000"
                            .substring(random.nextInt(20))
                            .getBytes(StandardCharsets.UTF_8));
                default -> {
                    if (from < to) {
                        out.write(body[from] ^ 1 << random.nextInt(8));
                        from++;
                    }
                }
            }
            out.write(body, from, body.length - from);
            body = out.toByteArray();
        }
        return body;
    }

    private static String what(Operation operation, byte[] body) {
        return operation.method() + " " + operation.path() + " " + new String(body, StandardCharsets.ISO_8859_1);
    }

    private static long usedBytes() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
