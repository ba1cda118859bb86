package dev.wheelhouse.api;

import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.platform.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/** Asks a console that has just started for what is asked first, so that the start-up cache holds what that loads. */
final class StartTrial {

    /** Nothing listens on this port; the password is kept and read like any. */
    private static final String CONNECTION = """
        {"name": "Trial", "engine": "postgresql", "host": "127.0.0.1", "port": 1, "database": "trial", "user": "trial",
         "password": "trial", "ssl": "disable", "environment": "development"}\
        """;

    private static final System.Logger LOG = System.getLogger(StartTrial.class.getName());

    private static final String CLASS = ".class";

    private final String base;
    private final String token;

    private StartTrial(String base, String token) {
        this.base = base;
        this.token = token;
    }

    static void run(Console console) {
        try {
            String token =
                    Files.readString(console.core().access().localTokenFile()).strip();
            new StartTrial("http://127.0.0.1:" + console.port() + Route.BASE_PATH, token).ask();
            load(Class.forName("org.postgresql.Driver"), "org/postgresql/(core|jdbc|util|geometric)");
            load(Core.class, "dev/wheelhouse/core/databases/(sessions|catalog|tables|rows|values)");
        } catch (IOException e) {
            throw new UncheckedIOException("The trial start did not answer", e);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("The core brings the driver", e);
        }
    }

    private void ask() throws IOException {
        for (String path : new String[] {"/health", "/me", "/db-connections", "/servers", "/apps"}) {
            answer(path, null);
        }
        Object sample = Json.readObject(answer("/db-connections/sample", "{}")).get("id");
        String orders = "/db-connections/" + sample + "/tables/main/orders";
        answer(orders, null);
        answer(orders + "/rows?limit=100", null);
        answer("/db-connections/" + sample + "/query", "{\"sql\": \"SELECT * FROM orders LIMIT 10\"}");
        Object away = Json.readObject(answer("/db-connections", CONNECTION)).get("id");
        send("/db-connections/" + away + "/tables/public/orders/rows", null).disconnect();
    }

    private String answer(String path, @Nullable String body) throws IOException {
        HttpURLConnection connection = send(path, body);
        return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Until it was answered, well or not. */
    private HttpURLConnection send(String path, @Nullable String body) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(base + path).toURL().openConnection();
        connection.setRequestProperty("Authorization", "Bearer " + token);
        if (body != null) {
            connection.setDoOutput(true);
            connection.setRequestProperty("Content-Type", "application/json");
            connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
        }
        LOG.log(System.Logger.Level.DEBUG, "{0} was answered with {1}", path, connection.getResponseCode());
        return connection;
    }

    /** Without a server not all of it is used, which a first answer from one needs. */
    private static void load(Class<?> one, String packages) throws IOException {
        URL source = one.getProtectionDomain().getCodeSource().getLocation();
        if (source == null) {
            // From a start-up cache, which a trial has made already.
            return;
        }
        Path jar = Path.of(URI.create(source.toString()));
        try (JarFile files = new JarFile(jar.toFile())) {
            files.stream()
                    .map(JarEntry::getName)
                    .filter(name -> name.endsWith(CLASS) && name.matches(packages + "/.*"))
                    .map(name ->
                            name.substring(0, name.length() - CLASS.length()).replace('/', '.'))
                    .forEach(name -> load(name, one.getClassLoader()));
        }
    }

    private static void load(String name, ClassLoader loader) {
        try {
            Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError _) {
            // It is for a library that is not here.
        }
    }
}
