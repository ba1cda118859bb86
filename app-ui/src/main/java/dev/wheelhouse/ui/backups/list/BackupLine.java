package dev.wheelhouse.ui.backups.list;

import dev.wheelhouse.core.backups.BackupConfig;
import dev.wheelhouse.core.backups.BackupOverview;
import dev.wheelhouse.core.backups.BackupRun;
import dev.wheelhouse.core.backups.BackupState;
import dev.wheelhouse.core.backups.Rehearsal;
import dev.wheelhouse.core.backups.RunStatus;
import dev.wheelhouse.ui.controls.chart.ChartUnit;
import dev.wheelhouse.ui.words.Moments;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The backups of a database as they were read last, in words.
 *
 * @param database name of the connection
 * @param serverName of the server to restore on
 * @param stored up to when WAL is stored
 * @param storedAgo the same in a few words
 * @param lastWords size and age of the last base backup; empty for none
 * @param rehearsed when and how the last restore on trial ended
 * @param needsRehearsal whether that failed or is long ago
 * @param nextIn such as {@code in 3 h 12 min}; {@code Paused} where none is due
 * @param nextAt such as {@code today 02:30}; empty where none is due
 */
public record BackupLine(
        BackupOverview overview,
        String database,
        String serverName,
        String stored,
        String storedAgo,
        String lastWords,
        String rehearsed,
        boolean needsRehearsal,
        String nextIn,
        String nextAt) {

    /** After which a restore should have been tried again. */
    private static final Duration REHEARSAL_AGE = Duration.ofDays(30);

    private static final String BASE_FAILED = "Last backup failed";

    static BackupLine of(BackupOverview overview, String database, String serverName, Instant now, ZoneId zone) {
        Instant next = overview.nextRunAt();
        return new BackupLine(
                overview,
                database,
                serverName,
                isLogical(overview)
                        ? BackupLabels.type(overview.config().type())
                        : stored(overview.progress().lastWalAt(), now, zone),
                isLogical(overview) ? "" : storedAgo(overview.progress().lastWalAt(), now),
                overview.lastRun() == null ? "" : lastWords(overview.lastRun(), now),
                isLogical(overview) ? "" : rehearsed(overview.lastRehearsal(), now),
                !isLogical(overview) && needsRehearsal(overview, now),
                next == null ? "Paused" : Moments.in(next, now),
                next == null ? "" : Moments.onDay(next, now, zone));
    }

    private static boolean isLogical(BackupOverview overview) {
        return overview.config().type().isLogical();
    }

    private static String stored(@Nullable Instant lastWalAt, Instant now, ZoneId zone) {
        return lastWalAt == null ? "No WAL stored yet" : "Stored to " + Moments.exactly(lastWalAt, now, zone);
    }

    private static String storedAgo(@Nullable Instant lastWalAt, Instant now) {
        return lastWalAt == null
                ? "no WAL stored yet"
                : "stored to " + Moments.span(Duration.between(lastWalAt, now)) + " ago";
    }

    private static String lastWords(BackupRun run, Instant now) {
        if (!run.status().isFinal()) {
            Instant started = run.startedAt();
            return started == null ? "queued" : "for " + Moments.span(Duration.between(started, now));
        }
        String ago = Moments.ago(run.finishedAt() == null ? run.createdAt() : run.finishedAt(), now);
        return run.sizeBytes() == null ? ago : ChartUnit.BYTES.words(run.sizeBytes()) + "  ·  " + ago;
    }

    private static String rehearsed(@Nullable Rehearsal last, Instant now) {
        if (last == null) {
            return "Restore never rehearsed";
        }
        String ago = Moments.ago(Objects.requireNonNullElse(last.finishedAt(), last.startedAt()), now);
        Long millis = last.recoveryMillis();
        return last.status() == RunStatus.FAILED || millis == null
                ? "Rehearsal failed " + ago + ": " + last.error()
                : "Restore rehearsed " + ago + ", in " + Moments.span(Duration.ofMillis(millis));
    }

    private static boolean needsRehearsal(BackupOverview overview, Instant now) {
        Rehearsal last = overview.lastRehearsal();
        Instant since = last == null ? overview.config().createdAt() : last.startedAt();
        return since.plus(REHEARSAL_AGE).isBefore(now) || (last != null && last.status() == RunStatus.FAILED);
    }

    public BackupConfig config() {
        return overview.config();
    }

    public String id() {
        return config().id();
    }

    /** Whether each backup is a whole of its own, without WAL. */
    public boolean isLogical() {
        return isLogical(overview);
    }

    /** What stands below the name of the database. */
    public String method() {
        return switch (config().type()) {
            case PITR -> "restored on " + serverName;
            case DUMP -> "pg_dump on " + serverName;
            case SQLITE -> "file copies";
        };
    }

    public BackupState state() {
        return overview.progress().state();
    }

    public boolean isEnabled() {
        return config().policy().enabled();
    }

    /** The base that is being made or waits to be; empty for none. */
    public Optional<BackupRun> running() {
        return Optional.ofNullable(overview.lastRun())
                .filter(run -> !run.status().isFinal());
    }

    private boolean isStateTroubled() {
        return switch (state()) {
            case LAGGING, DISK_FULL, SOURCE_AWAY, LOGIN_REFUSED, DESTINATION_AWAY, CONFLICT -> true;
            case WAITING, READY, STREAMING, PAUSED -> false;
        };
    }

    private boolean isBaseFailed() {
        return overview.lastRun() != null && overview.lastRun().status() == RunStatus.FAILED;
    }

    /** Whether somebody should look after it. */
    public boolean isTroubled() {
        return isStateTroubled() || isBaseFailed();
    }

    /** What is wrong, in a few words; empty for nothing. */
    public String troubleTitle() {
        if (isStateTroubled()) {
            return BackupLabels.look(state()).words();
        }
        return isBaseFailed() ? BASE_FAILED : "";
    }

    /** What is wrong and why, a line for each; empty for nothing. */
    public String trouble() {
        List<String> lines = new ArrayList<>();
        if (isStateTroubled()) {
            String detail = overview.progress().detail();
            if (detail != null) {
                lines.add(detail);
            } else if (state() == BackupState.LAGGING && overview.progress().lagBytes() != null) {
                lines.add(ChartUnit.BYTES.words(overview.progress().lagBytes().doubleValue())
                        + " of WAL not stored yet. " + stored + ".");
            }
        }
        if (isBaseFailed()) {
            String error = Objects.requireNonNull(overview.lastRun()).error();
            String why = error == null ? "See its log." : error;
            lines.add(isStateTroubled() ? BASE_FAILED + ": " + why : why);
        }
        return String.join("\n", lines);
    }

    /** Up to when WAL follows the last base backup; null where that failed or is being made, as after a gap. */
    public @Nullable Instant restorableTo() {
        return overview.lastRun() != null && overview.lastRun().status() == RunStatus.SUCCEEDED
                ? overview.progress().lastWalAt()
                : null;
    }

    /** What stands below the state of the WAL. */
    public String walWords() {
        String detail = overview.progress().detail();
        if (detail != null) {
            return detail;
        }
        return isSlotLeft() ? "slot not dropped yet, " + storedAgo : storedAgo;
    }

    /** Whether they are paused and the server still retains WAL for them. */
    public boolean isSlotLeft() {
        return state() == BackupState.PAUSED && overview.progress().hasSlot();
    }

    /** Size of the last base backup; empty where there is none. */
    public Optional<String> lastSize() {
        return Optional.ofNullable(overview.lastRun())
                .map(BackupRun::sizeBytes)
                .map(each -> ChartUnit.BYTES.words(each));
    }

    /** Whether a text stands in what people know it by; case does not matter. */
    public boolean matches(String filter) {
        String wanted = filter.strip().toLowerCase(Locale.ROOT);
        return wanted.isEmpty()
                || List.of(
                                database,
                                serverName,
                                config().destination().words(),
                                BackupLabels.look(state()).words())
                        .stream()
                        .anyMatch(each -> each.toLowerCase(Locale.ROOT).contains(wanted));
    }
}
