package dev.wheelhouse.core.conversations.operations;

import dev.wheelhouse.core.conversations.tool.TextTable;
import dev.wheelhouse.core.conversations.tool.Tool;
import dev.wheelhouse.core.conversations.tool.ToolCall;
import dev.wheelhouse.core.conversations.tool.ToolParameter;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.EventService;
import dev.wheelhouse.core.platform.event.EventWords;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.paging.PageRequest;
import java.util.List;

/** What happened, and what is under way. */
final class EventTools {

    private static final int USUAL = 30;
    private static final int MOST = 200;

    private final EventService events;
    private final JobService jobs;

    EventTools(EventService events, JobService jobs) {
        this.events = events;
        this.jobs = jobs;
    }

    List<Tool> tools() {
        return List.of(
                Tool.reading(
                        "recent_events",
                        "events",
                        Scope.EVENTS_READ,
                        "Lists what happened, newest first: changes, failures, alarms.",
                        List.of(
                                ToolParameter.name(
                                                "kind",
                                                "A kind such as deploy.failed, a group such as app.*, or * for all, which"
                                                        + " holds when it is left out")
                                        .optional(),
                                ToolParameter.number("count", "How many; " + USUAL + " when it is left out", 1, MOST)
                                        .optional()),
                        this::events),
                Tool.reading(
                        "list_jobs",
                        "jobs",
                        Scope.EVENTS_READ,
                        "Lists the long work that is under way and what ended last.",
                        List.of(),
                        this::jobs));
    }

    private String events(ToolCall call) {
        EventFilter filter =
                new EventFilter(List.of(call.input().findText("kind").orElse("*")), null, null, null);
        TextTable table = new TextTable("at", "kind", "subject", "what");
        for (Event each : events.list(
                        call.caller(), filter, new PageRequest(call.input().number("count", USUAL), null))
                .items()) {
            EventWords words = EventWords.of(each);
            boolean isBare = words.details().isEmpty() || mayHoldRows(call, each.subjectId());
            String details = isBare ? "" : ". " + String.join("; ", words.details());
            table.add(Shown.time(each.occurredAt()), each.kind(), each.subjectId(), words.title() + details);
        }
        return table.orElse("Nothing of that kind has happened.");
    }

    /** What is said of databases and plans has SQL and values in it, which a model may not be told of every connection. */
    private static boolean mayHoldRows(ToolCall call, String subjectId) {
        return call.isForModel() && (subjectId.startsWith("db_") || subjectId.startsWith("conv_"));
    }

    private String jobs(ToolCall call) {
        TextTable table = new TextTable("began", "job", "kind", "subject", "status", "message");
        for (Job each : jobs.list(call.caller(), new PageRequest(USUAL, null)).items()) {
            table.add(
                    Shown.time(each.createdAt()),
                    each.id(),
                    each.kind(),
                    each.subjectId(),
                    each.status().wireName(),
                    mayHoldRows(call, each.subjectId()) ? null : each.error() == null ? each.message() : each.error());
        }
        return table.orElse("There are no jobs.");
    }
}
