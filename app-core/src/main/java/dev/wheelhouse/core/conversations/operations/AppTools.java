package dev.wheelhouse.core.conversations.operations;

import dev.wheelhouse.core.apps.AppEvent;
import dev.wheelhouse.core.apps.AppService;
import dev.wheelhouse.core.apps.AppStatus;
import dev.wheelhouse.core.apps.Crash;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.conversations.tool.Preview;
import dev.wheelhouse.core.conversations.tool.SecretText;
import dev.wheelhouse.core.conversations.tool.TextTable;
import dev.wheelhouse.core.conversations.tool.Tool;
import dev.wheelhouse.core.conversations.tool.ToolCall;
import dev.wheelhouse.core.conversations.tool.ToolParameter;
import dev.wheelhouse.core.logs.LogLine;
import dev.wheelhouse.core.logs.LogStream;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.json.WireName;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.ServerService;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** Apps: how they are, what they wrote, what happened to them; starting and stopping them. */
final class AppTools {

    static final ToolParameter APP = ToolParameter.name("app", "Name or id of an app");

    private static final int USUAL_LINES = 100;
    private static final int MOST_LINES = 1000;
    private static final int MOST_LOG_BYTES = 256 << 10;
    private static final int MOST_EVENTS = 10;
    private static final Duration RECENT = Duration.ofDays(7);

    private final AppService apps;
    private final ServerService servers;
    private final Clock clock;

    AppTools(AppService apps, ServerService servers, Clock clock) {
        this.apps = apps;
        this.servers = servers;
        this.clock = clock;
    }

    List<Tool> tools() {
        return List.of(
                Tool.reading(
                        "list_apps",
                        "apps",
                        Scope.APPS_READ,
                        "Lists the apps with their server, runtime and state.",
                        List.of(),
                        this::list),
                Tool.reading(
                        "app_status",
                        "app",
                        Scope.APPS_READ,
                        "Looks at an app now: state, copies, processor and memory, its last crash, and what happened to"
                                + " it in the last 7 days.",
                        List.of(APP),
                        this::status),
                Tool.reading(
                        "app_logs",
                        "logs",
                        Scope.LOGS_READ,
                        "Shows the newest lines of an app's log, oldest first.",
                        List.of(
                                APP,
                                ToolParameter.number(
                                                "lines",
                                                "How many; " + USUAL_LINES + " when it is left out",
                                                1,
                                                MOST_LINES)
                                        .optional(),
                                ToolParameter.text("contains", "Only lines with this text, in any case")
                                        .optional()),
                        this::logs),
                change("start_app", "start", "Proposes to start an app.", this::startPreview, apps::start),
                change("stop_app", "stop", "Proposes to stop an app.", this::stopPreview, apps::stop),
                change(
                        "restart_app",
                        "restart",
                        "Proposes to stop an app and start it again.",
                        this::restartPreview,
                        apps::restart));
    }

    /** @throws dev.wheelhouse.core.platform.error.AppException {@code validation_failed} on {@code app} */
    static App find(AppService apps, ToolCall call) {
        return Named.find("app", call.text("app"), apps.all(call.caller()), App::id, App::name);
    }

    private String list(ToolCall call) {
        Map<String, AppStatus> statuses = apps.statuses(call.caller());
        TextTable table = new TextTable("app", "id", "server", "runtime", "state", "detail");
        for (App each : apps.all(call.caller())) {
            AppStatus status = statuses.get(each.id());
            table.add(
                    each.name(),
                    each.id(),
                    serverName(each),
                    each.spec().kind().wireName(),
                    status == null ? null : word(status),
                    status == null ? null : status.detail());
        }
        return table.orElse("There are no apps.");
    }

    private String serverName(App app) {
        return servers.find(app.organizationId(), app.serverId())
                .map(Server::name)
                .orElse(app.serverId());
    }

    private static String word(AppStatus status) {
        return status.state().name().toLowerCase(Locale.ROOT);
    }

