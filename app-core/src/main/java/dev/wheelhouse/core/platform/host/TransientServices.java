package dev.wheelhouse.core.platform.host;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Commands as transient services of the user's own manager: systemd-run(1) with {@code --user}. A service of the machine
 * hands its restrictions and its control group on to whatever it starts, and a scope would keep the restrictions; the user's
 * manager starts what it is asked for afresh. It runs without anybody logged in where lingering is on (loginctl(1)).
 * Needs systemd 250. Thread-safe.
 */
final class TransientServices {

    /** What a script finds the beginning of another such command in, to start what outlives it. */
    static final String LAUNCHER = "WHEELHOUSE_LAUNCHER";

    private static final Patience PATIENCE = new Patience(Duration.ofSeconds(20), Duration.ofSeconds(5));

    private static final Duration PAUSE = Duration.ofMillis(100);

    /** Else it is the command, each further line of which the manager would read as a line of the unit. */
    private static final String DESCRIPTION = "--description=Wheelhouse";

    /** Known from the manager; the console's own, if any, would be somebody else's. */
    private static final List<String> OF_THE_MANAGER = List.of("XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS");

    private final UserUnits units;
    private final Workers workers;
    private final Patience patience;
    private final Set<String> variables;

    /**
     * How long is waited.
     *
     * @param start for the manager after the machine's start, and for a command to begin
     * @param bus once the manager is there
     */
    record Patience(Duration start, Duration bus) {}

    /**
     * A user's units.
     *
     * @param user their name
     * @param runtime their {@code XDG_RUNTIME_DIR}
     * @param lingering the file that is there while lingering is on
     * @param run the program systemd-run
     * @param control the program systemctl
     */
    record UserUnits(String user, Path runtime, Path lingering, String run, String control) {

        Path bus() {
            return runtime.resolve("bus");
        }

        /** For the programs that speak with it. */
        Map<String, String> environment() {
            return Map.of("XDG_RUNTIME_DIR", runtime.toString(), "DBUS_SESSION_BUS_ADDRESS", "unix:path=" + bus());
        }
    }

    /** @param variables names of those that the console has */
    TransientServices(UserUnits units, Workers workers, Patience patience, Set<String> variables) {
        this.units = units;
        this.workers = workers;
        this.patience = patience;
        this.variables = variables;
    }

    static TransientServices ofThisUser(Workers workers) {
        String user = System.getProperty("user.name");
        try {
            Object uid = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
            UserUnits units = new UserUnits(
                    user,
                    Path.of("/run/user/" + uid),
                    Path.of("/var/lib/systemd/linger", user),
                    "systemd-run",
                    "systemctl");
            return new TransientServices(
                    units, workers, PATIENCE, System.getenv().keySet());
        } catch (IOException e) {
            throw new IllegalStateException("A service of systemd without /proc", e);
        }
    }

    /**
     * Starts a command and waits until it has begun. What it leaves in the background ends with it. A command whose start
     * was given up never begins, even if the manager takes it later.
     *
     * @throws AppException {@code state_invalid} where the user has no manager; says what to do; {@code cancelled} when the
     *     thread is interrupted
     */
    HostProcess start(HostCommand command, Consumer<HostProcess> whenClosed) {
        awaitManager();
        String unit = "wheelhouse-" + UUID.randomUUID() + ".service";
        MarkedErrors errors = new MarkedErrors(CommandText.MARK);
        HostProcess client = LocalProcess.start(client(unit, command), _ -> {});
        HostProcess process = new TransientProcess(client, errors, signal -> kill(unit, signal), whenClosed);
        try {
            awaitMark(command, client, errors);
            if (errors.pid().isEmpty()) {
                throw notBegun(errors);
            }
            letBegin(client);
            return process;
        } catch (RuntimeException e) {
            process.close();
            throw e;
        }
    }

