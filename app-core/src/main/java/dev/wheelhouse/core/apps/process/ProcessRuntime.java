package dev.wheelhouse.core.apps.process;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppRuntime;
import dev.wheelhouse.core.apps.runtime.AppSnapshot;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.FoundApp;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.logs.LogSource;
import dev.wheelhouse.core.logs.match.LineTimes;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.CommandInput;
import dev.wheelhouse.core.platform.host.CommandResult;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.ShellText;
import dev.wheelhouse.core.platform.job.Workers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Apps as processes of the console's own making. A program runs in the foreground of its supervisor: one that goes into
 * the background by itself is ended with an error. The memory is the sum of what its processes have in memory, so
 * that what they share counts for each. Thread-safe.
 */
public final class ProcessRuntime implements AppRuntime {

    /** A log has eight such files for each of its two streams. */
    public static final long LOG_FILE_BYTES = 16L << 20;

    /** A program that ends within its first second did not start. */
    static final Pace PACE = new Pace(Duration.ofSeconds(10), 10);

    private static final Duration LOOK_LIMIT = Duration.ofSeconds(20);

    /** With the half minute in which another console may be starting or stopping the same app. */
    private static final Duration LIMIT = Duration.ofSeconds(75);

    /** For a stop, a start and a look. */
    // Not by multipliedBy, which brings BigDecimal's tables into each start.
    private static final Duration BEGIN_LIMIT = LIMIT.plus(LIMIT).plus(LOOK_LIMIT);

    private final ProcessLog.Reading reading;
    private final long logFileBytes;
    private final Pace pace;
    private final Map<String, String> environment;

    /**
     * @param grace how long a program may take to end, in whole seconds
     * @param steady for how many tenths of a second a program must have run to be up
     */
    record Pace(Duration grace, int steady) {}

    /** @param times for lines of logs that say none */
    public ProcessRuntime(Workers workers, LineTimes times) {
        this(new ProcessLog.Reading(workers, times), LOG_FILE_BYTES, PACE, Map.of());
    }

    /**
     * @param logFileBytes when a log file is rotated
     * @param environment of the scripts; {@code XDG_STATE_HOME} says where they keep apps
     */
    ProcessRuntime(ProcessLog.Reading reading, long logFileBytes, Pace pace, Map<String, String> environment) {
        this.reading = reading;
        this.logFileBytes = logFileBytes;
        this.pace = pace;
        this.environment = Map.copyOf(environment);
    }

    @Override
    public RuntimeKind kind() {
        return RuntimeKind.PROCESS;
    }

    @Override
    public AppSnapshot start(Host host, App app) {
        AppSpec.Process spec = spec(app);
        List<String> settings = new ArrayList<>(List.of(
                app.restart().wireName(),
                spec.directory() == null ? "" : spec.directory(),
                Long.toString(logFileBytes),
                seconds(),
                Integer.toString(pace.steady())));
        settings.addAll(spec.command());
        List<String> arguments =
                new ArrayList<>(List.of(Script.GROUND, Script.STOP.text(), Script.START.text(), Script.LOOK.text()));
        arguments.addAll(settings);
        settings.addFirst(app.id());
        HostCommand begin = command(Script.BEGIN, app.id(), arguments)
                .within(BEGIN_LIMIT)
                .withInput(CommandInput.of(supervisor(settings, spec.environment())))
                .asOwnService();
        CommandResult result = host.run(begin);
        Map<String, String> told = CommandResult.sections(result.stdoutText());
        requireStopped(app, told(told.getOrDefault("stop", result.stdoutText()), result));
        StartAnswer answer = StartAnswer.read(told(told.getOrDefault("start", ""), result));
        if (answer.isBusy()) {
            throw busy(app);
        }
        if (!answer.isUp()) {
            throw answer.failure(app.name(), spec.command().getFirst());
        }
        return AppSnapshot.ofOne(app, () -> snapshots(told.getOrDefault("look", ""), List.of(app)));
    }

    private String seconds() {
        return Long.toString(pace.grace().toSeconds());
    }

