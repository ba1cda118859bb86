package dev.wheelhouse.core.backups.base;

/** Hears how far a base backup is; must be quick. */
@FunctionalInterface
public interface BaseProgress {

    /**
     * @param done bytes of the cluster that the server has read
     * @param total as the server estimated it; may be less than what comes
     */
    void read(long done, long total);
}
