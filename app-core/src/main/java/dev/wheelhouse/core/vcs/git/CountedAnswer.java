package dev.wheelhouse.core.vcs.git;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** So many bytes of an answer at most, each counted. For one thread. */
final class CountedAnswer extends FilterInputStream {

    private final long most;
    private final LongConsumer received;
    private long read;

    CountedAnswer(InputStream answer, long most, LongConsumer received) {
        super(answer);
        this.most = most;
        this.received = received;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    /** @throws AppException {@code payload_too_large} when more comes than may */
    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        int count = in.read(to, offset, length);
        if (count > 0) {
            read += count;
            if (read > most) {
                throw new AppException(
                        PlatformError.PAYLOAD_TOO_LARGE, "The repository sends more than " + (most >> 20) + " MiB.");
            }
            received.accept(count);
        }
        return count;
    }
}