    /** The environment goes in front of the supervisor's text, never into an argument that others on the server see. */
    private static byte[] supervisor(List<String> arguments, Map<String, String> environment) {
        StringBuilder exports = new StringBuilder();
        new TreeMap<>(environment)
                .forEach((name, value) -> exports.append("export ")
                        .append(name)
                        .append('=')
                        .append(ShellText.quote(value))
                        .append('\n'));
        String text = "set -- " + ShellText.quote(arguments) + "\nenvironment=" + ShellText.quote(exports.toString())
                + "\n" + Script.GROUND + Script.SUPERVISE.text();
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void stop(Host host, App app) {
        CommandResult result = run(host, Script.STOP, app.id(), List.of(seconds()), LIMIT, CommandInput.NONE);
        requireStopped(app, told(result.stdoutText(), result));
    }

    private static void requireStopped(App app, String told) {
        String answer = told.strip();
        if (answer.equals("busy")) {
            throw busy(app);
        }
        if (!answer.equals("stopped")) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "The app " + app.name() + " cannot be ended: "
                            + (answer.startsWith("left ")
                                    ? "its processes " + answer.substring(5)
                                            + " go on. End them on the server, as the user they run as."
                                    : "the server answered " + cut(answer)));
        }
    }

    private static AppException busy(App app) {
        return new AppException(
                PlatformError.CONFLICT,
                "The app " + app.name() + " is being started or stopped by another console. Try again in a moment.");
    }

    @Override
    public Map<String, AppSnapshot> look(Host host, List<App> apps) {
        List<String> ids = apps.stream().map(App::id).toList();
        CommandResult result =
                run(host, Script.LOOK, ids.getFirst(), ids.subList(1, ids.size()), LOOK_LIMIT, CommandInput.NONE);
        return snapshots(told(result.stdoutText(), result), apps);
    }

    private static Map<String, AppSnapshot> snapshots(String text, List<App> apps) {
        try {
            return LookAnswer.read(text, apps);
        } catch (IllegalArgumentException e) {
            throw new AppException(
                    PlatformError.UPSTREAM_FAILED,
                    "The server did not tell of its processes; it answered " + cut(text),
                    e);
        }
    }

    @Override
    public LogSource log(Supplier<Host> host, App app) {
        return new ProcessLog(app.name(), host, make -> place(host.get(), app, make), reading);
    }

    private String place(Host host, App app, boolean make) {
        CommandResult result =
                run(host, Script.PLACE, app.id(), List.of(make ? "make" : ""), LOOK_LIMIT, CommandInput.NONE);
        return told(result.stdoutText(), result)
                .lines()
                .filter(line -> line.startsWith("place "))
                .map(line -> line.substring("place ".length()))
                .findFirst()
                .orElseThrow(() -> new AppException(
                        PlatformError.STATE_INVALID,
                        "The log of " + app.name() + " cannot be made: see that the server's user may write to its home"
                                + " and that there is room."));
    }

    /** None: a process that somebody else started cannot be started again by us as it was, so it is not adopted. */
    @Override
    public List<FoundApp> discover(Host host) {
        return List.of();
    }

    @Override
    public void remove(Host host, App app) {
        stop(host, app);
        CommandResult result = run(host, Script.REMOVE, app.id(), List.of(), LIMIT, CommandInput.NONE);
        String answer = told(result.stdoutText(), result).strip();
        if (!answer.equals("removed")) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "The files of the app " + app.name() + " cannot be deleted on its server: " + cut(answer));
        }
    }

    private static AppSpec.Process spec(App app) {
        if (app.spec() instanceof AppSpec.Process process) {
            return process;
        }
        throw new IllegalArgumentException("Not a process: " + app.id());
    }

    private CommandResult run(
            Host host, Script script, String id, List<String> arguments, Duration limit, CommandInput input) {
        return host.run(command(script, id, arguments).within(limit).withInput(input));
    }

    private HostCommand command(Script script, String id, List<String> arguments) {
        List<String> argv = new ArrayList<>(List.of("sh", "-c", Script.GROUND + script.text(), "wheelhouse", id));
        argv.addAll(arguments);
        return HostCommand.of(argv).withEnvironment(environment);
    }

    /** @param text shown about the result */
    private static String told(String text, CommandResult result) {
        String answer = text.strip();
        if (answer.equals("no-proc")) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "Apps as processes need Linux with /proc. Use a container there instead.");
        }
        if (answer.equals("no-home")) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "The server's user has no home directory to keep apps in. Give it one, or set XDG_STATE_HOME.");
        }
        if (answer.isEmpty()) {
            throw new AppException(
                    PlatformError.UPSTREAM_FAILED, "The server's shell answered nothing: " + cut(result.stderrText()));
        }
        return text;
    }

    private static String cut(String text) {
        String line = text.strip();
        return line.isEmpty() ? "nothing." : line.length() > 300 ? line.substring(0, 300) + "…" : line;
    }
}
