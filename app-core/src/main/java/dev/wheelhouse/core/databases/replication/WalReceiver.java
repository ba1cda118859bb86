package dev.wheelhouse.core.databases.replication;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Receives the WAL of one timeline after the other (PostgreSQL manual, "Streaming Replication Protocol",
 * START_REPLICATION). A stream may be idle for as long as it likes: a server that says nothing is asked whether it is there,
 * and is lost only when it does not answer. What the server may forget is only what the sink has flushed.
 */
final class WalReceiver {

    /** Between two statements of how far the sink has come. A server waits for one a minute by default. */
    static final Duration STATUS_INTERVAL = Duration.ofSeconds(5);

    /** After which a server is lost that was asked with every statement. */
    static final Duration SILENCE = Duration.ofSeconds(60);

    /** PostgreSQL counts time from here. */
    private static final Instant EPOCH = Instant.parse("2000-01-01T00:00:00Z");

    private final WalSenderStream stream;
    private final String slot;
    private final WalSink sink;
    private final Clock clock;
    private WalPosition next;
    private WalPosition serverEnd = new WalPosition(0);
    private @Nullable Instant quietSince;
    private long heard;
    private long reported;

    WalReceiver(WalSenderStream stream, String slot, WalSink sink, Clock clock) {
        this.stream = stream;
        this.slot = slot;
        this.sink = sink;
        this.clock = clock;
        this.next = new WalPosition(0);
    }

    /** @return which timeline follows, once the server has sent all of this one */
    NextTimeline receive(int timeline, WalPosition from) throws ReplicationException, IOException {
        next = from;
        serverEnd = from;
        stream.send("START_REPLICATION SLOT \"" + slot + "\" PHYSICAL " + from + " TIMELINE " + timeline);
        char type = stream.next(WalSenderStream.ANSWER_LIMIT);
        if (type == 'W') {
            stream();
            type = stream.next(WalSenderStream.ANSWER_LIMIT);
        }
        List<Row> rows = stream.rowsAfter(type, WalSenderStream.ANSWER_LIMIT);
        type = stream.next(WalSenderStream.ANSWER_LIMIT);
        if (type == 'C') {
            type = stream.next(WalSenderStream.ANSWER_LIMIT);
        }
        WalSenderStream.require('Z', type);
        if (rows.size() != 1) {
            throw ReplicationException.notUnderstood("The stream ended without a next timeline.");
        }
        return new NextTimeline(rows.getFirst().integer(0), rows.getFirst().position(1));
    }

    /** To the end of the timeline. */
    private void stream() throws ReplicationException, IOException {
        heard = System.nanoTime();
        reported = heard;
        quietSince = null;
        while (true) {
            boolean silent = !stream.await(STATUS_INTERVAL.minusNanos(System.nanoTime() - reported));
            if (!silent) {
                switch (stream.next(SILENCE)) {
                    case 'd' -> accept(stream.body());
                    case 'c' -> {
                        report(false);
                        stream.sendCopyDone();
                        return;
                    }
                    case 'C' -> throw new ReplicationException(ReplicationState.SERVER_STOPPING, null, null);
                    default -> throw ReplicationException.notUnderstood("Something else than WAL arrived.");
                }
                // Behind the sink, which may have waited for long.
                heard = System.nanoTime();
            } else if (System.nanoTime() - heard > SILENCE.toNanos()) {
                throw new ReplicationException(
                        ReplicationState.LOST, "It said nothing for " + SILENCE.toSeconds() + " seconds.", null);
            }
            if (System.nanoTime() - reported >= STATUS_INTERVAL.toNanos()) {
                report(silent);
            }
        }
    }

    private void accept(ByteBuffer body) throws ReplicationException, IOException {
        // XLogData has 25 bytes before its WAL, a keepalive 18.
        byte kind = body.remaining() < 18 ? 0 : body.get();
        switch (kind) {
            case 'w' -> {
                WalPosition at = new WalPosition(body.getLong());
                if (!at.equals(next)) {
                    throw ReplicationException.notUnderstood("WAL of " + at + " where " + next + " belongs.");
                }
                serverEnd = new WalPosition(body.getLong());
                sink.serverAt(serverEnd, time(body));
                quietSince = null;
                sink.write(at, body.array(), body.arrayOffset() + body.position(), body.remaining());
                next = at.plus(body.remaining());
            }
            case 'k' -> {
                noteQuiet(new WalPosition(body.getLong()), time(body));
                if (body.get() != 0) {
                    report(false);
                }
            }
            default -> throw ReplicationException.notUnderstood("Something else than WAL arrived.");
        }
    }

    /**
     * A keepalive has the place up to which the server has sent, whatever it has written beyond (PostgreSQL, {@code
     * WalSndKeepalive}). Only a second one without WAL between them shows that there was no more at the first.
     */
    private void noteQuiet(WalPosition sent, Instant time) {
        if (!sent.equals(next) || sent.compareTo(serverEnd) < 0) {
            quietSince = null;
            return;
        }
        if (quietSince != null) {
            sink.serverAt(sent, quietSince);
        }
        quietSince = time;
    }

    private static Instant time(ByteBuffer body) {
        return EPOCH.plus(body.getLong(), ChronoUnit.MICROS);
    }

    /** Standby status update. Nothing is applied here, so that is never said. */
    private void report(boolean answerWanted) throws ReplicationException, IOException {
        WalPosition known = sink.flush();
        // A sink may have more of a segment than was sent again so far.
        WalPosition flushed = known.compareTo(next) < 0 ? known : next;
        ByteBuffer status = ByteBuffer.allocate(1 + 4 * Long.BYTES + 1)
                .put((byte) 'r')
                .putLong(next.value())
                .putLong(flushed.value())
                .putLong(0)
                .putLong(ChronoUnit.MICROS.between(EPOCH, clock.instant()))
                .put((byte) (answerWanted ? 1 : 0));
        stream.sendCopyData(status.array());
        reported = System.nanoTime();
    }
}
