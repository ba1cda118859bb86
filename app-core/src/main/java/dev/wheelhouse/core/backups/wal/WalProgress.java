package dev.wheelhouse.core.backups.wal;

import dev.wheelhouse.core.databases.replication.WalPosition;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far the archive is, at one moment. Positions and times are null until they are known.
 *
 * @param received up to where bytes came
 * @param flushed up to where they are on this machine's disk
 * @param stored up to where the store has them without a hole, a padded partial segment included
 * @param server how far the server was when it spoke last
 * @param serverTime the server's clock at that moment
 * @param lastWalAt the server's time that {@code stored} reaches, never later than the truth
 * @param lagBytes from {@code stored} to {@code server}; null when one is unknown
 * @param lag from {@code lastWalAt} to {@code serverTime}; zero when nothing lags or one is unknown
 * @param spoolBytes on this machine's disk
 * @param lastError for people; null once the work succeeded again
 */
public record WalProgress(
        WalState state,
        @Nullable WalPosition received,
        @Nullable WalPosition flushed,
        @Nullable WalPosition stored,
        @Nullable WalPosition server,
        @Nullable Instant serverTime,
        @Nullable Instant lastWalAt,
        @Nullable Long lagBytes,
        Duration lag,
        long spoolBytes,
        @Nullable String lastError) {}
