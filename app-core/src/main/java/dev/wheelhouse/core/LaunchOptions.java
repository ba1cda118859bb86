package dev.wheelhouse.core;

import dev.wheelhouse.core.databases.OpenableFile;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the command line and the environment ask for.
 *
 * @param headless the API without the window
 * @param home where the console keeps its state
 * @param port of the API; 0 for a free one, null for the one that is set
 * @param storeUrl {@code jdbc:postgresql://…} of a shared state; null for a SQLite file in the home
 * @param exitAfterStart stop as soon as everything answers; a trial for the start-up cache, which leaves a sample and a
 *     connection in its home
 * @param secrets where the secrets of the start are read from
 * @param files that the window opens, absolute
 */
public record LaunchOptions(
        boolean headless,
        Path home,
        @Nullable Integer port,
        @Nullable String storeUrl,
        boolean exitAfterStart,
        SecretSources secrets,
        List<Path> files) {

    /** The exit code for a command line or an environment that {@link #parse} refuses. */
    public static final int WRONG_CALL = 2;

    private static final Set<String> SECRETS = Set.of("--join-fd", "--passphrase-fd");
    private static final Set<String> VALUES = Set.of("--home", "--port", "--store");

    public LaunchOptions {
        files = List.copyOf(files);
    }

    /** Without any secrets or files. */
    public LaunchOptions(
            boolean headless, Path home, @Nullable Integer port, @Nullable String storeUrl, boolean exitAfterStart) {
        this(headless, home, port, storeUrl, exitAfterStart, SecretSources.NONE, List.of());
    }

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
        Integer port = null;
        String store = emptyToNull(environment.get("WHEELHOUSE_STORE"));
        boolean join = false;
        Path code = null;
        Path passphrase = credential(environment);
        List<Path> files = new ArrayList<>();
        Iterator<String> rest = arguments.iterator();
        while (rest.hasNext()) {
            String option = rest.next();
            switch (option) {
                case "--headless" -> headless = true;
                case "--exit-after-start" -> exitAfterStart = true;
                case "--home" -> home = path(option, value(option, rest));
                case "--port" -> port = parsePort(value(option, rest));
                case "--store" -> store = withoutPassword(value(option, rest));
                case "--join" -> join = true;
                case "--join-fd" -> {
                    join = true;
                    code = descriptor(option, value(option, rest));
                }
                case "--passphrase-fd" -> passphrase = descriptor(option, value(option, rest));
                default -> {
                    if (option.isEmpty() || option.startsWith("-")) {
                        throw refused("Unknown option " + option + "." + seeHelp());
                    }
                    files.add(OpenableFile.of(option).path());
                }
            }
        }
        if (store != null) {
            checkStore(store);
        }
        if (join && store == null) {
            throw refused("--join needs the shared state to join: --store URL or WHEELHOUSE_STORE.");
        }
        SecretSources secrets = new SecretSources(join, code, passphrase);
        return new LaunchOptions(headless, home, port, store, exitAfterStart, secrets, files);
    }

    /**
     * For the API alone.
     *
     * @throws AppException {@code bad_request} where files are named
     */
    public LaunchOptions requireNoFiles() {
        if (!files.isEmpty()) {
            throw refused(
                    "Only the window opens files, and this starts the API alone. Leave out " + files.getFirst() + ".");
        }
        return this;
    }

    /** What a process that starts again is given: nothing that it would have to read or open once more. */
    public static List<String> forRestart(List<String> arguments) {
        List<String> rest = new ArrayList<>();
        for (Iterator<String> each = arguments.iterator(); each.hasNext(); ) {
            String option = each.next();
            boolean isKept = option.startsWith("-") && !option.equals("--join") && !SECRETS.contains(option);
            if (isKept) {
                rest.add(option);
            }
            if (each.hasNext() && (SECRETS.contains(option) || VALUES.contains(option))) {
                String value = each.next();
                if (isKept) {
                    rest.add(value);
                }
            }
        }
        return rest;
    }

    /** The exit code of a console whose call is right and that cannot start: 2 for one that was to join, else 1. */
    public static int refusalCode(List<String> arguments) {
        return arguments.contains("--join") || arguments.contains("--join-fd") ? 2 : 1;
    }

    private static String value(String option, Iterator<String> rest) {
        String value = rest.hasNext() ? rest.next() : "";
        if (value.isEmpty() || value.startsWith("--")) {
            throw refused(option + " needs a value." + seeHelp());
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

    private static Path descriptor(String option, String text) {
        try {
            int number = Integer.parseInt(text);
            if (number >= 0) {
                return SecretSources.descriptor(number);
            }
        } catch (NumberFormatException _) {
            // Told below, like a negative number.
        }
        throw refused(option + " takes the number of an open descriptor, not what was given.");
    }

    /** What systemd hands to a unit (systemd.exec(5), LoadCredential); null when there is no such file. */
    private static @Nullable Path credential(Map<String, String> environment) {
        String directory = emptyToNull(environment.get("CREDENTIALS_DIRECTORY"));
        Path file = directory == null
                ? null
                : path("CREDENTIALS_DIRECTORY", directory).resolve("passphrase");
        return file != null && Files.exists(file) ? file : null;
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

    private static String seeHelp() {
        return " See " + CommandName.current() + " --help.";
    }

    private static AppException refused(String message) {
        return new AppException(PlatformError.BAD_REQUEST, message);
    }
}
