package dev.wheelhouse.core.mail.publish.provider;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.host.Awaiting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.TimeUnit;

/** A name server of Debian on a loopback port, in a directory of its own. */
final class RealServer implements AutoCloseable {

    private final int port;
    private final Path log;
    private final Process process;

    private RealServer(int port, Path directory, String... command) throws Exception {
        this.port = port;
        log = directory.resolve("server.log");
        process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            Awaiting.until(() -> !process.isAlive() || hasZone(port));
        } catch (AssertionError e) {
            process.destroyForcibly();
            throw e;
        }
        if (!process.isAlive()) {
            throw new IllegalStateException(Files.readString(log));
        }
    }

    static RealServer bind(Path directory) throws Exception {
        int port = freePort();
        Files.writeString(directory.resolve("zone"), TestZone.TEXT);
        Files.writeString(directory.resolve("named.conf"), """
            options {
              directory "%s"; pid-file "named.pid"; session-keyfile "session.key"; lock-file none;
              listen-on port %d { 127.0.0.1; }; listen-on-v6 { none; };
              recursion no; dnssec-validation no; notify no;
            };
            controls { };
            key "%s" { algorithm hmac-sha256; secret "%s"; };
            key "long" { algorithm hmac-sha512; secret "%s"; };
            key "other" { algorithm hmac-sha256; secret "%s"; };
            zone "%s" { type primary; file "zone"; update-policy { grant %s zonesub ANY; grant long zonesub ANY; }; };
            """.formatted(
                        directory,
                        port,
                        TestZone.KEY,
                        TestZone.SECRET_TEXT,
                        TestZone.SECRET_TEXT,
                        TestZone.SECRET_TEXT,
                        TestZone.NAME,
                        TestZone.KEY));
        return new RealServer(
                port,
                directory,
                "/usr/sbin/named",
                "-c",
                directory.resolve("named.conf").toString(),
                "-g");
    }

    static RealServer knot(Path directory) throws Exception {
        int port = freePort();
        Files.writeString(directory.resolve("zone"), TestZone.TEXT);
        Files.writeString(directory.resolve("knot.conf"), """
            server:
                rundir: %1$s
                listen: 127.0.0.1@%2$d
            log:
              - target: stdout
                any: info
            database:
                storage: %1$s
            key:
              - id: %3$s
                algorithm: hmac-sha256
                secret: %4$s
              - id: long
                algorithm: hmac-sha512
                secret: %4$s
              - id: other
                algorithm: hmac-sha256
                secret: %4$s
            acl:
              - id: update
                key: [%3$s, long]
                action: update
            zone:
              - domain: %5$s
                storage: %1$s
                file: zone
                acl: update
            """.formatted(
                        directory, port, TestZone.KEY, TestZone.SECRET_TEXT, TestZone.NAME));
        return new RealServer(
                port,
                directory,
                "/usr/sbin/knotd",
                "-c",
                directory.resolve("knot.conf").toString());
    }

    int port() {
        return port;
    }

    String log() throws IOException {
        return Files.readString(log);
    }

    /** A server accepts connections before it has loaded its zone. */
    static boolean hasZone(int port) {
        try {
            return !UpdateContract.provider(TestZone.access(port), Clock.systemUTC())
                    .test()
                    .isEmpty();
        } catch (AppException _) {
            return false;
        }
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }
}
