package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.platform.json.WireName;
import org.jspecify.annotations.Nullable;

/** What keeps the objects of backups. All but {@link #FILE} speak like Amazon S3. */
public enum DestinationProvider implements WireName {
    /** Amazon's, or whatever an endpoint leads to. */
    S3(null, false),
    AWS(null, false),
    /** Cloudflare. Its endpoint has the account's name. */
    R2(null, true),
    /** Backblaze. */
    B2("https://s3.%s.backblazeb2.com", false),
    MINIO(null, true),
    WASABI("https://s3.%s.wasabisys.com", false),
    /** Google Cloud Storage, with an HMAC key. */
    GCS("https://storage.googleapis.com", false),
    /** A directory of the console's machine. */
    FILE(null, false);

    private final @Nullable String endpoint;
    private final boolean needsEndpoint;

    DestinationProvider(@Nullable String endpoint, boolean needsEndpoint) {
        this.endpoint = endpoint;
        this.needsEndpoint = needsEndpoint;
    }

    /** Its own address; null for Amazon's, and where only an account's owner knows it. */
    @Nullable
    String endpoint(String region) {
        return endpoint == null ? null : endpoint.formatted(region);
    }

    boolean needsEndpoint() {
        return needsEndpoint;
    }

    /** Where none is named. */
    String defaultRegion() {
        return switch (this) {
            case R2, GCS -> "auto";
            case S3, AWS, B2, MINIO, WASABI, FILE -> "us-east-1";
        };
    }

    /** Whether it does not remove many objects at once. */
    boolean deletesOneByOne() {
        return this == GCS;
    }
}
