package dev.wheelhouse.api;

import dev.wheelhouse.api.http.Route;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;

/** Asks a console that has just started for something, so that what a start loads is known to the start-up cache. */
final class StartTrial {

    private StartTrial() {}

    static void run(Console console) {
        try {
            String token =
                    Files.readString(console.core().access().localTokenFile()).strip();
            for (String path : new String[] {"/health", "/me", "/db-connections"}) {
                URI uri = URI.create("http://127.0.0.1:" + console.port() + Route.BASE_PATH + path);
                HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
                connection.setRequestProperty("Authorization", "Bearer " + token);
                connection.getInputStream().readAllBytes();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The trial start did not answer", e);
        }
    }
}
