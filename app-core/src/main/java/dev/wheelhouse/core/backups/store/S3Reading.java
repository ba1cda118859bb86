package dev.wheelhouse.core.backups.store;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/**
 * An object's bytes from its beginning. A connection that breaks is taken up again where it broke, for a minute at least;
 * closing it, which any thread may do, ends that at once.
 */
final class S3Reading extends InputStream {

    /** 63 s in all, beside what the client itself waits. */
    private static final List<Duration> WAITS = Stream.of(250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000)
            .map(Duration::ofMillis)
            .toList();

    private final S3Store store;
    private final String name;
    private final long size;
    private final @Nullable String tag;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile ResponseInputStream<GetObjectResponse> body;
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
        for (int failures = 0; ; failures++) {
            try {
                if (failures > 0) {
                    body = open("bytes=" + at + "-", tag);
                    if (closed.getCount() == 0) {
                        throw new EOFException("it was closed");
                    }
                }
                int count = body.read(bytes, offset, (int) Math.min(length, size - at));
                if (count >= 0) {
                    at += count;
                    return count;
                }
                throw new EOFException("it ended early");
            } catch (IOException | SdkException e) {
                body.abort();
                if (e instanceof StoreException answer && answer.trouble() != StoreTrouble.AWAY) {
                    throw e;
                }
                pause(failures, e);
            }
        }
    }

    private void pause(int failures, Exception cause) throws StoreException {
        try {
            if (failures < WAITS.size() && !closed.await(WAITS.get(failures).toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        throw new StoreException(
                StoreTrouble.AWAY, name + " broke off at " + at + " bytes: " + cause.getMessage(), cause);
    }

    @Override
    public void close() {
        closed.countDown();
        // What is left of it is not worth its way.
        body.abort();
    }
}
