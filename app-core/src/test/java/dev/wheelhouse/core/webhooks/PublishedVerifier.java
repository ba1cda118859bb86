package dev.wheelhouse.core.webhooks;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.net.HttpReceiver.Request;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** The library that the authors of Standard Webhooks publish (npm, {@code standardwebhooks}), of the version in its lock file. */
final class PublishedVerifier {

    private static final Path PLACE = Path.of("target", "standardwebhooks");
    private static final List<String> FILES = List.of("package.json", "package-lock.json", ".npmrc", "verify.js");

    private PublishedVerifier() {}

    /** Fetches the library, which waits in {@code target} from then on; the test is left out where that cannot be done. */
    static void install() throws IOException, InterruptedException {
        assumeTrue(isThere("node") && isThere("npm"), "Install Debian's packages nodejs and npm.");
        Files.createDirectories(PLACE);
        for (String each : FILES) {
            try (InputStream file = PublishedVerifier.class.getResourceAsStream("verifier/" + each)) {
                Files.copy(Objects.requireNonNull(file), PLACE.resolve(each), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        // Nothing is written outside, and what was fetched once needs no network again.
        Ended ended = run("", "npm", "ci", "--prefer-offline", "--no-update-notifier", "--cache", "cache");
        assumeTrue(ended.exitCode() == 0, () -> "The packages of the lock file could not be fetched: " + ended.said());
    }

    /** What the library makes of a message: {@code accepted} and its type, or {@code refused} and why. */
    static String verdict(String secret, Map<String, String> headers, String body)
            throws IOException, InterruptedException {
        Ended ended =
                run(Json.write(Map.of("secret", secret, "headers", headers, "body", body)) + "\n", "node", "verify.js");
        if (ended.exitCode() != 0) {
            throw new AssertionError(ended.said());
        }
        return ended.said().strip();
    }

    static String verdict(WebhookSecret secret, Request request) throws IOException, InterruptedException {
        return verdict(secret.text(), request.headers(), request.body());
    }

    private static boolean isThere(String program) {
        return List.of(String.valueOf(System.getenv("PATH")).split(":")).stream()
                .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
    }

    private record Ended(int exitCode, String said) {}

    private static Ended run(String input, String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(PLACE.toFile())
                .redirectErrorStream(true)
                .start();
        try {
            process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(1, TimeUnit.MINUTES)) {
                throw new AssertionError(command[0] + " does not end");
            }
            return new Ended(process.exitValue(), said);
        } finally {
            process.destroyForcibly();
        }
    }
}
