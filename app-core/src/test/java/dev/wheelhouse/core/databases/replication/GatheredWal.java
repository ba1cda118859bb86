package dev.wheelhouse.core.databases.replication;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** WAL in memory. Thread-safe. */
class GatheredWal implements WalSink {

    private static final Instant EPOCH = Instant.parse("2000-01-01T00:00:00Z");

    final List<String> histories = new ArrayList<>();
    private final List<String> serverTimes = new ArrayList<>();
    private final WalPosition from;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private WalPosition end;
    private @Nullable Instant serverTime;

    GatheredWal(WalPosition from) {
        this.from = from;
        this.end = from;
    }

    @Override
    public synchronized void write(WalPosition at, byte[] data, int offset, int length) {
        bytes.write(data, offset, length);
        end = at.plus(length);
    }

    @Override
    public synchronized WalPosition flush() {
        return end;
    }

    @Override
    public synchronized void serverAt(WalPosition position, Instant time) {
        serverTime = time;
        serverTimes.add(position + " " + Duration.between(EPOCH, time).toSeconds());
    }

    @Override
    public synchronized void beginTimeline(TimelineHistory history, WalPosition begin) {
        histories.add(history.fileName() + " " + begin + "\n" + history.content());
    }

    synchronized WalPosition end() {
        return end;
    }

    synchronized @Nullable Instant serverTime() {
        return serverTime;
    }

    /** Each position with the server's time, in seconds since its epoch. */
    synchronized List<String> serverTimes() {
        return List.copyOf(serverTimes);
    }

    /** From a position on. */
    synchronized byte[] from(WalPosition position, int length) {
        byte[] all = bytes.toByteArray();
        byte[] part = new byte[length];
        System.arraycopy(all, Math.toIntExact(position.value() - from.value()), part, 0, length);
        return part;
    }
}
