package dev.wheelhouse.core.databases.sessions;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.lang.ref.Cleaner;
import java.lang.reflect.Field;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.PGStream;
import org.postgresql.core.QueryExecutor;
import org.postgresql.core.QueryExecutorBase;
import org.postgresql.core.VisibleBufferedInputStream;

/**
 * What a PostgreSQL server sends, within bounds that the driver has not (PostgreSQL manual, "Message Formats"). Errors and
 * notices are cut to a size for people: they may repeat the value that they are about, and the driver reads it whole, several
 * times over. Rows of a fetch that take much memory arrive for one session at a time, however many wait for theirs: each
 * may be within its bound, and all of them together beyond what there is. For one thread.
 */
final class BoundedAnswers extends InputStream {

    /** Of each field, bytes; longer ones end with {@link #CUT}. */
    static final int MOST_OF_A_FIELD = 16 << 10;

    static final String CUT = " …";

    /** Bytes of the rows of one fetch from which on others wait. */
    static final int LARGE_FETCH = 4 << 20;

    private static final Semaphore LARGE = new Semaphore(1, true);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Cleaner CLEANER = Cleaner.create();

    private static final int HEADER = 5;
    private static final int CHUNK = 16 << 10;
    private static final Field STREAM = field(QueryExecutorBase.class, "pgStream");
    private static final Field INPUT = field(PGStream.class, "pgInput");

    private final InputStream from;
    private final byte[] chunk = new byte[CHUNK];
    private int at;
    private int end;
    private final byte[] header = new byte[HEADER];
    private int headerLength;
    private byte[] ready = header;
    private int readyAt = HEADER;
    private int passing;
    private @Nullable Cutting cutting;
    private long fetched;
    private final LargeFetch large = new LargeFetch();

    /** The one place for a large fetch, or nothing. Given back too when its connection is dropped without a word. */
    private static final class LargeFetch {

        private final AtomicBoolean held = new AtomicBoolean();

        boolean isHeld() {
            return held.get();
        }

        boolean take() throws InterruptedException {
            held.set(LARGE.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
            return held.get();
        }

        void give() {
            if (held.compareAndSet(true, false)) {
                LARGE.release();
            }
        }
    }

    /** The rows of one fetch are more than {@link Session#MOST_BYTES_A_FETCH}. */
    static final class FetchTooLargeException extends IOException {

        FetchTooLargeException() {
            super("The rows of a fetch are too large");
        }
    }

    /** Too many large rows are wanted at once. */
    static final class NoRoomException extends IOException {

        NoRoomException() {
            super("Too many large rows are being read");
        }
    }

    BoundedAnswers(InputStream from) {
        this.from = from;
        CLEANER.register(this, large::give);
    }

    /** Has a connection's messages cut from now on; between two statements. A second call changes nothing. */
    static void hold(Connection connection) throws SQLException {
        PGStream stream = streamOf(connection);
        try {
            VisibleBufferedInputStream input = (VisibleBufferedInputStream) INPUT.get(stream);
            InputStream socket = input.getWrapped();
            // What the driver has read ahead would be lost; then the next call does it.
            boolean readAhead = input.available() > socket.available();
            if (!(socket instanceof BoundedAnswers) && !readAhead) {
                INPUT.set(stream, new VisibleBufferedInputStream(new BoundedAnswers(socket), CHUNK));
            }
        } catch (IllegalAccessException | IOException e) {
            throw new SQLException("The connection's messages cannot be bounded", e);
        }
    }

    /** What the driver speaks to the server on. */
    static PGStream streamOf(Connection connection) throws SQLException {
        QueryExecutor executor = connection.unwrap(BaseConnection.class).getQueryExecutor();
        try {
            return (PGStream) STREAM.get(executor);
        } catch (IllegalAccessException e) {
            throw new SQLException("The driver's stream cannot be reached", e);
        }
    }

