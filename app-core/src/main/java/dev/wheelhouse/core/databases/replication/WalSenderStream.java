package dev.wheelhouse.core.databases.replication;

import dev.wheelhouse.core.databases.sessions.ReplicationSession;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.core.PGStream;

/**
 * Messages to and from a WAL sender (PostgreSQL manual, "Message Formats"), on the driver's own stream. Takes memory for
 * one message, whatever the server sends. For one thread; another one may close the session.
 */
final class WalSenderStream {

    /** Bytes. WAL comes in 128 KiB, base backups in less than 64 KiB at a time. */
    static final int LARGEST_MESSAGE = 1 << 20;

    /** Of an answer that has rows. */
    static final int MOST_ROWS = 100_000;

    /** How long a message that has begun may take, and a command that only looks something up. */
    static final Duration ANSWER_LIMIT = Duration.ofMinutes(1);

    private static final System.Logger LOG = System.getLogger(WalSenderStream.class.getName());
    private static final int LONGEST_ERROR = 16 << 10;

    private final ReplicationSession session;
    private final PGStream stream;
    private ByteBuffer body = ByteBuffer.allocate(1 << 17);
    private boolean streaming;

    WalSenderStream(ReplicationSession session) {
        this.session = session;
        this.stream = session.stream();
    }

    int majorVersion() {
        return session.majorVersion();
    }

    /** Asks a command whose answer is at most one result, which PostgreSQL 12 ends twice for what drops a slot. */
    List<Row> ask(String command) throws ReplicationException {
        send(command);
        List<Row> rows = rows(ANSWER_LIMIT);
        char end = next(ANSWER_LIMIT);
        require('Z', end == 'C' ? next(ANSWER_LIMIT) : end);
        return rows;
    }

    void send(String command) throws ReplicationException {
        streaming = command.startsWith("START_REPLICATION");
        byte[] text = (command + "\0").getBytes(StandardCharsets.UTF_8);
        sendMessage('Q', text);
    }

    void sendCopyData(byte[] bytes) throws ReplicationException {
        sendMessage('d', bytes);
    }

    void sendCopyDone() throws ReplicationException {
        sendMessage('c', new byte[0]);
    }

    private void sendMessage(char type, byte[] bytes) throws ReplicationException {
        try {
            stream.sendChar(type);
            stream.sendInteger4(Integer.BYTES + bytes.length);
            stream.send(bytes);
            stream.flush();
        } catch (IOException e) {
            throw broken(e);
        }
    }

    /**
     * Waits for a message without reading it.
     *
     * @return false when none came in time; the connection is as good as before
     */
    boolean await(Duration limit) throws ReplicationException {
        try {
            // Zero would be for ever.
            stream.setNetworkTimeout(Math.toIntExact(Math.max(1, limit.toMillis())));
            stream.peekChar();
            return true;
        } catch (SocketTimeoutException _) {
            return false;
        } catch (IOException e) {
            throw broken(e);
        }
    }

    /**
     * Reads the next message that is not a notice, and leaves what it holds in {@link #body}.
     *
     * @param silence how long nothing may arrive before it
     * @return its type
     * @throws ReplicationException also for an error of the server; it has then ended the command, and the next may be sent
     */
    char next(Duration silence) throws ReplicationException {
        while (true) {
            if (!await(silence)) {
                throw new ReplicationException(
                        ReplicationState.LOST, "Nothing arrived for " + silence.toSeconds() + " seconds.", null);
            }
            char type = read();
            switch (type) {
                case 'E' -> throw error();
                case 'N' -> LOG.log(System.Logger.Level.DEBUG, () -> "The server notes: " + ServerError.read(body));
                case 'S' -> {}
                default -> {
                    return type;
                }
            }
        }
    }

    /** What the last message holds, to be read from its beginning; good until the next one. */
    ByteBuffer body() {
        return body;
    }

    private char read() throws ReplicationException {
        try {
            stream.setNetworkTimeout(Math.toIntExact(ANSWER_LIMIT.toMillis()));
            char type = (char) stream.receiveChar();
            int length = stream.receiveInteger4() - Integer.BYTES;
            boolean isReport = type == 'E' || type == 'N';
            if (length < 0 || (length > LARGEST_MESSAGE && !isReport)) {
                throw ReplicationException.notUnderstood("A message of " + length + " bytes.");
            }
            // An error may repeat a value of any size.
            int kept = isReport ? Math.min(length, LONGEST_ERROR) : length;
            if (kept > body.capacity()) {
                body = ByteBuffer.allocate(LARGEST_MESSAGE);
            }
            stream.receive(body.array(), 0, kept);
            stream.skip(length - kept);
            body.clear().limit(kept);
            return type;
        } catch (IOException e) {
            throw broken(e);
        }
    }

    /** Reads on to where the server takes commands again, which it does not when it is about to close the connection. */
    private ReplicationException error() {
        ServerError error = ServerError.read(body);
        ReplicationException failure = new ReplicationException(
                ReplicationState.of(error.sqlState(), streaming, error.routine()), error.words(), null);
        try {
            char type = ' ';
            while (type != 'Z' && await(ANSWER_LIMIT)) {
                type = read();
            }
        } catch (ReplicationException e) {
            LOG.log(System.Logger.Level.DEBUG, "The connection ended with the error", e);
        }
        return failure;
    }

    /** Reads one result to its end; empty for a command that has none. */
    List<Row> rows(Duration silence) throws ReplicationException {
        char type = next(silence);
        return type == 'C' ? List.of() : rowsAfter(type, silence);
    }

    /** @param first the message that was read already, which should describe the rows */
    List<Row> rowsAfter(char first, Duration silence) throws ReplicationException {
        require('T', first);
        List<Row> rows = new ArrayList<>();
        char type = next(silence);
        while (type == 'D' && rows.size() < MOST_ROWS) {
            rows.add(Row.read(body));
            type = next(silence);
        }
        require('C', type);
        return rows;
    }

    void expect(char type, Duration silence) throws ReplicationException {
        require(type, next(silence));
    }

    static void require(char expected, char type) throws ReplicationException {
        if (type != expected) {
            throw ReplicationException.notUnderstood("A message of type " + type + " where " + expected + " belongs.");
        }
    }

    private ReplicationException broken(IOException e) {
        boolean ours = session.isClosed();
        return new ReplicationException(ours ? ReplicationState.CLOSED : ReplicationState.LOST, null, e);
    }
}
