package dev.wheelhouse.core.backups;

import org.jspecify.annotations.Nullable;

/**
 * Where backups are kept. The keys to it are in the vault.
 *
 * @param bucket of {@code file} an absolute directory
 * @param region null where the provider knows none
 * @param endpoint null for the provider's own
 * @param prefix before the names of all objects, without a slash at either end; empty for none
 */
public record Destination(
        DestinationProvider provider,
        String bucket,
        @Nullable String region,
        @Nullable String endpoint,
        String prefix) {

    /** For people. */
    public String words() {
        return prefix.isEmpty() ? bucket : bucket + "/" + prefix;
    }
}
