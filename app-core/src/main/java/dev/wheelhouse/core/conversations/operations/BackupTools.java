package dev.wheelhouse.core.conversations.operations;

import dev.wheelhouse.core.backups.BackupConfig;
import dev.wheelhouse.core.backups.BackupOverview;
import dev.wheelhouse.core.backups.BackupRun;
import dev.wheelhouse.core.backups.BackupRuns;
import dev.wheelhouse.core.backups.BackupService;
import dev.wheelhouse.core.backups.Backups;
import dev.wheelhouse.core.backups.RestorePreview;
import dev.wheelhouse.core.backups.RestoreRequest;
import dev.wheelhouse.core.backups.Restores;
import dev.wheelhouse.core.conversations.tool.Preview;
import dev.wheelhouse.core.conversations.tool.TextTable;
import dev.wheelhouse.core.conversations.tool.Tool;
import dev.wheelhouse.core.conversations.tool.ToolCall;
import dev.wheelhouse.core.conversations.tool.ToolParameter;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.text.ByteSize;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Backups: how far they reach, new ones, and restores into a directory of their own. */
final class BackupTools {

    private static final ToolParameter BACKUP =
            ToolParameter.name("backup", "Name of the database that is backed up, or id of the backup's configuration");
    private static final int MOST_RUNS = 20;

    private final BackupService backups;
    private final BackupRuns runs;
    private final Restores restores;
    private final ConnectionService connections;

    BackupTools(Backups backups, ConnectionService connections) {
        this.backups = backups.service();
        this.runs = backups.runs();
        this.restores = backups.restores();
        this.connections = connections;
    }

    List<Tool> tools() {
        return List.of(
                Tool.reading(
                        "list_backups",
                        "backups",
                        Scope.BACKUPS_READ,
                        "Lists the databases that are backed up, how that goes, and which times can be restored.",
                        List.of(),
                        this::list),
                Tool.reading(
                        "backup_runs",
                        "backup",
                        Scope.BACKUPS_READ,
                        "Shows the newest backups of a database and the times that can be restored.",
                        List.of(BACKUP),
                        this::runs),
                Tool.changing(
                        "start_backup",
                        "backup-now",
                        Scope.BACKUPS_WRITE,
                        "Proposes to make a backup of a database now.",
                        List.of(BACKUP),
                        new Tool.Work.Changing(this::startPreview, this::start)),
                Tool.changing(
                        "restore_backup",
                        "restore",
                        Scope.BACKUPS_RESTORE,
                        "Proposes to restore a database into a new directory, database or file beside the source; what"
                                + " runs is not touched.",
                        List.of(
                                BACKUP,
                                ToolParameter.name(
                                                "time",
                                                "The moment to restore, in UTC, such as 2026-01-02T03:04:05Z; the newest"
                                                        + " when it is left out")
                                        .optional()),
                        new Tool.Work.Changing(this::restorePreview, this::restore)));
    }

    private String name(BackupConfig config) {
        return connections
                .find(config.organizationId(), config.source().databaseId())
                .map(DatabaseConnection::name)
                .orElse(config.id());
    }

    private BackupOverview find(ToolCall call) {
        return Named.find(
                "backup",
                call.text("backup"),
                backups.all(call.caller()),
                each -> each.config().id(),
                each -> name(each.config()));
    }

    private String list(ToolCall call) {
        TextTable table = new TextTable("database", "id", "type", "state", "last backup", "ended", "next", "detail");
        for (BackupOverview each : backups.all(call.caller())) {
            BackupRun last = each.lastRun();
            table.add(
                    name(each.config()),
                    each.config().id(),
                    each.config().type().wireName(),
                    each.config().policy().enabled()
                            ? AppTools.word(each.progress().state())
                            : "paused",
                    last == null ? null : AppTools.word(last.status()),
                    last == null ? null : Shown.time(last.finishedAt()),
                    Shown.time(each.nextRunAt()),
                    last != null && last.error() != null
                            ? last.error()
                            : each.progress().detail());
        }
        return table.orElse("No database is backed up.");
    }

    private String runs(ToolCall call) {
        BackupOverview found = find(call);
        String id = found.config().id();
        TextTable table = new TextTable("ended", "run", "kind", "status", "size", "verification", "error");
        runs.list(call.caller(), id, new PageRequest(MOST_RUNS, null))
                .items()
                .forEach(each -> table.add(
                        Shown.time(each.finishedAt()),
                        each.id(),
                        each.kind().wireName(),
                        AppTools.word(each.status()),
                        each.sizeBytes() == null ? null : ByteSize.text(each.sizeBytes()),
                        each.verification().wireName(),
                        each.error()));
        String window = found.config().type().isLogical()
                ? ""
                : "\n" + restores.window(call.caller(), id).sentence();
        return "Backups of " + name(found.config()) + window + "\n" + table.orElse("There is none yet.");
    }

    private Preview startPreview(ToolCall call) {
        BackupConfig config = find(call).config();
        return Preview.of("Make a backup of " + name(config), config.id());
    }

    private String start(ToolCall call) {
        BackupConfig config = find(call).config();
        runs.startBase(call.caller(), config.id());
        return "A backup of " + name(config) + " was begun.";
    }

    private static RestoreRequest request(ToolCall call) {
        String time = call.input().findText("time").orElse(null);
        return time == null ? RestoreRequest.LATEST : new RestoreRequest(moment(time), null, null, null, false);
    }

    private static Instant moment(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException _) {
            throw AppException.invalid("time", "Give a moment in UTC, such as 2026-01-02T03:04:05Z.");
        }
    }

    private Preview restorePreview(ToolCall call) {
        BackupConfig config = find(call).config();
        RestoreRequest request = request(call);
        RestorePreview plan = restores.plan(call.caller(), config.id(), null, request);
        if (!plan.ok()) {
            throw new AppException(
                    PlatformError.STATE_INVALID, Objects.requireNonNullElse(plan.error(), "This cannot be restored."));
        }
        List<String> estimates = new ArrayList<>();
        estimate(estimates, "Into ", plan.directory());
        estimate(estimates, "Into the new database ", plan.database());
        estimate(estimates, "Into the new file ", plan.path());
        estimate(estimates, "Reads ", plan.baseBytes() == null ? null : ByteSize.text(plan.baseBytes()));
        estimate(estimates, "Take note: ", plan.warning());
        String to = request.targetTime() == null ? "as new as possible" : "as of " + request.targetTime();
        return Preview.of("Restore " + name(config) + " " + to, config.id()).estimating(estimates);
    }

    private static void estimate(List<String> estimates, String before, @Nullable String value) {
        if (value != null) {
            estimates.add(before + value + ".");
        }
    }

    private String restore(ToolCall call) {
        BackupConfig config = find(call).config();
        // It may take an hour, and goes on as a job of its own.
        var _ = restores.restore(call.caller(), config.id(), null, request(call));
        return "A restore of " + name(config) + " was begun; the jobs tell how it goes.";
    }
}
