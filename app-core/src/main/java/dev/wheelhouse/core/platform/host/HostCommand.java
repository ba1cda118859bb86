package dev.wheelhouse.core.platform.host;

import dev.wheelhouse.core.platform.error.AppException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A program with its arguments; no shell reads them, whatever is in them.
 *
 * @param argv the program and its arguments; at least one, none with a NUL
 * @param environment added to what the user has after a log-in; names are {@code [A-Za-z_][A-Za-z0-9_]*}
 * @param directory where it runs; null is where the machine puts it (the home over SSH)
 * @param timeout how long it may run
 * @param input its standard input
 * @param ownService whether it is a person's program, which runs as a service of its own where the console is a service on
 *     this machine: outside of what restricts the console, and not ended with it; nothing elsewhere
 */
public record HostCommand(
        List<String> argv,
        Map<String, String> environment,
        @Nullable String directory,
        Duration timeout,
        CommandInput input,
        boolean ownService) {

    /** How long a command may run that says nothing else. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(1);

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** @throws AppException {@code validation_failed} for an empty argv, a bad name, or a NUL anywhere */
    public HostCommand {
        argv = List.copyOf(argv);
        environment = Map.copyOf(environment);
        if (argv.isEmpty() || argv.getFirst().isEmpty()) {
            throw AppException.invalid("command", "Name the program to run.");
        }
        argv.forEach(each -> refuseNul("command", each));
        environment.forEach((name, value) -> {
            if (!isName(name)) {
                throw AppException.invalid(
                        "environment." + name, "Use letters, digits and underscores, and no digit first.");
            }
            refuseNul("environment." + name, value);
        });
        if (directory != null) {
            refuseNul("directory", directory);
        }
    }

    /** Whether a variable may have that name. */
    static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    private static void refuseNul(String path, String text) {
        if (text.indexOf('\0') >= 0) {
            throw AppException.invalid(path, "Remove the NUL character.");
        }
    }

    public static HostCommand of(String... argv) {
        return of(List.of(argv));
    }

    /** With no environment of its own, no input and the default time-out. */
    public static HostCommand of(List<String> argv) {
        return new HostCommand(argv, Map.of(), null, DEFAULT_TIMEOUT, CommandInput.NONE, false);
    }

    public HostCommand withEnvironment(Map<String, String> values) {
        return new HostCommand(argv, values, directory, timeout, input, ownService);
    }

    public HostCommand inDirectory(String path) {
        return new HostCommand(argv, environment, path, timeout, input, ownService);
    }

    public HostCommand within(Duration limit) {
        return new HostCommand(argv, environment, directory, limit, input, ownService);
    }

    public HostCommand withInput(CommandInput source) {
        return new HostCommand(argv, environment, directory, timeout, source, ownService);
    }

    public HostCommand asOwnService() {
        return new HostCommand(argv, environment, directory, timeout, input, true);
    }

    /** The program's name alone; the arguments may hold what nobody should read in a message. */
    public String program() {
        return argv.getFirst();
    }
}
