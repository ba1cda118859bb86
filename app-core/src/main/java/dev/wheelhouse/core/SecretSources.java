package dev.wheelhouse.core;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the secrets of a start are read from: never from an argument, which other users of the machine can read.
 *
 * @param join whether the home joins the vault of the shared state
 * @param code where the code is read from; null for the terminal
 * @param passphrase where the home's passphrase is read from; null for none
 */
public record SecretSources(
        boolean join, @Nullable Path code, @Nullable Path passphrase) {

    public static final SecretSources NONE = new SecretSources(false, null, null);

    private static final int MOST_BYTES = 64 * 1024;

    /** Such as {@code /dev/fd/3}, which Linux and macOS have. */
    static Path descriptor(int number) {
        return Path.of("/dev/fd/" + number);
    }

    /** @throws AppException {@code bad_request} when one of them cannot be read */
    public StartSecrets read() {
        return new StartSecrets(join ? readCode() : null, passphrase == null ? null : read(passphrase));
    }

    /**
     * A passphrase that something needs: from its descriptor, or as a person types it.
     *
     * @param prompts a second one asks for the same again
     * @throws AppException {@code bad_request} when it cannot be read, or two were typed
     */
    public String requirePassphrase(String... prompts) {
        if (passphrase != null) {
            return read(passphrase);
        }
        String first = typed(prompts[0], "passphrase", "--passphrase-fd N");
        for (int next = 1; next < prompts.length; next++) {
            if (!first.equals(typed(prompts[next], "passphrase", "--passphrase-fd N"))) {
                throw new AppException(PlatformError.BAD_REQUEST, "The two are not the same. Nothing was done.");
            }
        }
        return first;
    }

    private String readCode() {
        return code != null ? read(code) : typed("Code: ", "code", "--join-fd N");
    }

    private static String typed(String prompt, String what, String option) {
        // JDK 25 has none where standard input is no terminal, JDK 22 to 24 one that is no terminal.
        char[] typed = Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .map(terminal -> terminal.readPassword(prompt))
                .orElseThrow(() -> new AppException(
                        PlatformError.BAD_REQUEST,
                        "There is no terminal to read the " + what + " from. Give it through a descriptor: " + option
                                + "."));
        return new String(typed);
    }

    private static String read(Path file) {
        try (InputStream input = Files.newInputStream(file)) {
            // What echo or an editor puts at the end.
            return new String(input.readNBytes(MOST_BYTES), StandardCharsets.UTF_8).replaceFirst("\\R$", "");
        } catch (IOException e) {
            throw new AppException(
                    PlatformError.BAD_REQUEST,
                    "The secret in " + file + " cannot be read (" + e.getClass().getSimpleName() + ").",
                    e);
        }
    }
}
