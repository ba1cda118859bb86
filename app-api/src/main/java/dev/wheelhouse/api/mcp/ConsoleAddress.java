package dev.wheelhouse.api.mcp;

import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where the console of a home answers, and by which token, as the home's files tell.
 *
 * @param certificateSha256 of its certificate, in hexadecimal digits; null without TLS
 */
record ConsoleAddress(String url, @Nullable String certificateSha256, String token) {

    private record Announced(String url, long pid, @Nullable String certificateSha256) {}

    /** @throws AppException {@code state_invalid} when no console runs there */
    static ConsoleAddress find(Path home) {
        try {
            Announced announced = Json.read(Files.readString(home.resolve("api.json")), Announced.class);
            // What a killed console left may name a port that another program has by now.
            if (ProcessHandle.of(announced.pid()).isPresent()) {
                String token = Files.readString(home.resolve("local-token")).strip();
                return new ConsoleAddress(announced.url(), announced.certificateSha256(), token);
            }
        } catch (IOException | UncheckedIOException _) {
            // Without these files there is none.
        }
        throw absent(home);
    }

    static AppException absent(Path home) {
        return new AppException(
                PlatformError.STATE_INVALID, "No console is running in the home " + home + ": start Wheelhouse first.");
    }

    URI health() {
        return URI.create(url + "/health");
    }

    URI endpoint() {
        return URI.create(url + Route.BASE_PATH + "/mcp");
    }
}
