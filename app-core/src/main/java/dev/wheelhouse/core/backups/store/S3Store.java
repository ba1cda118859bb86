package dev.wheelhouse.core.backups.store;

import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.retry.RetryMode;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.LegacyMd5Plugin;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.model.DeleteObjectsResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Error;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Objects in a bucket of Amazon S3 or of what speaks like it. Checksums are sent only where the protocol demands them and
 * bodies are not sent in signed chunks, as others than Amazon refuse both (AWS SDK for Java 2, "Data integrity protection");
 * whether the store knows {@code If-None-Match} is tried at the first write, since some pass over it. Where it does not, an
 * object is looked for before it is written.
 */
public final class S3Store implements ObjectStore {

    private static final int MOST_DELETED = 1000;
    private static final int CONFLICT_TRIES = 5;
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);
    private static final Duration SILENCE_LIMIT = Duration.ofSeconds(60);
    private static final String ANY = "*";

    private final S3Client client;
    private final S3Address address;
    private @Nullable Boolean conditional;

    private S3Store(S3Client client, S3Address address) {
        this.client = client;
        this.address = address;
    }

    /** Asks nothing of the store yet; neither the environment nor files of the user are read. */
    public static S3Store open(S3Address address, String accessKeyId, String secretAccessKey) {
        S3ClientBuilder builder = S3Client.builder()
                .httpClientBuilder(UrlConnectionHttpClient.builder()
                        .connectionTimeout(CONNECT_LIMIT)
                        .socketTimeout(SILENCE_LIMIT))
                .credentialsProvider(
                        StaticCredentialsProvider.create(AwsBasicCredentials.create(accessKeyId, secretAccessKey)))
                .region(Region.of(address.region()))
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                .forcePathStyle(address.endpoint() != null)
                .serviceConfiguration(
                        S3Configuration.builder().chunkedEncodingEnabled(false).build())
                .overrideConfiguration(each -> each.retryStrategy(RetryMode.STANDARD)
                        .defaultProfileFile(ProfileFile.aggregator().build()))
                .addPlugin(LegacyMd5Plugin.create());
        if (address.endpoint() != null) {
            builder.endpointOverride(address.endpoint());
        }
        return new S3Store(builder.build(), address);
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
            try {
                conditional = put(key, new byte[1], ANY) && !put(key, new byte[1], ANY);
            } catch (SdkException e) {
                StoreException failure = S3Failures.of("the bucket", e);
                boolean isUnknown = e instanceof AwsServiceException answer
                        && (answer.statusCode() == 501 || answer.statusCode() == 400);
                if (!isUnknown) {
                    throw failure;
                }
                conditional = false;
            } finally {
                deleteQuietly(key);
            }
        }
        return conditional;
    }

    private void deleteQuietly(String key) {
        try {
            client.deleteObject(each -> each.bucket(address.bucket()).key(key));
        } catch (SdkException _) {
            // It is a byte that nobody reads; what the store minds is said by the write.
        }
    }

    /** @return false when there was one and {@code ifNoneMatch} asked for it */
    private boolean put(String key, byte[] bytes, @Nullable String ifNoneMatch) {
        for (int left = CONFLICT_TRIES; ; left--) {
            try {
                client.putObject(
                        each -> each.bucket(address.bucket()).key(key).ifNoneMatch(ifNoneMatch),
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
        if (isConditional()) {
            return asked(name, () -> put(key, bytes, ANY));
        }
        return find(name).isEmpty() && asked(name, () -> put(key, bytes, null));
    }

    @Override
    public void replace(String name, byte[] bytes) throws StoreException {
        String key = key(name);
        asked(name, () -> put(key, bytes, null));
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
        String key = key(name);
        try {
            HeadObjectResponse found = asked(
                    name,
                    () -> client.headObject(
                            each -> each.bucket(address.bucket()).key(key)));
            return Optional.of(new StoredObject(name, found.contentLength(), found.lastModified()));
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
                    found.add(new StoredObject(name, each.size(), each.lastModified()));
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
    public int sweepUploads(Instant begunBefore) throws StoreException {
        int swept = 0;
        String prefix = address.prefix().isEmpty() ? "" : address.prefix() + "/";
        List<MultipartUpload> found = asked(
                        "the bucket",
                        () -> client.listMultipartUploads(
                                each -> each.bucket(address.bucket()).prefix(prefix)))
                .uploads();
        for (MultipartUpload each : found) {
            if (each.initiated() == null || each.initiated().isBefore(begunBefore)) {
                asked(
                        each.key(),
                        () -> client.abortMultipartUpload(one ->
                                one.bucket(address.bucket()).key(each.key()).uploadId(each.uploadId())));
                swept++;
            }
        }
        return swept;
    }

    @Override
    public void close() {
        client.close();
    }
}
