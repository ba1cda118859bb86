package dev.wheelhouse.core.databases.replication;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads one base backup in the form of the server's version: up to PostgreSQL 14 a copy for each archive and one for the
 * manifest, since 15 one copy of messages (PostgreSQL manual, "Streaming Replication Protocol", BASE_BACKUP).
 */
final class BaseBackupReader {

    /** Until the server begins to send: it makes a checkpoint first, and looks how large everything is. */
    private static final Duration CHECKPOINT_LIMIT = Duration.ofMinutes(30);

    private static final Duration SILENCE = Duration.ofMinutes(5);

    /** Up to PostgreSQL 14 the server leaves out the end of each tar. */
    private static final byte[] END_OF_TAR = new byte[1024];

    private final WalSenderStream stream;
    private final BaseBackupSink sink;
    private long read;

    BaseBackupReader(WalSenderStream stream, BaseBackupSink sink) {
        this.stream = stream;
        this.sink = sink;
    }

    BaseBackupEnd read(BaseBackupRequest request) throws ReplicationException, IOException {
        boolean inMessages = stream.majorVersion() >= 15;
        List<Compression> choices = new ArrayList<>(inMessages ? request.compressions() : List.of());
        choices.add(Compression.NONE);
        BaseBackupStart start = begin(request, choices);
        sink.begin(start);
        if (inMessages) {
            stream.expect('H', CHECKPOINT_LIMIT);
            readMessages();
        } else {
            readCopies(start.tablespaces());
        }
        Row end = only(stream.rows(SILENCE));
        BaseBackupEnd ended = new BaseBackupEnd(end.position(0), end.integer(1));
        char type = stream.next(SILENCE);
        if (type == 'C') {
            type = stream.next(SILENCE);
        }
        WalSenderStream.require('Z', type);
        return ended;
    }

    /** A server that cannot compress in some way says so before anything else. */
    private BaseBackupStart begin(BaseBackupRequest request, List<Compression> choices) throws ReplicationException {
        Compression compression = choices.removeFirst();
        stream.send(request.command(stream.majorVersion(), compression));
        Row position;
        try {
            position = only(stream.rows(CHECKPOINT_LIMIT));
        } catch (ReplicationException e) {
            if (e.state() == ReplicationState.UNSUPPORTED && compression != Compression.NONE) {
                return begin(request, choices);
            }
            throw e;
        }
        List<Tablespace> tablespaces = new ArrayList<>();
        for (Row row : stream.rows(CHECKPOINT_LIMIT)) {
            long kibibytes = row.textOrNull(2) == null ? 0 : row.bigInteger(2);
            tablespaces.add(new Tablespace(row.textOrNull(0), row.textOrNull(1), kibibytes));
        }
        return new BaseBackupStart(position.position(0), position.integer(1), tablespaces, compression);
    }

    private static Row only(List<Row> rows) throws ReplicationException {
        if (rows.size() != 1) {
            throw ReplicationException.notUnderstood(rows.size() + " positions where one belongs.");
        }
        return rows.getFirst();
    }

    private void readMessages() throws ReplicationException, IOException {
        char type = stream.next(SILENCE);
        while (type == 'd') {
            ByteBuffer body = stream.body();
            byte kind = body.hasRemaining() ? body.get() : 0;
            switch (kind) {
                case 'n' -> sink.archive(ServerError.text(body));
                case 'm' -> sink.manifest();
                case 'd' -> sink.data(body.array(), body.arrayOffset() + body.position(), body.remaining());
                case 'p' -> sink.progress(body.remaining() == Long.BYTES ? body.getLong() : 0);
                default -> throw ReplicationException.notUnderstood("A part of kind " + kind + " in a base backup.");
            }
            type = stream.next(SILENCE);
        }
        WalSenderStream.require('c', type);
    }

    private void readCopies(List<Tablespace> tablespaces) throws ReplicationException, IOException {
        for (Tablespace each : tablespaces) {
            stream.expect('H', CHECKPOINT_LIMIT);
            sink.archive(each.archiveName());
            readCopy();
            sink.data(END_OF_TAR, 0, END_OF_TAR.length);
        }
        if (stream.majorVersion() >= 13) {
            stream.expect('H', SILENCE);
            sink.manifest();
            readCopy();
        }
    }

    private void readCopy() throws ReplicationException, IOException {
        char type = stream.next(SILENCE);
        while (type == 'd') {
            ByteBuffer body = stream.body();
            sink.data(body.array(), body.arrayOffset(), body.remaining());
            read += body.remaining();
            sink.progress(read);
            type = stream.next(SILENCE);
        }
        WalSenderStream.require('c', type);
    }
}
