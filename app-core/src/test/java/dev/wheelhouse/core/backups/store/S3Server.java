package dev.wheelhouse.core.backups.store;

import java.net.URI;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobStore;
import software.amazon.awssdk.services.s3.S3Client;

/** A store in this process that speaks like Amazon S3 and checks signatures; it keeps what it is given in memory. */
public final class S3Server implements AutoCloseable {

    public static final String BUCKET = "backups";
    public static final String KEY_ID = "tests";
    public static final String SECRET = "correct-horse-battery-staple";

    private final S3Proxy proxy;

    public S3Server() throws Exception {
        TransientNio2BlobStore blobs = new TransientNio2BlobStore();
        proxy = S3Proxy.builder()
                .blobStore(blobs)
                .endpoint(URI.create("http://127.0.0.1:0"))
                .awsAuthentication(AuthenticationType.AWS_V2_OR_V4, KEY_ID, SECRET)
                .ignoreUnknownHeaders(true)
                .build();
        proxy.start();
        try (S3Store store = open("")) {
            S3Client client = store.client();
            client.createBucket(each -> each.bucket(BUCKET));
        }
    }

    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + proxy.getPort());
    }

    /** @param prefix of the objects */
    public S3Store open(String prefix) {
        return open(prefix, BUCKET, KEY_ID, SECRET);
    }

    S3Store open(String prefix, String bucket, String keyId, String secret) {
        return S3Store.open(
                new S3Address(endpoint(), "us-east-1", bucket, prefix, false), keyId, secret, S3Patience.OF_PEOPLE);
    }

    @Override
    public void close() throws Exception {
        proxy.stop();
    }
}
