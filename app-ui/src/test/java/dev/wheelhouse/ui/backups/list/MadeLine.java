package dev.wheelhouse.ui.backups.list;

import dev.wheelhouse.core.backups.BackupConfig;
import dev.wheelhouse.core.backups.BackupOverview;
import dev.wheelhouse.core.backups.BackupPolicy;
import dev.wheelhouse.core.backups.BackupProgress;
import dev.wheelhouse.core.backups.BackupRun;
import dev.wheelhouse.core.backups.BackupSource;
import dev.wheelhouse.core.backups.BackupState;
import dev.wheelhouse.core.backups.Destination;
import dev.wheelhouse.core.backups.DestinationProvider;
import dev.wheelhouse.core.backups.Rehearsal;
import dev.wheelhouse.core.backups.RehearsalPolicy;
import dev.wheelhouse.core.backups.RunKind;
import dev.wheelhouse.core.backups.RunStatus;
import dev.wheelhouse.core.backups.RunTrigger;
import dev.wheelhouse.core.backups.Verification;
import dev.wheelhouse.core.platform.caller.Actor;
import dev.wheelhouse.core.platform.cron.CronExpression;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Backups of a database that a test makes up. */
public final class MadeLine {

    static final Instant NOW = Instant.parse("2026-11-21T14:03:20Z");

    private MadeLine() {}

    /** @param lastWalAt null before any WAL was stored */
    public static BackupLine streaming(@Nullable Instant lastWalAt) {
        return of(BackupState.STREAMING, null, true, lastWalAt, 0, null);
    }

    static BackupLine of(
            BackupState state,
            @Nullable String detail,
            boolean hasSlot,
            @Nullable Instant lastWalAt,
            long lagBytes,
            @Nullable BackupRun lastRun) {
        BackupConfig config = new BackupConfig(
                "bkp_shop",
                "org_test",
                new BackupSource("srv_own", "db_shop", null, "7301", 16 << 20, null),
                new Destination(DestinationProvider.S3, "shop", null, null, ""),
                new BackupPolicy(
                        CronExpression.parse("0 2 * * *"), ZoneId.of("UTC"), null, 2, 14, true, RehearsalPolicy.NONE),
                null,
                NOW,
                1,
                new Actor("mem_test", null, null));
        BackupProgress progress = new BackupProgress(
                "bkp_shop", state, detail, hasSlot, 1, "0/5000000", lastWalAt, lagBytes, null, null, null, false, NOW);
        return BackupLine.of(
                new BackupOverview(config, progress, lastRun, null, null), "shop", "here", NOW, ZoneOffset.UTC);
    }

    /** As {@link #streaming}, whose restore was tried. */
    static BackupLine rehearsed(RunStatus status, Instant at, @Nullable Long recoveryMillis, @Nullable String error) {
        BackupOverview overview = streaming(NOW).overview();
        Rehearsal last = new Rehearsal(
                "rhs_1",
                "org_test",
                "bkp_shop",
                status,
                RunTrigger.SCHEDULE,
                "job_1",
                "run_1",
                at,
                at,
                recoveryMillis,
                0L,
                3L,
                7L,
                error);
        return BackupLine.of(
                new BackupOverview(overview.config(), overview.progress(), null, last, null),
                "shop",
                "here",
                NOW,
                ZoneOffset.UTC);
    }

    static BackupRun run(String id, RunStatus status, Instant finishedAt, boolean keep, @Nullable String error) {
        return new BackupRun(
                id,
                "org_test",
                "bkp_shop",
                RunKind.BASE,
                status,
                RunTrigger.SCHEDULE,
                "job",
                finishedAt,
                finishedAt,
                finishedAt,
                1L << 30,
                Verification.NONE,
                error,
                keep,
                1,
                "0/4000000",
                false);
    }
}
