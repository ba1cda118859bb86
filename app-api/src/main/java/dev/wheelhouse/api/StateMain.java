package dev.wheelhouse.api;

import dev.wheelhouse.core.CommandName;
import dev.wheelhouse.core.HomeMove;
import dev.wheelhouse.core.LaunchOptions;
import dev.wheelhouse.core.LogSettings;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.store.StateRestore;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/** Puts one of the copies of a home's state back: {@code state restore COPY}; {@code state restore list} tells which. */
public final class StateMain {

    private static final String USAGE = "usage: " + CommandName.current() + " state restore [COPY | list] [--home DIR]";

    private StateMain() {}

    public static void main(String[] arguments) {
        LogSettings.apply();
        System.exit(run(List.of(arguments), CommandLine.environment(), System.out, System.err));
    }

    /** @return the exit code, as of {@link CommandLine#run} */
    static int run(List<String> arguments, Map<String, String> environment, PrintStream out, PrintStream err) {
        return CommandLine.run(
                () -> run(CommandLine.parse(arguments), environment, out),
                USAGE,
                "That failed, and the state is as it was",
                err);
    }

    private static void run(CommandLine line, Map<String, String> environment, PrintStream out)
            throws CommandLine.UsageException, IOException {
        LaunchOptions options = line.options(environment, "--home");
        String copy = line.word(1).isEmpty() ? "list" : line.words(2).get(1);
        if (!line.word(0).equals("restore")) {
            throw new CommandLine.UsageException();
        }
        Home.requireReachable(options.home());
        if (!Files.isDirectory(options.home())) {
            throw new AppException(
                    PlatformError.BAD_REQUEST, "There is no home in " + options.home() + ". Name it with --home.");
        }
        StateRestore copies = new HomeMove(Clock.systemUTC(), new SecureRandom()).copies(Home.open(options.home()));
        if (copy.equals("list")) {
            list(copies, options, out);
        } else {
            tell(copies.restore(copy), out);
        }
    }

    private static void list(StateRestore copies, LaunchOptions options, PrintStream out) throws IOException {
        List<StateRestore.Copy> found = copies.list();
        if (found.isEmpty()) {
            out.println("The home " + options.home() + " has no copies of its state.");
            return;
        }
        out.printf("%-24s %-22s %14s  %s%n", "copy", "made", "bytes", "schema");
        for (StateRestore.Copy each : found) {
            out.printf(
                    "%-24s %-22s %14d  %s%n",
                    each.label(),
                    each.madeAt().truncatedTo(ChronoUnit.SECONDS),
                    each.bytes(),
                    each.schema() == null ? "cannot be read" : each.schema());
        }
    }

    private static void tell(StateRestore.Restored restored, PrintStream out) {
        out.println("The state is as it was at " + restored.copy().madeAt().truncatedTo(ChronoUnit.SECONDS) + "."
                + (restored.kept() == null ? "" : " The one of before is kept in " + restored.kept() + "."));
        out.println(
                "The audit will tell that events are missing at its end. If that is as it should be, delete the file"
                        + " audit-heads.json in the home.");
    }
}