    private String status(ToolCall call) {
        App app = find(apps, call);
        AppStatus status = apps.status(call.caller(), app.id());
        StringBuilder text = new StringBuilder(app.name() + " on " + serverName(app) + " is " + word(status) + ".");
        if (!status.detail().isEmpty()) {
            text.append(' ').append(status.detail());
        }
        if (status.cpuPercent() != null) {
            text.append("\nprocessor: ").append(String.format(Locale.ROOT, "%.1f %% of one core", status.cpuPercent()));
        }
        if (status.memUsage() != null) {
            text.append("\nmemory: ").append(status.memUsage());
        }
        if (status.restarts() > 0) {
            text.append("\nrestarts by itself: ").append(status.restarts());
        }
        TextTable copies = new TextTable("copy", "running", "since", "exit code", "detail");
        status.instances()
                .forEach(each -> copies.add(
                        each.name(),
                        each.running() ? "yes" : "no",
                        Shown.time(each.startedAt()),
                        each.exitCode(),
                        each.detail()));
        text.append(copies.isEmpty() ? "" : "\n" + copies);
        Crash crash = status.lastCrash();
        if (crash != null) {
            text.append("\nlast crash at ").append(Shown.time(crash.at()));
            text.append(crash.exitCode() == null ? "" : " with exit code " + crash.exitCode());
            text.append(crash.detail().isEmpty() ? "" : ": " + crash.detail());
            crash.lines().forEach(each -> text.append("\n  ").append(each));
        }
        TextTable events = new TextTable("at", "event", "detail");
        List<AppEvent> recent =
                apps.events(call.caller(), app.id(), clock.instant().minus(RECENT));
        recent.stream()
                .skip(Math.max(0, recent.size() - MOST_EVENTS))
                .forEach(each -> events.add(Shown.time(each.at()), each.kind(), each.detail()));
        return text.append(events.isEmpty() ? "" : "\n" + events).toString();
    }

    private String logs(ToolCall call) {
        App app = find(apps, call);
        int lines = call.input().number("lines", USUAL_LINES);
        String wanted = call.input().findText("contains").orElse("").toLowerCase(Locale.ROOT);
        // Of those that are looked for, as many as there are in a longer end.
        List<LogLine> newest = apps.log(call.caller(), app.id())
                .newest(wanted.isEmpty() ? lines : 10 * MOST_LINES, wanted.isEmpty() ? MOST_LOG_BYTES : 4 << 20);
        String text = newest.stream().map(AppTools::line).collect(Collectors.joining("\n"));
        // Before lines are looked for, or finding some would tell what was taken out of them.
        String shown = call.isForModel() ? SecretText.redact(apps.withoutEnvironment(app, text)) : text;
        List<String> found = shown.lines()
                .filter(each ->
                        wanted.isEmpty() || each.toLowerCase(Locale.ROOT).contains(wanted))
                .toList();
        if (found.isEmpty()) {
            return wanted.isEmpty()
                    ? app.name() + " has written nothing yet."
                    : "No line of " + app.name() + " has that.";
        }
        return String.join("\n", found.subList(Math.max(0, found.size() - lines), found.size()));
    }

    private static String line(LogLine line) {
        return (line.time() == null ? "" : line.time() + " ")
                + (line.instance() == null ? "" : line.instance() + " ")
                + (line.stream() == LogStream.STDERR ? "stderr " : "")
                + line.text();
    }

    private Tool change(
            String name,
            String command,
            String description,
            BiFunction<App, AppStatus, Preview> preview,
            BiFunction<Caller, String, AppStatus> change) {
        return Tool.changing(
                name,
                command,
                Scope.APPS_CONTROL,
                description,
                List.of(APP),
                new Tool.Work.Changing(
                        call -> {
                            App app = find(apps, call);
                            return preview.apply(app, apps.status(call.caller(), app.id()));
                        },
                        call -> {
                            App app = find(apps, call);
                            return app.name() + " is " + word(change.apply(call.caller(), app.id())) + ".";
                        }));
    }

    private Preview startPreview(App app, AppStatus status) {
        return Preview.of("Start " + place(app), app.id()).estimating(now(status));
    }

    private Preview stopPreview(App app, AppStatus status) {
        return Preview.of("Stop " + place(app), app.id(), "It is not started again by itself.")
                .estimating(now(status));
    }

    private Preview restartPreview(App app, AppStatus status) {
        return Preview.of("Restart " + place(app), app.id(), "It does not serve while it starts.")
                .estimating(now(status));
    }

    private String place(App app) {
        return app.name() + " on " + serverName(app);
    }

    private static List<String> now(AppStatus status) {
        long running =
                status.instances().stream().filter(each -> each.running()).count();
        return List.of("It is " + word(status) + " now" + (running > 1 ? ", " + running + " copies." : "."));
    }

    /** Of an enum of the wire. */
    static String word(WireName name) {
        return name.wireName().replace('_', ' ');
    }
}
