package dev.wheelhouse.core.backups;

import org.jspecify.annotations.Nullable;

/**
 * A destination as a form or a request gives it, before it is checked.
 *
 * @param provider a wire name of {@link DestinationProvider}
 * @param accessKeyId of {@code file} anything but nothing; so is {@code secretAccessKey}
 */
public record DestinationDraft(
        String provider,
        String bucket,
        String accessKeyId,
        String secretAccessKey,
        @Nullable String region,
        @Nullable String endpoint) {

    @Override
    public String toString() {
        return "DestinationDraft[" + provider + ", " + bucket + "]";
    }
}
