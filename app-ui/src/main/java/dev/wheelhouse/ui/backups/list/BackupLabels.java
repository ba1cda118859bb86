package dev.wheelhouse.ui.backups.list;

import dev.wheelhouse.core.backups.BackupState;
import dev.wheelhouse.core.backups.BackupType;
import dev.wheelhouse.core.backups.DestinationProvider;
import dev.wheelhouse.core.backups.RunStatus;
import dev.wheelhouse.core.backups.RunTrigger;
import dev.wheelhouse.ui.controls.Look;

/** Backups and their runs as people read them. */
public final class BackupLabels {

    private BackupLabels() {}

    public static Look look(BackupState state) {
        return switch (state) {
            case WAITING -> new Look("Starting", "fth-clock", "accent-icon");
            case READY -> new Look("Ready", "fth-check-circle", "success-icon");
            case STREAMING -> new Look("Streaming", "fth-check-circle", "success-icon");
            case LAGGING -> new Look("Lagging", "fth-alert-circle", "warning-icon");
            case DISK_FULL -> new Look("Disk full", "fth-x-circle", "danger-icon");
            case SOURCE_AWAY -> new Look("Database unreachable", "fth-x-circle", "danger-icon");
            case LOGIN_REFUSED -> new Look("Login refused", "fth-x-circle", "danger-icon");
            case DESTINATION_AWAY -> new Look("Destination unreachable", "fth-x-circle", "danger-icon");
            case CONFLICT -> new Look("Conflict", "fth-alert-octagon", "danger-icon");
            case PAUSED -> new Look("Paused", "fth-pause-circle", "muted-icon");
        };
    }

    public static Look look(RunStatus status) {
        return switch (status) {
            case QUEUED -> new Look("Queued", "fth-clock", "accent-icon");
            case RUNNING -> new Look("Running", "fth-loader", "accent-icon");
            case SUCCEEDED -> new Look("Complete", "fth-check-circle", "success-icon");
            case FAILED -> new Look("Failed", "fth-x-circle", "danger-icon");
            case CANCELLED -> new Look("Cancelled", "fth-slash", "muted-icon");
        };
    }

    /** Such as {@code 3 base backups}. */
    public static String bases(int count) {
        return count == 1 ? "1 base backup" : count + " base backups";
    }

    public static String trigger(RunTrigger trigger) {
        return switch (trigger) {
            case FIRST -> "first";
            case SCHEDULE -> "scheduled";
            case MANUAL -> "manual";
            case GAP -> "after a gap";
            case ADOPTED -> "adopted";
        };
    }

    /** How a database is backed up. */
    public static String type(BackupType type) {
        return switch (type) {
            case PITR -> "Continuous";
            case DUMP -> "pg_dump";
            case SQLITE -> "File copies";
        };
    }

    /** What comes of setting one up, and what it costs. */
    public static String whatHappens(BackupType type) {
        return switch (type) {
            case PITR ->
                "Creates a replication slot, copies the cluster now and on schedule, and streams its WAL."
                        + " While this console is off, the server keeps WAL on its disk.";
            case DUMP ->
                "Dumps the database now and on schedule, by pg_dump on the chosen server. What is written between two"
                        + " dumps is not backed up.";
            case SQLITE ->
                "Copies the file now and on schedule (VACUUM INTO). Until it is stored, a copy takes its size in the"
                        + " console's home.";
        };
    }

    public static String provider(DestinationProvider provider) {
        return switch (provider) {
            case S3 -> "S3-compatible";
            case AWS -> "Amazon S3";
            case R2 -> "Cloudflare R2";
            case B2 -> "Backblaze B2";
            case MINIO -> "MinIO";
            case WASABI -> "Wasabi";
            case GCS -> "Google Cloud Storage";
            case FILE -> "Directory on this machine";
        };
    }
}