    private void awaitMark(HostCommand command, HostProcess client, MarkedErrors errors) {
        CompletableFuture<Void> read = new CompletableFuture<>();
        // The manager holds the outputs too: even when the client is dead, their end may never come.
        workers.start(() -> {
            try {
                errors.awaitMark(client.stderr());
            } catch (IOException _) {
                // As if it had ended.
            } finally {
                read.complete(null);
            }
        });
        try {
            read.get(patience.start().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            throw refused(
                    manager() + " did not start it within " + patience.start().toSeconds() + " s");
        } catch (InterruptedException e) {
            throw HostFailures.cancelled("The command " + command.program(), e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Lets a command begin that has told its number. */
    private static void letBegin(HostProcess client) {
        try {
            client.stdin().write('\n');
            client.stdin().flush();
        } catch (IOException _) {
            // It has ended already; its exit code tells.
        }
    }

    private HostCommand client(String unit, HostCommand command) {
        Map<String, String> values = new HashMap<>(command.environment());
        TreeSet<String> names = new TreeSet<>(command.environment().keySet());
        variables.stream()
                .filter(each -> HostCommand.isName(each) && InheritedEnvironment.has(each))
                .forEach(names::add);
        names.removeAll(OF_THE_MANAGER);
        List<String> options =
                new ArrayList<>(List.of(units.run(), "--user", "--quiet", "--collect", "--pipe", DESCRIPTION));
        // By name alone: arguments are there for every user to read.
        names.forEach(each -> options.add("--setenv=" + each));
        values.put(LAUNCHER, String.join(" ", options) + " --property=OOMPolicy=continue --");
        values.putAll(units.environment());
        List<String> argv = new ArrayList<>(options);
        argv.addAll(List.of(
                "--setenv=" + LAUNCHER,
                "--wait",
                "--unit=" + unit,
                "--property=TimeoutStopSec=10",
                "--",
                "/bin/sh",
                "-c",
                // systemd puts variables into the arguments that it starts a program with.
                text(command).replace("$", "$$")));
        return HostCommand.of(argv).withEnvironment(values);
    }

    /**
     * The unit's own process is a shell that outlives the command: systemd takes the end by a signal such as SIGTERM for a
     * success and tells no code, a shell does.
     */
    private static String text(HostCommand command) {
        return "trap : HUP INT TERM PIPE\n(" + CommandText.onceTold(command.withEnvironment(Map.of())) + ")\nexit $?";
    }

    private void awaitManager() {
        long end = System.nanoTime() + patience.start().toNanos();
        boolean isThere = false;
        // After the machine's start it may come a moment later than the console, and its bus later still.
        while (!Files.exists(units.bus()) && Files.exists(units.lingering()) && System.nanoTime() - end < 0) {
            if (!isThere && Files.exists(units.runtime().resolve("systemd"))) {
                isThere = true;
                end = System.nanoTime() + patience.bus().toNanos();
            }
            HostFailures.pause(PAUSE, "The wait for the service manager of " + units.user());
        }
        if (!Files.exists(units.runtime())) {
            throw refused("the user " + units.user() + " has no service manager of its own to run it. Switch it on as"
                    + " root: loginctl enable-linger " + units.user());
        }
        if (!Files.exists(units.bus())) {
            throw refused(manager() + " has no bus. Install the package"
                    + " dbus-user-session, then as root: systemctl restart user@"
                    + units.runtime().getFileName());
        }
    }

    private String manager() {
        return "the service manager of the user " + units.user();
    }

    private static AppException refused(String why) {
        return new AppException(
                PlatformError.STATE_INVALID,
                "It was not started: Wheelhouse is a service here, which must not start it as part of itself, and "
                        + why + ".");
    }

    private AppException notBegun(MarkedErrors errors) {
        String said;
        try {
            said = new String(errors.readNBytes(300), StandardCharsets.UTF_8).strip();
        } catch (IOException _) {
            said = "";
        }
        return refused(manager() + " did not start it" + (said.isEmpty() ? "" : " (" + said + ")"));
    }

    /** Sends a signal to everything that a command has started. */
    private HostProcess kill(String unit, String signal) {
        return LocalProcess.start(
                HostCommand.of(units.control(), "--user", "--quiet", "kill", "--signal=" + signal, unit)
                        .withEnvironment(units.environment()),
                _ -> {});
    }
}
