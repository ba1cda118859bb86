package dev.wheelhouse.core.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The distribution's BIND with a configuration and zones of its own, on a port of 127.0.0.1. */
public final class BindServer implements AutoCloseable {

    private static final Path NAMED = Path.of("/usr/sbin/named");

    private final Path directory;
    private final Process named;

    private BindServer(Path directory, int port, String options, String zones)
            throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(NAMED), "Install Debian's package bind9.");
        this.directory = directory;
        Path configuration = directory.resolve("named.conf");
        Files.writeString(configuration, """
                options {
                  directory "%1$s";
                  listen-on port %2$d { 127.0.0.1; };
                  listen-on-v6 { none; };
                  pid-file none;
                  session-keyfile "%1$s/session.key";
                  managed-keys-directory "%1$s";
                  dnssec-validation no;
                  notify no;
                  %3$s
                };
                controls { };
                %4$s
                """.formatted(directory, port, options, zones));
        named = new ProcessBuilder(NAMED.toString(), "-g", "-c", configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
        awaitStart();
    }

    /**
     * An authoritative server.
     *
     * @param directory empty, deleted by the caller; a test without BIND is left out
     * @param zones texts of zone files by their origin, with SOA and NS
     */
    public static BindServer serving(Path directory, int port, Map<String, String> zones)
            throws IOException, InterruptedException {
        return serving(directory, port, zones, "", "");
    }

    /**
     * A TSIG key.
     *
     * @param algorithm such as {@code hmac-sha256}
     * @param mayUpdate whether it may change all of each zone
     */
    public record Key(String name, String algorithm, boolean mayUpdate) {}

    /**
     * An authoritative server whose zones take updates.
     *
     * @param secret of all keys, in Base64
     */
    public static BindServer updated(Path directory, int port, Map<String, String> zones, String secret, Key... keys)
            throws IOException, InterruptedException {
        StringBuilder lines = new StringBuilder();
        StringBuilder grants = new StringBuilder();
        for (Key each : keys) {
            lines.append(
                    "key \"%s\" { algorithm %s; secret \"%s\"; };\n".formatted(each.name(), each.algorithm(), secret));
            grants.append(each.mayUpdate() ? "grant %s zonesub ANY; ".formatted(each.name()) : "");
        }
        return serving(directory, port, zones, lines.toString(), " update-policy { " + grants + "};");
    }

    private static BindServer serving(Path directory, int port, Map<String, String> zones, String keys, String policy)
            throws IOException, InterruptedException {
        StringBuilder lines = new StringBuilder(keys);
        for (Map.Entry<String, String> each : zones.entrySet()) {
            Path file = directory.resolve(each.getKey() + "zone");
            Files.writeString(file, "$TTL 300\n" + each.getValue());
            lines.append("zone \"%s\" { type primary; file \"%s\";%s };\n".formatted(each.getKey(), file, policy));
        }
        return new BindServer(directory, port, "recursion no;", lines.toString());
    }

    /**
     * A resolver that asks the server of each zone.
     *
     * @param zones for which it asks a {@link #serving} one
     * @param server the port of that one
     */
    public static BindServer resolving(Path directory, int port, Set<String> zones, int server)
            throws IOException, InterruptedException {
        StringBuilder lines = new StringBuilder();
        zones.forEach(origin ->
                lines.append("zone \"%s\" { type forward; forward only; forwarders { 127.0.0.1 port %d; }; };\n"
                        .formatted(origin, server)));
        return new BindServer(directory, port, "recursion yes;", lines.toString());
    }

    /** It accepts connections before it has loaded its zones. */
    private void awaitStart() throws IOException, InterruptedException {
        Path log = directory.resolve("log");
        try {
            Awaiting.answer(
                    () -> {
                        String said = Files.readString(log);
                        assertThat(named.isAlive()).as(said).isTrue();
                        return said;
                    },
                    said -> said.contains("all zones loaded"),
                    "the start of BIND");
        } catch (AssertionError e) {
            close();
            throw e;
        }
    }

    @Override
    public void close() throws InterruptedException {
        named.destroy();
        if (!named.waitFor(20, TimeUnit.SECONDS)) {
            named.destroyForcibly();
            named.waitFor();
        }
    }
}
