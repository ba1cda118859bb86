package dev.wheelhouse.core.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** The distribution's own git, with nobody's configuration. */
public final class DebianGit {

    private DebianGit() {}

    /**
     * Runs one command to its end.
     *
     * @return what it wrote
     * @throws IOException with that, when it fails
     */
    public static String run(Path directory, String... arguments) throws IOException, InterruptedException {
        String[] command = new String[arguments.length + 1];
        command[0] = "git";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment()
                .putAll(Map.of(
                        "GIT_CONFIG_GLOBAL", "/dev/null",
                        "GIT_CONFIG_NOSYSTEM", "1",
                        "GIT_AUTHOR_NAME", "Ada",
                        "GIT_AUTHOR_EMAIL", "ada@shop.example",
                        "GIT_COMMITTER_NAME", "Ada",
                        "GIT_COMMITTER_EMAIL", "ada@shop.example"));
        Process process = builder.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": " + output);
        }
        return output.strip();
    }
}
