package dev.wheelhouse.api;

import dev.wheelhouse.core.LaunchOptions;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.home.FileFailures;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The words and the options of a command that works on a home. For one thread. */
final class CommandLine {

    private final List<String> words = new ArrayList<>();
    private final Map<String, String> options;

    private CommandLine(Map<String, String> options) {
        this.options = options;
    }

    /** A call that is not one. */
    static final class UsageException extends Exception {
        private static final long serialVersionUID = 1;

        UsageException() {
            super("");
        }

        UsageException(String message) {
            super(message);
        }

        void print(String usage, PrintStream err) {
            if (!String.valueOf(getMessage()).isEmpty()) {
                err.println(getMessage());
            }
            err.println(usage);
        }
    }

    /** What a command does. */
    @FunctionalInterface
    interface Command {
        void run() throws UsageException, IOException;
    }

    /**
     * Runs a command.
     *
     * @param failed what to say before the reason of a failure
     * @return the exit code: 0 when it is done, 1 when it was refused or failed, 2 for a call that is wrong
     */
    static int run(Command command, String usage, String failed, PrintStream err) {
        try {
            command.run();
            return 0;
        } catch (UsageException e) {
            e.print(usage, err);
            return 2;
        } catch (AppException e) {
            err.println(e.getMessage());
        } catch (IOException | UncheckedIOException | InvalidPathException e) {
            err.println(failed + ": " + reason(e));
        }
        return 1;
    }

    /** The environment of this process, without what systemd gives the console itself. */
    static Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(System.getenv());
        // The home's own passphrase, which is another one.
        environment.remove("CREDENTIALS_DIRECTORY");
        return environment;
    }

    static CommandLine parse(List<String> arguments) throws UsageException {
        CommandLine line = new CommandLine(new HashMap<>());
        for (int next = 0; next < arguments.size(); next++) {
            String each = arguments.get(next);
            if (!each.startsWith("--")) {
                line.words.add(each);
            } else if (next + 1 < arguments.size()) {
                next++;
                line.options.put(each, arguments.get(next));
            } else {
                throw new UsageException(each + " needs a value.");
            }
        }
        return line;
    }

    /** A word by its place; empty where there is none. */
    String word(int place) {
        return place < words.size() ? words.get(place) : "";
    }

    /** All words, of which there have to be so many. */
    List<String> words(int count) throws UsageException {
        if (words.size() != count) {
            throw new UsageException();
        }
        return words;
    }

    /** Takes an option with a value of few; the first where it is not given. */
    String takeChoice(String option, String usual, String other) throws UsageException {
        @Nullable String given = options.remove(option);
        if (given == null || given.equals(usual)) {
            return usual;
        }
        if (given.equals(other)) {
            return other;
        }
        throw new UsageException(option + " takes " + usual + " or " + other + ", not " + given + ".");
    }

    /**
     * The options that are left, as a console's start takes them.
     *
     * @param known all that the command takes
     */
    LaunchOptions options(Map<String, String> environment, String... known) throws UsageException {
        List<String> given = new ArrayList<>();
        for (Map.Entry<String, String> each : options.entrySet()) {
            if (!List.of(known).contains(each.getKey())) {
                throw new UsageException("Unknown option " + each.getKey() + ".");
            }
            given.add(each.getKey());
            given.add(each.getValue());
        }
        try {
            return LaunchOptions.parse(
                    given,
                    environment,
                    Map.of(
                            "os.name", System.getProperty("os.name"),
                            "user.home", System.getProperty("user.home")));
        } catch (AppException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    private static String reason(Exception failure) {
        return failure instanceof FileSystemException file
                ? file.getFile() + ": " + FileFailures.reason(file)
                : String.valueOf(failure.getMessage());
    }
}