    private static Field field(Class<?> owner, String name) {
        try {
            Field field = owner.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("This version of the driver keeps its stream elsewhere", e);
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        try {
            return bounded(to, offset, length);
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            letOthers();
            throw e;
        }
    }

    private int bounded(byte[] to, int offset, int length) throws IOException {
        int given = 0;
        while (given < length) {
            if (readyAt < ready.length) {
                int count = Math.min(ready.length - readyAt, length - given);
                System.arraycopy(ready, readyAt, to, offset + given, count);
                readyAt += count;
                given += count;
            } else if (at == end) {
                if (given > 0) {
                    break;
                }
                if (passing >= CHUNK) {
                    int count = from.read(to, offset, Math.min(length, passing));
                    passing -= Math.max(0, count);
                    return count;
                }
                int count = from.read(chunk, 0, CHUNK);
                if (count < 0) {
                    return -1;
                }
                at = 0;
                end = count;
            } else if (cutting != null) {
                at = cutting.take(chunk, at, end);
                if (cutting.isWhole()) {
                    serve(cutting.message());
                    cutting = null;
                }
            } else if (passing > 0) {
                int count = Math.min(Math.min(end - at, length - given), passing);
                System.arraycopy(chunk, at, to, offset + given, count);
                at += count;
                passing -= count;
                given += count;
            } else {
                header[headerLength++] = chunk[at++];
                if (headerLength == HEADER) {
                    begin();
                }
            }
        }
        return given;
    }

    private void begin() throws IOException {
        headerLength = 0;
        int payload = ByteBuffer.wrap(header, 1, Integer.BYTES).getInt() - Integer.BYTES;
        switch (header[0]) {
            case 'D' -> countRow(payload);
            case 'Z' -> letOthers();
            default -> {}
        }
        boolean isTold = header[0] == 'E' || header[0] == 'N';
        if (isTold && payload > MOST_OF_A_FIELD) {
            cutting = new Cutting(header[0], payload);
        } else {
            passing = payload;
            serve(header);
        }
    }

    private void countRow(int bytes) throws IOException {
        fetched += bytes;
        if (fetched > Session.MOST_BYTES_A_FETCH) {
            // The driver would say so too, once it has read all the rest.
            throw new FetchTooLargeException();
        }
        if (fetched < LARGE_FETCH || large.isHeld()) {
            return;
        }
        try {
            if (!large.take()) {
                throw new NoRoomException();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while it waited for others' rows");
        }
    }

    /** The fetch is over: what it brought is with the driver. */
    private void letOthers() {
        fetched = 0;
        large.give();
    }

    private void serve(byte[] bytes) {
        ready = bytes;
        readyAt = 0;
    }

    @Override
    public int available() throws IOException {
        return from.available() + end - at + ready.length - readyAt;
    }

    @Override
    public void close() throws IOException {
        letOthers();
        from.close();
    }

    /** One message on its way, its fields kept up to their bound. */
    private static final class Cutting {

        private final byte type;
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private final byte[] field = new byte[MOST_OF_A_FIELD];
        private int left;
        private int length;
        private boolean isLong;

        Cutting(byte type, int payload) {
            this.type = type;
            this.left = payload;
        }

        /** @return how far it came */
        int take(byte[] bytes, int from, int to) {
            int at = from;
            while (at < to && left > 0) {
                byte next = bytes[at++];
                left--;
                if (next == 0) {
                    endField();
                } else if (length < field.length) {
                    field[length++] = next;
                } else {
                    isLong = true;
                }
            }
            return at;
        }

        private void endField() {
            kept.write(field, 0, isLong ? behindWholeCharacters() : length);
            if (isLong) {
                kept.writeBytes(CUT.getBytes(StandardCharsets.UTF_8));
            }
            kept.write(0);
            length = 0;
            isLong = false;
        }

        private int behindWholeCharacters() {
            int at = length;
            // A character of UTF-8 begins with a byte that is not 10xxxxxx (RFC 3629, section 3).
            while (at > 0 && (field[at - 1] & 0xc0) == 0x80) {
                at--;
            }
            return at > 0 && (field[at - 1] & 0x80) != 0 ? at - 1 : at == 0 ? length : at;
        }

        boolean isWhole() {
            return left == 0;
        }

        byte[] message() {
            return ByteBuffer.allocate(HEADER + kept.size())
                    .put(type)
                    .putInt(Integer.BYTES + kept.size())
                    .put(kept.toByteArray())
                    .array();
        }
    }
}
