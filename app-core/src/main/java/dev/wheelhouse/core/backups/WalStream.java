package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.plan.Timelines;
import dev.wheelhouse.core.backups.wal.WalArchive;
import dev.wheelhouse.core.backups.wal.WalGapReason;
import dev.wheelhouse.core.backups.wal.WalStart;
import dev.wheelhouse.core.databases.replication.ClusterLink;
import dev.wheelhouse.core.databases.replication.ReplicationException;
import dev.wheelhouse.core.databases.replication.ReplicationState;
import dev.wheelhouse.core.databases.replication.SlotLoss;
import dev.wheelhouse.core.databases.replication.SlotState;
import dev.wheelhouse.core.databases.replication.SystemIdentity;
import dev.wheelhouse.core.databases.replication.TimelineHistory;
import dev.wheelhouse.core.databases.replication.WalPosition;
import dev.wheelhouse.core.databases.replication.WalSink;
import dev.wheelhouse.core.platform.console.Lease;
import dev.wheelhouse.core.platform.error.AppException;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Brings WAL from a cluster into the archive, one log-in at a time: makes the slot where there is none, begins where the
 * archive ends, and finds out where to go on when that is gone. One thread receives; any may end it.
 */
final class WalStream {

    private static final System.Logger LOG = System.getLogger(WalStream.class.getName());

    private final BackupsConfig parts;
    private final BackupStores stores;
    private final BackupConfig config;
    private final Lease lease;
    private final BackupSlot slot;
    private final WalArchive archive;
    private final SourceStatus status;
    private volatile @Nullable ClusterLink link;
    private volatile boolean ended;

    WalStream(
            BackupsConfig parts,
            BackupStores stores,
            BackupConfig config,
            Lease lease,
            BackupSlot slot,
            WalArchive archive,
            SourceStatus status) {
        this.parts = parts;
        this.stores = stores;
        this.config = config;
        this.lease = lease;
        this.slot = slot;
        this.archive = archive;
        this.status = status;
    }

    /** Ends what is received, and begins nothing more. Idempotent. */
    void end() {
        ended = true;
        cut();
    }

    /** Ends what is received now. */
    void cut() {
        ClusterLink now = link;
        if (now != null) {
            now.close();
        }
    }

    /** Receives until the log-in ends, however it does. */
    void receive() {
        try (ClusterLink made = slot.open()) {
            link = made;
            if (ended || status.refusal() == SourceStatus.Refusal.OWNER) {
                return;
            }
            SystemIdentity identity = made.identify();
            if (!identity.systemIdentifier().equals(config.source().systemIdentifier())) {
                status.refuse(
                        SourceStatus.Refusal.CLUSTER,
                        "Another cluster answers at this address now. Set up backups of it, or mend the connection.");
                return;
            }
            status.permit(SourceStatus.Refusal.CLUSTER);
            status.loggedIn(new WalStart(identity.timeline(), identity.position()));
            stream(made, identity);
        } catch (ReplicationException e) {
            if (e.state() != ReplicationState.CLOSED || !ended) {
                failed(e);
            }
        } catch (IOException e) {
            // What the archive refuses, it says in its progress.
            LOG.log(System.Logger.Level.DEBUG, "Receiving WAL of " + config.id() + " broke off", e);
        } catch (AppException e) {
            status.failed(e.getMessage());
        } catch (RuntimeException e) {
            // Kept from ending the session, which would begin anew and fail in the same place unseen.
            LOG.log(System.Logger.Level.ERROR, "Receiving WAL of " + config.id() + " failed", e);
            status.failed("An error of the console's own, which its log has.");
        } finally {
            link = null;
            status.loggedOut();
        }
    }

    private void failed(ReplicationException failure) {
        if (failure.state().isOfLogin()) {
            status.loginRefused(slot.refusal(failure));
        } else {
            status.failed(why(failure));
        }
    }

    /** A server ends the streams of slots that it gives up with the code of a shutdown (57P01). */
    private @Nullable String why(ReplicationException failure) {
        if (failure.state() != ReplicationState.SERVER_STOPPING) {
            return failure.getMessage();
        }
        try {
            return slot.state()
                    .map(SlotState::loss)
                    .map(loss -> GapWords.of(gapReason(loss)))
                    .orElse(failure.getMessage());
        } catch (AppException _) {
            return failure.getMessage();
        }
    }

    private static WalGapReason gapReason(SlotLoss loss) {
        return switch (loss) {
            case TOO_MUCH_WAL -> WalGapReason.SLOT_LOST;
            case IDLE -> WalGapReason.SLOT_IDLE;
        };
    }

