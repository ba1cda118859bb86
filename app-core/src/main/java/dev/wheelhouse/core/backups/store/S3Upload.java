package dev.wheelhouse.core.backups.store;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.CompletedPart;

/** An object on its way into a bucket: in one piece when it is small, in parts when not. */
final class S3Upload implements ObjectUpload {

    private static final System.Logger LOG = System.getLogger(S3Upload.class.getName());

    private final S3Store store;
    private final String name;
    private final byte[] part = new byte[ObjectStore.PART_BYTES];
    private final List<CompletedPart> parts = new ArrayList<>();
    private final Map<String, String> mark = S3Store.mark();
    private int filled;
    private long bytes;
    private @Nullable String uploadId;
    private boolean over;

    S3Upload(S3Store store, String name) {
        this.store = store;
        this.name = ObjectNames.checked(name);
    }

    @Override
    public void write(byte[] data, int offset, int length) throws StoreException {
        int at = offset;
        int left = length;
        while (left > 0) {
            if (filled == part.length) {
                sendPart();
            }
            int count = Math.min(left, part.length - filled);
            System.arraycopy(data, at, part, filled, count);
            filled += count;
            at += count;
            left -= count;
        }
        bytes += length;
    }

    private void sendPart() throws StoreException {
        try {
            if (uploadId == null) {
                uploadId = store.client()
                        .createMultipartUpload(each ->
                                each.bucket(store.bucket()).key(store.key(name)).metadata(mark))
                        .uploadId();
            }
            int number = parts.size() + 1;
            String tag = store.client()
                    .uploadPart(
                            each -> each.bucket(store.bucket())
                                    .key(store.key(name))
                                    .uploadId(uploadId)
                                    .partNumber(number),
                            RequestBody.fromRemainingByteBuffer(ByteBuffer.wrap(part, 0, filled)))
                    .eTag();
            parts.add(CompletedPart.builder().partNumber(number).eTag(tag).build());
            filled = 0;
        } catch (SdkException e) {
            throw S3Failures.of(name, e);
        }
    }

    @Override
    public long finish() throws StoreException {
        boolean isNew = uploadId == null ? store.create(name, Arrays.copyOf(part, filled)) : isCompleted();
        if (!isNew) {
            throw new StoreException(StoreTrouble.EXISTS, name + " is in the store already.", null);
        }
        over = true;
        return bytes;
    }

    private boolean isCompleted() throws StoreException {
        if (filled > 0) {
            sendPart();
        }
        boolean conditional = store.isConditional();
        if (store.find(name).isPresent()) {
            return false;
        }
        try {
            store.client()
                    .completeMultipartUpload(each -> each.bucket(store.bucket())
                            .key(store.key(name))
                            .uploadId(uploadId)
                            .ifNoneMatch(conditional ? "*" : null)
                            .multipartUpload(all -> all.parts(parts)));
            return true;
        } catch (SdkException e) {
            return isCompletedAfterAll(S3Failures.of(name, e));
        }
    }

    /** Whether the object is there although its completion was refused or no answer came. */
    private boolean isCompletedAfterAll(StoreException failure) throws StoreException {
        return switch (failure.trouble()) {
            case EXISTS -> store.isThere(name, bytes, mark);
            case NOT_FOUND, AWAY -> {
                if (store.isThere(name, bytes, mark)) {
                    yield true;
                }
                throw failure;
            }
            case NO_BUCKET, WRONG_KEYS, NOT_ALLOWED, CLOCKS_DIFFER, FULL, DAMAGED, REFUSED -> throw failure;
        };
    }

    @Override
    public void close() {
        if (over || uploadId == null) {
            return;
        }
        over = true;
        try {
            store.client()
                    .abortMultipartUpload(each ->
                            each.bucket(store.bucket()).key(store.key(name)).uploadId(uploadId));
        } catch (SdkException e) {
            LOG.log(System.Logger.Level.INFO, "Parts of " + name + " stay in the store until they are swept", e);
        }
    }
}
