package dev.wheelhouse.core.apps.container.engine;

import dev.wheelhouse.core.logs.LogStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The frames of a container's two outputs: one byte for which, three of nothing, four for the length, most significant
 * first (Docker Engine API, "Attach to a container", Stream format). Not thread-safe.
 */
public final class LogFrames {

    private static final int HEAD_BYTES = 8;
    private static final int LENGTH_AT = 4;
    private static final int STDERR = 2;
    private static final int SYSTEM_ERROR = 3;
    private static final int LONGEST = 16 << 20;

    private final InputStream from;
    private final byte[] head = new byte[HEAD_BYTES];

    public LogFrames(InputStream from) {
        this.from = from;
    }

    /** What one of the outputs had, mostly one line. */
    @SuppressWarnings("ArrayRecordComponent") // Read once by the caller; never compared.
    public record Frame(LogStream stream, byte[] payload) {}

    /**
     * Waits for the next frame.
     *
     * @return empty at the end
     * @throws IOException when the stream is cut or is none of frames, and with the engine's own words when it sends an
     *     error
     */
    public Optional<Frame> next() throws IOException {
        int read = from.readNBytes(head, 0, HEAD_BYTES);
        if (read == 0) {
            return Optional.empty();
        }
        if (read < HEAD_BYTES) {
            throw new EOFException("the log broke off");
        }
        int length = ByteBuffer.wrap(head).getInt(LENGTH_AT);
        if (head[0] < 0 || head[0] > SYSTEM_ERROR || length < 0 || length > LONGEST) {
            throw new IOException("the engine sent what is not a log");
        }
        byte[] payload = from.readNBytes(length);
        if (payload.length < length) {
            throw new EOFException("the log broke off");
        }
        if (head[0] == SYSTEM_ERROR) {
            throw new IOException(new String(payload, StandardCharsets.UTF_8).strip());
        }
        return Optional.of(new Frame(head[0] == STDERR ? LogStream.STDERR : LogStream.STDOUT, payload));
    }
}
