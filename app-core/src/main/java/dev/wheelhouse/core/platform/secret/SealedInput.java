package dev.wheelhouse.core.platform.secret;

import com.google.crypto.tink.StreamingAead;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a streaming AEAD has sealed. A failure of the source comes out as it is; one of the seal in the caller's words,
 * as Tink says of it only in which state it is. For one thread at a time.
 */
public final class SealedInput extends FilterInputStream {

    private final Source source;
    private final Function<IOException, IOException> broken;

    private SealedInput(Source source, InputStream opened, Function<IOException, IOException> broken) {
        super(opened);
        this.source = source;
        this.broken = broken;
    }

    /**
     * Begins to read. That nothing was cut off is known at the end only.
     *
     * @param sealed is closed with what is returned
     * @param broken makes the failure of what was changed or cut off, or was sealed with another key or other data
     */
    public static InputStream open(
            StreamingAead seal, InputStream sealed, byte[] associated, Function<IOException, IOException> broken)
            throws IOException {
        Source source = new Source(sealed);
        try {
            return new SealedInput(source, seal.newDecryptingStream(source, associated), broken);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw source.failure == null ? broken.apply(e) : source.failure;
        }
    }

    @Override
    public int read() throws IOException {
        byte[] single = new byte[1];
        return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        try {
            return super.read(bytes, offset, length);
        } catch (IOException e) {
            throw source.failure == null ? broken.apply(e) : source.failure;
        }
    }

    /** The source first: the stream that opens the seal lets nobody close it while it is read. */
    @Override
    public void close() throws IOException {
        source.close();
        super.close();
    }

    private static final class Source extends FilterInputStream {

        private @Nullable IOException failure;

        Source(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] single = new byte[1];
            return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            try {
                return super.read(bytes, offset, length);
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }
    }
}
