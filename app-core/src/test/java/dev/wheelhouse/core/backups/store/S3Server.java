package dev.wheelhouse.core.backups.store;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobStore;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * A store in this process that speaks like Amazon S3 and checks signatures; it keeps what it is given in memory. With
 * {@code -Dwheelhouse.s3=http://KEY:SECRET@HOST:PORT} it is that one, as the lab asks for.
 */
public final class S3Server implements AutoCloseable {

    public static final String BUCKET = "backups";

    private static final @Nullable String ASKED = System.getProperty("wheelhouse.s3");
    private static final String[] KEYS = ASKED == null
            ? new String[] {"tests", "correct-horse-battery-staple"}
            : URI.create(ASKED).getRawUserInfo().split(":", 2);

    /** A key may have a colon, written {@code %3A}. */
    public static final String KEY_ID = URLDecoder.decode(KEYS[0], StandardCharsets.UTF_8);

    public static final String SECRET = KEYS[1];

    private final @Nullable S3Proxy proxy;

    public S3Server() throws Exception {
        proxy = ASKED == null ? start() : null;
        try (S3Store store = open("")) {
            store.client().createBucket(each -> each.bucket(BUCKET));
        } catch (S3Exception e) {
            // Another class may have made it.
            if (e.statusCode() != 409) {
                throw e;
            }
        }
    }

    private static S3Proxy start() throws Exception {
        S3Proxy started = S3Proxy.builder()
                .blobStore(new TransientNio2BlobStore())
                .endpoint(URI.create("http://127.0.0.1:0"))
                .awsAuthentication(AuthenticationType.AWS_V2_OR_V4, KEY_ID, SECRET)
                .ignoreUnknownHeaders(true)
                .build();
        started.start();
        return started;
    }

    public URI endpoint() {
        URI asked = URI.create(
                ASKED == null
                        ? "http://127.0.0.1:" + Objects.requireNonNull(proxy).getPort()
                        : ASKED);
        return URI.create("http://" + asked.getHost() + ":" + asked.getPort());
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
        if (proxy != null) {
            proxy.stop();
        }
    }
}
