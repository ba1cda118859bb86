package dev.wheelhouse.core.mail.publish.provider;

import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.FreePort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Debian's PowerDNS with its API on a loopback port, in a directory of its own, with the zone of {@link TestZone}. */
final class PowerDnsServer implements AutoCloseable {

    static final String KEY = "the-key-of-the-api";

    private static final Path SCHEMA = Path.of("/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql");

    private final HttpClient client = HttpClient.newHttpClient();
    private final URI url;
    private final int port;
    private final Process process;

    PowerDnsServer(Path directory) throws Exception {
        int api = FreePort.next();
        port = FreePort.next();
        url = URI.create("http://127.0.0.1:" + api);
        Path database = directory.resolve("pdns.sqlite3");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                Statement statement = connection.createStatement()) {
            for (String each : Files.readString(SCHEMA).split(";", -1)) {
                if (!each.isBlank()) {
                    statement.execute(each);
                }
            }
        }
        Files.writeString(directory.resolve("pdns.conf"), """
            launch=gsqlite3
            gsqlite3-database=%s
            socket-dir=%s
            local-address=127.0.0.1
            local-port=%d
            webserver=yes
            webserver-address=127.0.0.1
            webserver-port=%d
            webserver-allow-from=127.0.0.1
            api=yes
            dnsupdate=yes
            allow-dnsupdate-from=127.0.0.1
            api-key=%s
            """.formatted(database, directory, port, api, KEY));
        Path zone = Files.writeString(directory.resolve("zone"), TestZone.TEXT);
        util(directory, "load-zone", TestZone.NAME, zone.toString());
        util(directory, "import-tsig-key", TestZone.KEY, "hmac-sha256", TestZone.SECRET_TEXT);
        util(directory, "import-tsig-key", "long", "hmac-sha512", TestZone.SECRET_TEXT);
        util(directory, "import-tsig-key", "other", "hmac-sha256", TestZone.SECRET_TEXT);
        util(directory, "set-meta", TestZone.NAME, "TSIG-ALLOW-DNSUPDATE", TestZone.KEY, "long");
        Path log = directory.resolve("server.log");
        process = new ProcessBuilder(
                        "/usr/sbin/pdns_server", "--config-dir=" + directory, "--daemon=no", "--guardian=no")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            Awaiting.until(() -> !process.isAlive() || (answers() && KnotServer.hasZone(port)));
            if (!process.isAlive()) {
                throw new IllegalStateException(Files.readString(log));
            }
        } catch (Exception | AssertionError e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private static void util(Path directory, String... command) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("/usr/bin/pdnsutil", "--config-dir=" + directory));
        all.addAll(List.of(command));
        Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(said);
        }
    }

    /** Of DNS. */
    int port() {
        return port;
    }

    URI url() {
        return url;
    }

    /** Changes sets of the zone as somebody else. */
    void patch(String sets) throws Exception {
        call("PATCH", "/zones/" + TestZone.NAME + ".", "{\"rrsets\": [" + sets + "]}");
    }

    /** Such as {@code 4.7.3}. */
    String version() throws Exception {
        return String.valueOf(Json.readObject(call("GET", "", "")).get("version"));
    }

    String zone() throws Exception {
        return call("GET", "/zones/" + TestZone.NAME + ".", "");
    }

    private String call(String method, String path, String body) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(url.resolve("/api/v1/servers/localhost" + path))
                        .header("X-API-Key", KEY)
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() >= 300) {
            throw new IllegalStateException(answer.statusCode() + " " + answer.body());
        }
        return answer.body();
    }

    private boolean answers() {
        try {
            call("GET", "", "");
            return true;
        } catch (IOException | IllegalStateException _) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws InterruptedException {
        client.close();
        process.destroy();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }
}
