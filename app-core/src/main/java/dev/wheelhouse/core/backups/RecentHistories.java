package dev.wheelhouse.core.backups;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What was found stored a moment ago, so that a page and a form that is typed in do not list weeks of WAL at each look.
 * Thread-safe.
 */
final class RecentHistories {

    private static final Duration KEPT = Duration.ofSeconds(5);

    private final Clock clock;
    private final Map<String, Found> byConfig = new ConcurrentHashMap<>();

    RecentHistories(Clock clock) {
        this.clock = clock;
    }

    private record Found(Object known, Instant at, BackupHistory history) {}

    /** Lists a destination. */
    @FunctionalInterface
    interface Listing {

        BackupHistory read() throws IOException;
    }

    /** @param known what the console knows of it; once that is another, nothing kept counts */
    BackupHistory get(String configId, Object known, Listing listing) throws IOException {
        Instant now = clock.instant();
        byConfig.values().removeIf(each -> !now.isBefore(each.at().plus(KEPT)));
        Found found = byConfig.get(configId);
        if (found != null && found.known().equals(known)) {
            return found.history();
        }
        BackupHistory history = listing.read();
        byConfig.put(configId, new Found(known, now, history));
        return history;
    }
}
