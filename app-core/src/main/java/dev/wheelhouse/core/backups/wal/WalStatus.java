package dev.wheelhouse.core.backups.wal;

import dev.wheelhouse.core.databases.replication.WalPosition;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What the receiving and the storing thread say of their work. Thread-safe. */
final class WalStatus {

    private final ServerTimes times = new ServerTimes();
    private WalState receiving = WalState.IDLE;
    private @Nullable WalPosition received;
    private @Nullable WalPosition flushed;
    private @Nullable WalPosition stored;
    private @Nullable WalPosition server;
    private @Nullable Instant serverTime;
    private @Nullable String receiveError;
    private @Nullable String storeError;
    private @Nullable WalException conflict;

    /** @param waiting where the first segment begins that is not stored, or {@code position} */
    synchronized void begun(WalPosition position, WalPosition waiting) {
        receiving = WalState.RECEIVING;
        received = position;
        flushed = position;
        if (stored == null) {
            stored = waiting;
        }
    }

    synchronized void ended() {
        receiving = WalState.IDLE;
    }

    synchronized void received(WalPosition position) {
        receiving = WalState.RECEIVING;
        received = position;
        receiveError = null;
    }

    synchronized void flushed(WalPosition position) {
        flushed = position;
    }

    synchronized void stored(WalPosition position) {
        stored = position;
        times.forgetBefore(position);
    }

    /** The store works again. */
    synchronized void storeWorks() {
        storeError = null;
    }

    synchronized void serverAt(WalPosition position, Instant time) {
        server = position;
        serverTime = time;
        times.add(position, time);
    }

    synchronized void waiting(WalState state, String error) {
        receiving = state;
        receiveError = error;
    }

    synchronized void storeFailed(IOException e) {
        storeError = describe(e);
        noteConflict(e);
    }

    synchronized void receiveFailed(IOException e) {
        receiveError = describe(e);
        noteConflict(e);
    }

    private void noteConflict(IOException e) {
        if (e instanceof WalException refused
                && (refused.trouble() == WalTrouble.OTHER_BYTES_STORED
                        || refused.trouble() == WalTrouble.OTHER_BYTES_RECEIVED)) {
            conflict = refused;
        }
    }

    /** @throws WalException the conflict, when there is one */
    synchronized void refuseConflict() throws WalException {
        if (conflict != null) {
            throw new WalException(conflict.trouble(), describe(conflict));
        }
    }

    synchronized @Nullable Instant timeReachedBy(WalPosition position) {
        return times.reachedBy(position);
    }

    synchronized WalProgress progress(long spoolBytes) {
        Instant lastWalAt = stored == null ? null : times.reachedBy(stored);
        Long lagBytes = server == null || stored == null ? null : (Long) Math.max(0, server.value() - stored.value());
        Duration lag = lagBytes == null || lagBytes == 0 || serverTime == null || lastWalAt == null
                ? Duration.ZERO
                : Duration.between(lastWalAt, serverTime);
        return new WalProgress(
                state(),
                received,
                flushed,
                stored,
                server,
                serverTime,
                lastWalAt,
                lagBytes,
                lag,
                spoolBytes,
                receiveError == null ? storeError : receiveError);
    }

    private WalState state() {
        if (conflict != null) {
            return WalState.CONFLICT;
        }
        return receiving == WalState.RECEIVING && storeError != null ? WalState.LAGGING : receiving;
    }

    private static String describe(Exception e) {
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message;
    }
}
