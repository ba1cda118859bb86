package dev.wheelhouse.core.mail.publish.provider;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.FreePort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.TimeUnit;

/** Debian's Knot DNS on a loopback port, in a directory of its own. */
final class KnotServer implements AutoCloseable {

    private final int port;
    private final Process process;

    KnotServer(Path directory) throws Exception {
        port = FreePort.next();
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
        Path log = directory.resolve("server.log");
        process = new ProcessBuilder(
                        "/usr/sbin/knotd", "-c", directory.resolve("knot.conf").toString())
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

    int port() {
        return port;
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

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }
}
