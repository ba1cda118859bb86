package dev.wheelhouse.core.backups.wal;

import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.databases.replication.TimelineHistory;
import dev.wheelhouse.core.databases.replication.WalPosition;
import dev.wheelhouse.core.databases.replication.WalSink;
import dev.wheelhouse.core.platform.job.Loop;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps a cluster's WAL: on this machine's disk at once, in the store soon. Before each stream the caller asks
 * {@link #resume} and calls {@link #begin}; then it hands over what arrives, and calls {@link #end} when the stream ended.
 * While the spool or the disk is full, {@link #write} blocks, so that the server keeps its WAL in the slot; the server may
 * end the stream meanwhile ({@code wal_sender_timeout}), and the next one resumes.
 *
 * <p>{@link #progress} and {@link #close} may be called by any thread, the rest by one.
 */
public final class WalArchive implements WalSink, AutoCloseable {

    private static final Duration RETRY = Duration.ofSeconds(30);

    private final ObjectStore store;
    private final WalArchiveSettings settings;
    private final WalObjects objects;
    private final WalListener listener;
    private final Clock clock;
    private final WalStatus status = new WalStatus();
    private final Set<SegmentName> partials = ConcurrentHashMap.newKeySet();
    private final Spool spool;
    private final SpoolWriter receiver;
    private final WalUploader uploader;
    private final Loop loop;

    /**
     * Opens what an earlier run left.
     *
     * @param directory of this cluster alone, created when absent; its name should have the system identifier
     * @param store stays open when the archive is closed
     */
    public WalArchive(Path directory, ObjectStore store, WalArchiveSettings settings, WalListener listener, Clock clock)
            throws IOException {
        this(directory, store, settings, listener, clock, ChannelSpoolFile::open);
    }

    WalArchive(
            Path directory,
            ObjectStore store,
            WalArchiveSettings settings,
            WalListener listener,
            Clock clock,
            SpoolFile.Opening files)
            throws IOException {
        this.store = store;
        this.settings = settings;
        this.listener = listener;
        this.clock = clock;
        objects = new WalObjects(settings.systemIdentifier(), settings.segmentBytes());
        spool = new Spool(directory);
        uploader = new WalUploader(spool, store, objects, settings, status, partials, clock);
        loop = new Loop("Storing WAL of " + settings.systemIdentifier(), RETRY, uploader::turn);
        receiver = new SpoolWriter(spool, settings, status, files, this::progressed);
        partials.addAll(receiver.left());
    }

    private void progressed(Optional<PartialState> state) {
        uploader.received(state.orElse(null));
        if (state.isEmpty()) {
            loop.hurry();
        }
    }

    /** Stores in the background, until closed. */
    public void start(Workers workers) {
        workers.start(() -> loop.run(Duration.ZERO));
    }

    /** Stores one thing on this thread, instead of {@link #start}. */
    Duration storeNext() {
        return uploader.turn();
    }

    /**
     * Where the next stream should begin: where a segment begins of which a part may be there already. Empty when neither
     * the spool nor the store has any WAL.
     *
     * @throws WalException {@link WalState#CONFLICT}
     * @throws dev.wheelhouse.core.backups.store.StoreException when the spool is empty and the store cannot be asked
     */
    public Optional<WalStart> resume() throws IOException {
        status.refuseConflict();
        Optional<WalStart> local = receiver.resume();
        return local.isPresent() ? local : stored().end();
    }

    private StoredWal stored() throws IOException {
        StoredWal stored =
                StoredWal.of(store.list(objects.prefix()), settings.systemIdentifier(), settings.segmentBytes());
        for (WalStart each : stored.partials()) {
            partials.add(SegmentName.at(each, settings.segmentBytes()));
        }
        return stored;
    }

    /**
     * A stream begins. Where that is after {@link #resume}, the listener is notified of the gap first.
     *
     * @param at the start of a segment, on a newer timeline or not before {@link #resume}
     * @param reason why a gap is there, if there is one
     * @throws WalException {@link WalTrouble#OUT_OF_ORDER}
     */
    public void begin(WalStart at, WalGapReason reason) throws IOException {
        Optional<WalStart> expected = resume();
        boolean isStart = at.position().segmentStart(settings.segmentBytes()).equals(at.position());
        boolean isBefore = expected.isPresent() && at.compareTo(expected.get()) < 0;
        if (!isStart || isBefore) {
            throw new WalException(WalTrouble.OUT_OF_ORDER, "WAL cannot begin at " + at.position());
        }
        if (expected.isPresent()) {
            reportGap(expected.get(), at, reason);
        }
        receiver.begin(at);
    }

    private void reportGap(WalStart expected, WalStart at, WalGapReason reason) throws IOException {
        if (at.position().compareTo(expected.position()) <= 0) {
            return;
        }
        WalPosition from = receiver.flushedSince(expected);
        Instant lastTime = status.timeReachedBy(from);
        listener.gap(new WalGap(at.timeline(), from, at.position(), lastTime, clock.instant(), reason));
    }

    @Override
    public void write(WalPosition at, byte[] bytes, int offset, int length) throws IOException {
        status.refuseConflict();
        receiver.write(at, bytes, offset, length);
    }

    @Override
    public WalPosition flush() throws IOException {
        status.refuseConflict();
        return receiver.flush();
    }

    @Override
    public void serverAt(WalPosition position, Instant time) {
        status.serverAt(position, time);
    }

    @Override
    public void beginTimeline(TimelineHistory history, WalPosition from) throws IOException {
        flush();
        keepHistory(history);
        begin(new WalStart(history.timeline(), from), WalGapReason.TIMELINE_AHEAD);
    }

    /** Stores a timeline's history, also that of the first stream's timeline; the same one may come again. */
    public void keepHistory(TimelineHistory history) throws IOException {
        receiver.keepHistory(history);
        loop.hurry();
    }

    /** The stream ended, however it did. */
    public void end() throws IOException {
        receiver.end();
    }

    public WalProgress progress() {
        return status.progress(spool.bytes());
    }

    /**
     * Ends what blocks, and waits until what is being stored is stored or has failed. What is not flushed is sent again to
     * the next archive. The thread that receives still calls {@link #end}.
     */
    @Override
    public void close() throws IOException {
        loop.close();
        loop.hurry();
        spool.close();
        receiver.close();
        uploader.close();
    }
}
