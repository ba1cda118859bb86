package dev.wheelhouse.core.conversations.operations;

import dev.wheelhouse.core.conversations.tool.Preview;
import dev.wheelhouse.core.conversations.tool.TextTable;
import dev.wheelhouse.core.conversations.tool.Tool;
import dev.wheelhouse.core.conversations.tool.ToolCall;
import dev.wheelhouse.core.conversations.tool.ToolParameter;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.schedules.Schedule;
import dev.wheelhouse.core.schedules.ScheduleRun;
import dev.wheelhouse.core.schedules.ScheduleRuns;
import dev.wheelhouse.core.schedules.ScheduleService;
import dev.wheelhouse.core.schedules.Schedules;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.ServerService;
import java.util.List;
import java.util.Map;

/** Schedules and their runs. */
final class ScheduleTools {

    private static final ToolParameter SCHEDULE = ToolParameter.name("schedule", "Name or id of a schedule");
    private static final int MOST_RUNS = 10;
    private static final int MOST_OUTPUT = 8 << 10;

    private final ScheduleService schedules;
    private final ScheduleRuns runs;
    private final ServerService servers;

    ScheduleTools(Schedules schedules, ServerService servers) {
        this.schedules = schedules.service();
        this.runs = schedules.runs();
        this.servers = servers;
    }

    List<Tool> tools() {
        return List.of(
                Tool.reading(
                        "list_schedules",
                        "schedules",
                        Scope.SCHEDULES_READ,
                        "Lists the schedules with when each is due next and how it ended last.",
                        List.of(),
                        this::list),
                Tool.reading(
                        "schedule_runs",
                        "runs",
                        Scope.SCHEDULES_READ,
                        "Shows the newest runs of a schedule and the end of what the last one wrote.",
                        List.of(SCHEDULE),
                        this::runs),
                Tool.changing(
                                "run_schedule",
                                "run",
                                Scope.SCHEDULES_RUN,
                                "Proposes to run a schedule's command now.",
                                List.of(SCHEDULE),
                                new Tool.Work.Changing(this::runPreview, this::run))
                        .destroying(),
                Tool.changing(
                        "enable_schedule",
                        "enable",
                        Scope.SCHEDULES_WRITE,
                        "Proposes to turn a schedule on or off.",
                        List.of(SCHEDULE, ToolParameter.flag("enabled", "true to turn it on, false to turn it off")),
                        new Tool.Work.Changing(this::enablePreview, this::enable)));
    }

    private Schedule find(ToolCall call) {
        return Named.find(
                "schedule", call.text("schedule"), schedules.all(call.caller()), Schedule::id, Schedule::name);
    }

    private String list(ToolCall call) {
        Map<String, ScheduleRun> last = schedules.lastRuns(call.caller());
        TextTable table = new TextTable("schedule", "id", "due", "next", "last run", "at", "error");
        for (Schedule each : schedules.all(call.caller())) {
            ScheduleRun run = last.get(each.id());
            table.add(
                    each.name(),
                    each.id(),
                    each.cron() + " " + each.timeZone(),
                    each.enabled() ? Shown.time(schedules.nextDue(each).orElse(null)) : "off",
                    run == null ? null : AppTools.word(run.status()),
                    run == null ? null : Shown.time(run.begin()),
                    run == null ? null : run.error());
        }
        return table.orElse("There are no schedules.");
    }

    private String runs(ToolCall call) {
        Schedule schedule = find(call);
        List<ScheduleRun> newest = runs.list(call.caller(), schedule.id(), new PageRequest(MOST_RUNS, null))
                .items();
        TextTable table = new TextTable("began", "status", "exit code", "took", "error");
        newest.forEach(each -> table.add(
                Shown.time(each.begin()),
                AppTools.word(each.status()),
                each.exitCode(),
                Shown.took(each.startedAt(), each.finishedAt()),
                each.error()));
        String output = newest.isEmpty()
                ? ""
                : runs.logEnd(call.caller(), schedule.id(), newest.getFirst().id(), MOST_OUTPUT)
                        .text();
        return schedule.name() + " runs: " + schedule.command() + "\n" + table.orElse("It has not run yet.")
                + (output.isBlank() ? "" : "\nend of the last output:\n" + output);
    }

    private Preview runPreview(ToolCall call) {
        Schedule schedule = find(call);
        return Preview.of(
                "Run " + schedule.name() + " now on " + serverName(schedule), schedule.id(), schedule.command());
    }

    private String serverName(Schedule schedule) {
        return servers.find(schedule.organizationId(), schedule.serverId())
                .map(Server::name)
                .orElse(schedule.serverId());
    }

    private String run(ToolCall call) {
        ScheduleRun run = runs.start(call.caller(), find(call).id());
        return "Run " + run.id() + " is " + AppTools.word(run.status()) + ".";
    }

    private Preview enablePreview(ToolCall call) {
        Schedule schedule = find(call);
        String verb = call.input().flag("enabled") ? "Turn on " : "Turn off ";
        return Preview.of(verb + schedule.name(), schedule.id(), schedule.command())
                .estimating(List.of(schedule.enabled() ? "It is on now." : "It is off now."));
    }

    private String enable(ToolCall call) {
        Schedule now = schedules.setEnabled(
                call.caller(), find(call).id(), call.input().flag("enabled"));
        return now.name() + " is " + (now.enabled() ? "on." : "off.");
    }
}
