package dev.wheelhouse.core.backups.store;

import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.DeleteObjectsResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Error;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Objects in a bucket of Amazon S3 or of what speaks like it. Whether the store knows {@code If-None-Match} is tried at the
 * first write, since some pass over it. Where it does not, an object is looked for before it is written.
 *
 * <p>A write whose answer was lost is sent again, and then refused for what it made itself. So every object carries a random
 * mark as metadata, by which its writer knows it.
 */
public final class S3Store implements ObjectStore {

    private static final int MOST_DELETED = 1000;
    private static final int CONFLICT_TRIES = 5;
    private static final int NOT_IMPLEMENTED = 501;
    private static final String ANY = "*";
    private static final String MARK = "wheelhouse-upload";

    private final S3Client client;
    private final S3Address address;
    private @Nullable Boolean conditional;

    private S3Store(S3Client client, S3Address address) {
        this.client = client;
        this.address = address;
    }

    /** Asks nothing of the store yet. */
    public static S3Store open(S3Address address, String accessKeyId, String secretAccessKey, S3Patience patience) {
        return new S3Store(S3Clients.open(address, accessKeyId, secretAccessKey, patience), address);
    }

    private interface Call<T> {
        T run();
    }

    private static <T> T asked(String what, Call<T> call) throws StoreException {
        try {
            return call.run();
        } catch (SdkException e) {
            throw S3Failures.of(what, e);
        }
    }

    String bucket() {
        return address.bucket();
    }

    S3Client client() {
        return client;
    }

    String key(String name) {
        return address.key(ObjectNames.checked(name));
    }

    /** Whether the store refuses to write over an object when it is asked to. */
    synchronized boolean isConditional() throws StoreException {
        if (conditional == null) {
            String key = address.key("wheelhouse-conditional-" + UUID.randomUUID());
            conditional = asked("the bucket", () -> isRefusedTwice(key));
        }
        return conditional;
    }

    private boolean isRefusedTwice(String key) {
        try {
            put(key, new byte[1], ANY, mark());
            return !put(key, new byte[1], ANY, mark());
        } catch (AwsServiceException e) {
            if (e.statusCode() != 501 && e.statusCode() != 400) {
                throw e;
            }
            // Without the header it says whether that is what it did not know.
            put(key, new byte[1], null, mark());
            return false;
        } finally {
            deleteQuietly(key);
        }
    }

    private void deleteQuietly(String key) {
        try {
            client.deleteObject(each -> each.bucket(address.bucket()).key(key));
        } catch (SdkException _) {
            // It is a byte that nobody reads; what the store minds is said by the write.
        }
    }

    /** The metadata of an object that is about to be written. */
    static Map<String, String> mark() {
        return Map.of(MARK, UUID.randomUUID().toString());
    }

    /** @return false when there was one and {@code ifNoneMatch} asked for it */
    private boolean put(String key, byte[] bytes, @Nullable String ifNoneMatch, Map<String, String> mark) {
        for (int left = CONFLICT_TRIES; ; left--) {
            try {
                client.putObject(
                        each -> each.bucket(address.bucket())
                                .key(key)
                                .metadata(mark)
                                .ifNoneMatch(ifNoneMatch),
                        RequestBody.fromBytes(bytes));
                return true;
            } catch (AwsServiceException e) {
                if (e.statusCode() == 412) {
                    return false;
                }
                // 409: another writes the same in this moment.
                if (e.statusCode() != 409 || left == 0) {
                    throw e;
                }
            }
        }
    }

    @Override
    public boolean create(String name, byte[] bytes) throws StoreException {
        String key = key(name);
        Map<String, String> mark = mark();
        String ifNoneMatch = isConditional() ? ANY : null;
        if (ifNoneMatch == null && find(name).isPresent()) {
            return false;
        }
        return asked(name, () -> put(key, bytes, ifNoneMatch, mark)) || isThere(name, bytes.length, mark);
    }

    /** Whether the object of that name is the one that was written with that mark. */
    boolean isThere(String name, long bytes, Map<String, String> mark) throws StoreException {
        return head(name)
                .filter(each -> Objects.equals(each.contentLength(), bytes)
                        && Objects.equals(each.metadata().get(MARK), mark.get(MARK)))
                .isPresent();
    }

    @Override
    public void replace(String name, byte[] bytes) throws StoreException {
        String key = key(name);
        asked(name, () -> put(key, bytes, null, mark()));
    }

