package dev.wheelhouse.core.platform.store;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Knows whether the state answers, and can be changed. While it does not, one caller at a time tries and the others fail at once: were
 * each to wait for its own connection, every request would take as long as the pool's patience. Thread-safe.
 */
final class Availability {

    private static final System.Logger LOG = System.getLogger(Availability.class.getName());

    private final AtomicBoolean trying = new AtomicBoolean();
    private volatile boolean there = true;

    /** Why the last change was refused; null where it was committed. A full disk still lets everybody read. */
    private volatile @Nullable AppException unchangeable;

    /** Why the state cannot be asked or changed, in a sentence for anybody; null while it can. */
    @Nullable
    String trouble() {
        AppException refused = there ? unchangeable : StoreFailures.away(null);
        return refused == null ? null : refused.getMessage();
    }

    /** A change was committed. */
    void changed() {
        if (unchangeable != null) {
            unchangeable = null;
            LOG.log(System.Logger.Level.INFO, "The console's state can be changed again");
        }
    }

    /** A change was not committed, for this reason or one of its own. */
    void notChanged(Throwable failure) {
        boolean isOfTheState = failure instanceof AppException e
                && (e.errorCode() == PlatformError.STORE_UNAVAILABLE || e.errorCode() == PlatformError.STORAGE_FULL);
        if (isOfTheState && unchangeable == null) {
            unchangeable = (AppException) failure;
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The console's state cannot be changed: " + StoreFailures.rootMessage(failure));
        }
    }

    /** @throws AppException {@code store_unavailable}, and whatever the work throws */
    <T> T during(Supplier<T> work) {
        if (there) {
            return observed(work);
        }
        if (!trying.compareAndSet(false, true)) {
            throw StoreFailures.away(null);
        }
        try {
            return observed(work);
        } finally {
            trying.set(false);
        }
    }

    private <T> T observed(Supplier<T> work) {
        try {
            T result = work.get();
            settle(null);
            return result;
        } catch (AppException e) {
            settle(e.errorCode() == PlatformError.STORE_UNAVAILABLE ? e : null);
            throw e;
        } catch (RuntimeException e) {
            settle(null);
            throw e;
        }
    }

    private void settle(@Nullable AppException failure) {
        boolean before = there;
        there = failure == null;
        if (before && failure != null) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The console's state cannot be asked: " + StoreFailures.rootMessage(failure));
        } else if (!before && failure == null) {
            LOG.log(System.Logger.Level.INFO, "The console's state can be asked again");
        }
    }
}
