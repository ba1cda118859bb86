package dev.wheelhouse.core.apps.container;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostFailures;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/**
 * A server's time since its boot, read once and carried on by the console's own clock for the moment that a look takes.
 *
 * @param start nanoseconds since boot when it was read
 * @param startHere the console's clock then
 */
record ServerTime(long start, long startHere) {

    private static final int NANO_DIGITS = 9;

    /** Where the server has no /proc, as macOS, any clock that never goes back serves for differences. */
    static ServerTime of(Host host) {
        try (InputStream uptime = host.files().read("/proc/uptime")) {
            String text = new String(uptime.readNBytes(100), StandardCharsets.US_ASCII);
            return new ServerTime(parse(text), System.nanoTime());
        } catch (IOException e) {
            throw HostFailures.unavailable("The server's uptime could not be read", e);
        } catch (AppException e) {
            if (e.errorCode() == PlatformError.NOT_FOUND) {
                return new ServerTime(System.nanoTime(), System.nanoTime());
            }
            throw e;
        }
    }

    /** @param uptime seconds with a fraction, then others (proc(5)) */
    static long parse(String uptime) {
        return new BigDecimal(uptime.strip().split(" ", 2)[0])
                .movePointRight(NANO_DIGITS)
                .longValue();
    }

    long now() {
        return start + System.nanoTime() - startHere;
    }
}
