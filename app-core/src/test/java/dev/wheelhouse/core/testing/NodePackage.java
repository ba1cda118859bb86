package dev.wheelhouse.core.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** A program for Node.js beside a test class, with packages of npm of the versions in its lock file. */
public final class NodePackage {

    private final Path place;
    private final String script;

    private NodePackage(Path place, String script) {
        this.place = place;
        this.script = script;
    }

    /**
     * Fetches the packages, which wait in {@code target} from then on; the test is left out where that cannot be done.
     *
     * @param folder of resources beside the class: the script, {@code package.json}, {@code package-lock.json}, {@code .npmrc}
     */
    public static NodePackage install(Class<?> beside, String folder, String script)
            throws IOException, InterruptedException {
        assumeTrue(isThere("node") && isThere("npm"), "Install Debian's packages nodejs and npm.");
        NodePackage made = new NodePackage(Files.createDirectories(Path.of("target", "node", folder)), script);
        for (String each : List.of("package.json", "package-lock.json", ".npmrc", script)) {
            try (InputStream file = beside.getResourceAsStream(folder + "/" + each)) {
                Files.copy(Objects.requireNonNull(file), made.place.resolve(each), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        // Nothing is written outside, and what was fetched once needs no network again.
        Ended ended = made.end("", "npm", "ci", "--prefer-offline", "--no-update-notifier", "--cache", "cache");
        assumeTrue(ended.exitCode() == 0, () -> "The packages of the lock file could not be fetched: " + ended.said());
        return made;
    }

    /** What the script writes for that input; fails with it where the script fails. */
    public String run(String input, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("node", script));
        command.addAll(List.of(arguments));
        Ended ended = end(input, command.toArray(String[]::new));
        if (ended.exitCode() != 0) {
            throw new AssertionError(ended.said());
        }
        return ended.said().strip();
    }

    private static boolean isThere(String program) {
        return List.of(String.valueOf(System.getenv("PATH")).split(":")).stream()
                .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
    }

    private record Ended(int exitCode, String said) {}

    private Ended end(String input, String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(place.toFile())
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
