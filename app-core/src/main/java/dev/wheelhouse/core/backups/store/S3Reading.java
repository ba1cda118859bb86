package dev.wheelhouse.core.backups.store;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/** An object's bytes from its beginning. A connection that breaks is taken up again where it broke. */
final class S3Reading extends InputStream {

    private static final int TRIES = 5;

    private final S3Store store;
    private final String name;
    private final long size;
    private final @Nullable String tag;
    private ResponseInputStream<GetObjectResponse> body;
    private long at;

    S3Reading(S3Store store, String name) throws StoreException {
        this.store = store;
        this.name = name;
        body = open(null, null);
        size = body.response().contentLength();
        tag = body.response().eTag();
    }

    private ResponseInputStream<GetObjectResponse> open(@Nullable String range, @Nullable String ifMatch)
            throws StoreException {
        try {
            return store.client()
                    .getObject(each -> each.bucket(store.bucket())
                            .key(store.key(name))
                            .range(range)
                            .ifMatch(ifMatch));
        } catch (SdkException e) {
            StoreException failure = S3Failures.of(name, e);
            throw ifMatch != null && failure.trouble() == StoreTrouble.EXISTS
                    ? new StoreException(StoreTrouble.DAMAGED, name + " was changed while it was read.", e)
                    : failure;
        }
    }

    @Override
    public int read() throws IOException {
        byte[] single = new byte[1];
        return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (at >= size) {
            return -1;
        }
        for (int left = TRIES; ; left--) {
            try {
                int count = body.read(bytes, offset, (int) Math.min(length, size - at));
                if (count >= 0) {
                    at += count;
                    return count;
                }
                throw new EOFException("it ended early");
            } catch (IOException | SdkException e) {
                if (left == 0 || Thread.currentThread().isInterrupted()) {
                    throw new StoreException(
                            StoreTrouble.AWAY, name + " broke off at " + at + " bytes: " + e.getMessage(), e);
                }
                body.abort();
                body = open("bytes=" + at + "-", tag);
            }
        }
    }

    @Override
    public void close() {
        // What is left of it is not worth its way.
        body.abort();
    }
}
