package dev.wheelhouse.core.backups.store;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * A bucket and how it is reached.
 *
 * @param endpoint null for Amazon's own of the region
 * @param prefix before the names of all objects, without a slash at either end; empty for none
 * @param deletesOneByOne whether the store does not remove many objects at once
 */
public record S3Address(@Nullable URI endpoint, String region, String bucket, String prefix, boolean deletesOneByOne) {

    /** What the store calls an object. */
    String key(String name) {
        return prefix.isEmpty() ? name : prefix + "/" + name;
    }

    /** The name of an object as the store calls it. */
    String name(String key) {
        return prefix.isEmpty() ? key : key.substring(prefix.length() + 1);
    }
}