    private void stream(ClusterLink made, SystemIdentity identity) throws ReplicationException, IOException {
        WalGapReason reason = ensureSlot(made);
        long segmentBytes = config.source().segmentBytes();
        WalStart at = archive.resume()
                .orElseGet(() ->
                        new WalStart(identity.timeline(), identity.position().segmentStart(segmentBytes)));
        while (!ended) {
            try {
                receiveFrom(made, identity, at, reason);
            } catch (ReplicationException e) {
                switch (e.state()) {
                    case WAL_REMOVED -> at = afterRemoved(identity, at, e);
                    case NOT_IN_HISTORY -> {
                        at = atFork(made, identity, at, e);
                        reason = WalGapReason.TIMELINE_AHEAD;
                    }
                    default -> throw e;
                }
            }
        }
    }

    private void receiveFrom(ClusterLink made, SystemIdentity identity, WalStart at, WalGapReason reason)
            throws ReplicationException, IOException {
        archive.begin(at, reason);
        status.begun(at);
        try {
            if (at.timeline() > 1) {
                archive.keepHistory(made.timelineHistory(at.timeline()));
            }
            status.streams();
            made.receiveWal(slot.name(), at.timeline(), at.position(), new Noted(identity.timeline(), at.timeline()));
        } finally {
            archive.end();
        }
    }

    /** Where WAL begins that the server still has. */
    private WalStart afterRemoved(SystemIdentity identity, WalStart asked, ReplicationException failure)
            throws ReplicationException {
        WalPosition restart = slot.state().map(SlotState::restart).orElse(identity.position());
        WalPosition kept = restart == null ? identity.position() : restart;
        WalStart next = new WalStart(
                Math.max(identity.timeline(), asked.timeline()),
                kept.segmentStart(config.source().segmentBytes()));
        if (next.compareTo(asked) <= 0) {
            throw failure;
        }
        return next;
    }

    /** Where the server's timeline begins, when it branched off before the end of what is stored. */
    private WalStart atFork(ClusterLink made, SystemIdentity identity, WalStart asked, ReplicationException failure)
            throws ReplicationException {
        if (identity.timeline() > asked.timeline()) {
            TimelineHistory history = made.timelineHistory(identity.timeline());
            WalStart fork = Timelines.of(List.of(history)).path(identity.timeline()).stream()
                    .filter(each -> each.timeline() == asked.timeline() && each.to() != null)
                    .findFirst()
                    .map(each -> new WalStart(
                            identity.timeline(),
                            Objects.requireNonNull(each.to())
                                    .segmentStart(config.source().segmentBytes())))
                    .orElse(null);
            if (fork != null) {
                return fork;
            }
        }
        status.refuse(
                SourceStatus.Refusal.HISTORY,
                "The server is behind what is stored, or on a timeline of its own: it was restored, or has lost WAL. End"
                        + " these backups and set up new ones with another prefix.");
        throw failure;
    }

    /** @return why there is a gap, should there be one */
    private WalGapReason ensureSlot(ClusterLink made) throws ReplicationException {
        SlotState state = slot.state().orElse(null);
        if (state != null && state.loss() == null && state.restart() != null) {
            return WalGapReason.SEGMENT_REMOVED;
        }
        // Before it is made, so that none is forgotten.
        parts.store().change(tx -> {
            parts.leases().require(tx, lease);
            stores.progress()
                    .find(tx, config.id())
                    .ifPresent(each -> stores.progress().put(tx, each.withSlot(true, SlotSpace.UNKNOWN)));
        });
        if (state != null) {
            made.dropSlot(slot.name());
        }
        made.createSlot(slot.name());
        if (state == null) {
            return WalGapReason.SLOT_MISSING;
        }
        return gapReason(Objects.requireNonNullElse(state.loss(), SlotLoss.TOO_MUCH_WAL));
    }

    /** Notes where timelines begin on their way into the archive. */
    private final class Noted implements WalSink {

        private final int serversTimeline;
        private int timeline;

        /**
         * @param serversTimeline that it writes to
         * @param timeline that is received first
         */
        private Noted(int serversTimeline, int timeline) {
            this.serversTimeline = serversTimeline;
            this.timeline = timeline;
        }

        @Override
        public void write(WalPosition at, byte[] bytes, int offset, int length) throws IOException {
            archive.write(at, bytes, offset, length);
        }

        @Override
        public WalPosition flush() throws IOException {
            return archive.flush();
        }

        /** Of an earlier timeline the server says where that ended, with the time of now: what it has written since is not in it. */
        @Override
        public void serverAt(WalPosition position, Instant time) {
            if (timeline >= serversTimeline) {
                archive.serverAt(position, time);
            }
        }

        @Override
        public void beginTimeline(TimelineHistory history, WalPosition from) throws IOException {
            archive.beginTimeline(history, from);
            timeline = history.timeline();
            status.begun(new WalStart(timeline, from));
        }
    }
}
