package dev.wheelhouse.core;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the command line and the environment ask for.
 *
 * @param headless the API without the window
 * @param home where the console keeps its state
 * @param port of the API on the loopback address; 0 for a free one
 * @param storeUrl {@code jdbc:postgresql://…} of a shared state; null for a SQLite file in the home
 * @param exitAfterStart stop as soon as everything answers; a trial for the start-up cache, which leaves a sample and a
 *     connection in its home
 */
public record LaunchOptions(
        boolean headless, Path home, int port, @Nullable String storeUrl, boolean exitAfterStart) {

    public static final int DEFAULT_PORT = 7465;

    /**
     * @param arguments as given to main
     * @param environment of the process
     * @param properties of the Java runtime ({@code os.name}, {@code user.home})
     * @throws AppException {@code bad_request} for anything that is not understood, naming it
     */
    public static LaunchOptions parse(
            List<String> arguments, Map<String, String> environment, Map<String, String> properties) {
        boolean headless = false;
        boolean exitAfterStart = false;
        Path home = defaultHome(environment, properties);
        int port = DEFAULT_PORT;
        String store = emptyToNull(environment.get("WHEELHOUSE_STORE"));
        Iterator<String> rest = arguments.iterator();
        while (rest.hasNext()) {
            String option = rest.next();
            switch (option) {
                case "--headless" -> headless = true;
                case "--exit-after-start" -> exitAfterStart = true;
                case "--home" -> home = path(option, value(option, rest));
                case "--port" -> port = parsePort(value(option, rest));
                case "--store" -> store = withoutPassword(value(option, rest));
                default -> throw refused("Unknown option " + option + ". See packaging/run.sh --help.");
            }
        }
        if (store != null) {
            checkStore(store);
        }
        return new LaunchOptions(headless, home, port, store, exitAfterStart);
    }

    private static String value(String option, Iterator<String> rest) {
        String value = rest.hasNext() ? rest.next() : "";
        if (value.isEmpty() || value.startsWith("--")) {
            throw refused(option + " needs a value. See packaging/run.sh --help.");
        }
        return value;
    }

    private static Path path(String source, String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw refused(source + " takes the path of a directory; " + e.getReason() + ".");
        }
    }

    private static int parsePort(String text) {
        try {
            int port = Integer.parseInt(text);
            if (port >= 0 && port <= 65535) {
                return port;
            }
        } catch (NumberFormatException _) {
            // Told below, like a number out of range.
        }
        throw refused("--port takes a number from 0 to 65535, not " + text + ".");
    }

    private static String withoutPassword(String url) {
        // Other users of the machine can read command lines.
        if (url.contains("password=") || hasUserInAuthority(url)) {
            throw refused("Leave credentials out of --store; put the whole URL into WHEELHOUSE_STORE, or the password"
                    + " into a PGPASSFILE.");
        }
        return url;
    }

    private static void checkStore(String url) {
        if (!url.startsWith("jdbc:postgresql:")) {
            throw refused("The store must be a jdbc:postgresql://host:port/database URL.");
        }
        if (hasUserInAuthority(url)) {
            throw refused("Give the store's user and password as parameters:"
                    + " jdbc:postgresql://host:port/database?user=…&password=….");
        }
    }

    /** The form {@code user:password@host}, which the PostgreSQL driver does not know. */
    private static boolean hasUserInAuthority(String url) {
        return url.matches("jdbc:postgresql://[^/?]*@.*");
    }

    private static Path defaultHome(Map<String, String> environment, Map<String, String> properties) {
        String chosen = emptyToNull(environment.get("WHEELHOUSE_HOME"));
        if (chosen != null) {
            return path("WHEELHOUSE_HOME", chosen);
        }
        String os = properties.getOrDefault("os.name", "").toLowerCase(Locale.ROOT);
        Path user = Path.of(properties.getOrDefault("user.home", "."));
        if (os.contains("win")) {
            String data = emptyToNull(environment.get("LOCALAPPDATA"));
            return (data == null ? user.resolve("AppData").resolve("Local") : Path.of(data)).resolve("Wheelhouse");
        }
        if (os.contains("mac")) {
            return user.resolve("Library").resolve("Application Support").resolve("Wheelhouse");
        }
        String data = emptyToNull(environment.get("XDG_DATA_HOME"));
        return (data == null ? user.resolve(".local").resolve("share") : Path.of(data)).resolve("wheelhouse");
    }

    private static @Nullable String emptyToNull(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }

    private static AppException refused(String message) {
        return new AppException(PlatformError.BAD_REQUEST, message);
    }
}
