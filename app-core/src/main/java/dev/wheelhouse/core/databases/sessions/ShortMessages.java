package dev.wheelhouse.core.databases.sessions;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.PGStream;
import org.postgresql.core.QueryExecutor;
import org.postgresql.core.QueryExecutorBase;
import org.postgresql.core.VisibleBufferedInputStream;

/**
 * What a PostgreSQL server sends, with errors and notices cut to a size for people (PostgreSQL manual, "Message Formats",
 * ErrorResponse and NoticeResponse). An error may repeat the value that it is about; the driver reads it whole, several
 * times over, whatever its size, and has no bound of its own. For one thread.
 */
final class ShortMessages extends InputStream {

    /** Of each field, bytes; longer ones end with {@link #CUT}. */
    static final int MOST_OF_A_FIELD = 16 << 10;

    static final String CUT = " …";

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

    ShortMessages(InputStream from) {
        this.from = from;
    }

    /** Has a connection's messages cut from now on; between two statements. A second call changes nothing. */
    static void hold(Connection connection) throws SQLException {
        QueryExecutor executor = connection.unwrap(BaseConnection.class).getQueryExecutor();
        try {
            PGStream stream = (PGStream) STREAM.get(executor);
            VisibleBufferedInputStream input = (VisibleBufferedInputStream) INPUT.get(stream);
            InputStream socket = input.getWrapped();
            // What the driver has read ahead would be lost; then the next call does it.
            boolean readAhead = input.available() > socket.available();
            if (!(socket instanceof ShortMessages) && !readAhead) {
                INPUT.set(stream, new VisibleBufferedInputStream(new ShortMessages(socket), CHUNK));
            }
        } catch (IllegalAccessException | IOException e) {
            throw new SQLException("The connection's messages cannot be bounded", e);
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

    private void begin() {
        headerLength = 0;
        int payload = ByteBuffer.wrap(header, 1, Integer.BYTES).getInt() - Integer.BYTES;
        boolean isTold = header[0] == 'E' || header[0] == 'N';
        if (isTold && payload > MOST_OF_A_FIELD) {
            cutting = new Cutting(header[0], payload);
        } else {
            passing = payload;
            serve(header);
        }
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
