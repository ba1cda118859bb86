package dev.wheelhouse.api;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.service.ServiceNotifier;
import dev.wheelhouse.core.platform.store.StoreAbsence;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Has a start wait for a shared state whose server is away, as after a power failure it may come up last, where systemd is
 * told so. At a terminal a person reads why the start fails.
 */
final class StoreWait implements StoreAbsence {

    static final Duration PAUSE = Duration.ofSeconds(2);

    private static final System.Logger LOG = System.getLogger(StoreWait.class.getName());

    /** More than a pause and a try over a dead link take together. */
    private static final long NEXT_WORD_SECONDS = 60;

    /** As a start that had nothing to wait for: the unit's {@code TimeoutStartSec}. */
    private static final long OPENING_SECONDS = 600;

    private final ServiceNotifier systemd;
    private final Duration pause;
    private String said = "";

    /** @param pause between two tries */
    StoreWait(ServiceNotifier systemd, Duration pause) {
        this.systemd = systemd;
        this.pause = pause;
    }

    @Override
    public boolean isWaitedFor(AppException failure) {
        if (!systemd.isListenedTo()) {
            return false;
        }
        String message = "Waiting for the state: " + failure.getMessage();
        systemd.starting(message, NEXT_WORD_SECONDS);
        if (!message.equals(said)) {
            said = message;
            LOG.log(System.Logger.Level.WARNING, message);
        }
        LockSupport.parkNanos(pause.toNanos());
        return true;
    }

    @Override
    public void ended() {
        systemd.starting("Opening the state", OPENING_SECONDS);
    }
}
