package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.plan.RestoreTarget;
import dev.wheelhouse.core.databases.replication.WalPosition;
import dev.wheelhouse.core.platform.error.AppException;
import java.time.Instant;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where a restore goes. Of the first three at most one; none for as far as WAL is stored.
 *
 * @param targetTime by the server's clock; with everything that was committed up to then
 * @param targetPosition of WAL, such as {@code 16/B374D848}; with the record that begins there
 * @param beforeTransaction an id with its epoch; with everything that was committed before it was
 * @param serverId where; null for the source's own server
 * @param targetDirectory absolute; null for a fresh one beside the cluster's own
 * @param start whether the cluster is to run in the end
 * @param open whether it is to run and be a read-only connection, until that is deleted
 * @param runAs the user of the machine as whom it is laid and runs; null for the owner of the source's files, of the
 *     directory's parent, or {@code postgres}. Only a console that is root there can become another
 */
public record RestoreRequest(
        @Nullable Instant targetTime,
        @Nullable String targetPosition,
        @Nullable Long beforeTransaction,
        @Nullable String serverId,
        @Nullable String targetDirectory,
        boolean start,
        boolean open,
        @Nullable String runAs) {

    public static final RestoreRequest LATEST = new RestoreRequest(null, null, null, null, false);

    /** As useradd(8) takes them, and Debian's {@code adduser} in dots. */
    private static final Pattern USER = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]{0,31}");

    /** On the source's own server, as the user that {@code runAs} says for null. */
    public RestoreRequest(
            @Nullable Instant targetTime,
            @Nullable String targetPosition,
            @Nullable Long beforeTransaction,
            @Nullable String targetDirectory,
            boolean start) {
        this(targetTime, targetPosition, beforeTransaction, null, targetDirectory, start, false, null);
    }

    /** @throws AppException {@code validation_failed} */
    void validateUser() {
        if (runAs != null && (!USER.matcher(runAs).matches() || runAs.equals("root"))) {
            throw AppException.invalid(
                    "runAs",
                    "Give the name of a user of the machine other than root, as whom PostgreSQL does not run.");
        }
    }

    /** @throws AppException {@code validation_failed} */
    RestoreTarget target() {
        long given = Stream.of(targetTime, targetPosition, beforeTransaction)
                .filter(Objects::nonNull)
                .count();
        if (given > 1) {
            throw AppException.invalid(
                    "targetTime", "Give one of targetTime, targetPosition and beforeTransaction, not several.");
        }
        if (targetTime != null) {
            return new RestoreTarget.Time(targetTime);
        }
        if (targetPosition != null) {
            try {
                return new RestoreTarget.Position(WalPosition.parse(targetPosition.strip()));
            } catch (IllegalArgumentException _) {
                throw AppException.invalid(
                        "targetPosition", "Give a position as the server writes it, such as 16/B374D848.");
            }
        }
        if (beforeTransaction == null) {
            return new RestoreTarget.Latest();
        }
        if (beforeTransaction < 1) {
            throw AppException.invalid(
                    "beforeTransaction", "Give the transaction's id, as pg_current_xact_id() shows it.");
        }
        return new RestoreTarget.BeforeTransaction(beforeTransaction);
    }
}