    @Override
    public ObjectUpload upload(String name) throws StoreException {
        return new S3Upload(this, name);
    }

    @Override
    public InputStream open(String name) throws StoreException {
        return new S3Reading(this, name);
    }

    @Override
    public Optional<StoredObject> find(String name) throws StoreException {
        Optional<HeadObjectResponse> found = head(name);
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        stored(name, found.get().contentLength(), found.get().lastModified()));
    }

    /** What answers need be no store at all. */
    private static StoredObject stored(String name, @Nullable Long bytes, @Nullable Instant modified)
            throws StoreException {
        if (bytes == null || modified == null) {
            throw new StoreException(
                    StoreTrouble.AWAY,
                    "What answers there is no store: it does not say how large and old " + name + " is.",
                    null);
        }
        return new StoredObject(name, bytes, modified);
    }

    private Optional<HeadObjectResponse> head(String name) throws StoreException {
        String key = key(name);
        try {
            return Optional.of(asked(
                    name,
                    () -> client.headObject(
                            each -> each.bucket(address.bucket()).key(key))));
        } catch (StoreException e) {
            if (e.trouble() == StoreTrouble.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public List<StoredObject> list(String prefix) throws StoreException {
        List<StoredObject> found = new ArrayList<>();
        String token = null;
        do {
            String from = token;
            ListObjectsV2Response page = asked(
                    "the bucket",
                    () -> client.listObjectsV2(each -> each.bucket(address.bucket())
                            .prefix(address.key(prefix))
                            .continuationToken(from)));
            for (S3Object each : page.contents()) {
                String name = address.name(each.key());
                // Others may write there too.
                if (ObjectNames.isOne(name)) {
                    found.add(stored(name, each.size(), each.lastModified()));
                }
            }
            token = Boolean.TRUE.equals(page.isTruncated()) ? page.nextContinuationToken() : null;
        } while (token != null);
        found.sort(Comparator.comparing(StoredObject::name));
        return found;
    }

    @Override
    public void delete(Collection<String> names) throws StoreException {
        List<String> keys = names.stream().map(this::key).toList();
        if (address.deletesOneByOne()) {
            for (String each : keys) {
                asked(
                        each,
                        () -> client.deleteObject(
                                one -> one.bucket(address.bucket()).key(each)));
            }
            return;
        }
        for (int from = 0; from < keys.size(); from += MOST_DELETED) {
            List<ObjectIdentifier> piece = keys.subList(from, Math.min(keys.size(), from + MOST_DELETED)).stream()
                    .map(each -> ObjectIdentifier.builder().key(each).build())
                    .toList();
            DeleteObjectsResponse answer = asked(
                    "the bucket",
                    () -> client.deleteObjects(each -> each.bucket(address.bucket())
                            .delete(some -> some.objects(piece).quiet(true))));
            if (answer.hasErrors() && !answer.errors().isEmpty()) {
                S3Error first = answer.errors().getFirst();
                throw new StoreException(
                        "AccessDenied".equals(first.code()) ? StoreTrouble.NOT_ALLOWED : StoreTrouble.AWAY,
                        "The store did not remove " + first.key() + ": " + first.code() + ".",
                        null);
            }
        }
    }

    @Override
    public int sweepUploads(String prefix, Instant begunBefore) throws StoreException {
        List<MultipartUpload> found = asked("the bucket", () -> uploads(address.key(prefix)));
        int swept = 0;
        for (MultipartUpload each : found) {
            if (each.initiated() != null && each.initiated().isBefore(begunBefore) && isAborted(each)) {
                swept++;
            }
        }
        return swept;
    }

    /** None of a store that cannot list them, such as s3rver 3.7. */
    private List<MultipartUpload> uploads(String prefix) {
        try {
            return client
                    .listMultipartUploadsPaginator(
                            each -> each.bucket(address.bucket()).prefix(prefix))
                    .uploads()
                    .stream()
                    .toList();
        } catch (AwsServiceException e) {
            if (e.statusCode() == NOT_IMPLEMENTED) {
                return List.of();
            }
            throw e;
        }
    }

    private boolean isAborted(MultipartUpload upload) throws StoreException {
        try {
            asked(
                    upload.key(),
                    () -> client.abortMultipartUpload(each ->
                            each.bucket(address.bucket()).key(upload.key()).uploadId(upload.uploadId())));
            return true;
        } catch (StoreException e) {
            if (e.trouble() == StoreTrouble.NOT_FOUND) {
                // It came to its end since it was listed.
                return false;
            }
            throw e;
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
