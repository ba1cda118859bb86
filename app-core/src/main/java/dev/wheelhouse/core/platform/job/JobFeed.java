package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.caller.Caller;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Tells of every change of a job of this console. A follower that is slow gets each job once, as it is by then. The last
 * change of the newest jobs is remembered for followers that come back. Thread-safe.
 */
final class JobFeed {

    /** How many jobs a follower may be behind by, and how many are remembered. */
    static final int MOST = 1000;

    private final String epoch;
    private final Map<String, JobFollowing.Change> newest = new LinkedHashMap<>();
    private final Set<Follower> followers = ConcurrentHashMap.newKeySet();
    private long sequence;
    private long forgotten;

    /** @param epoch identifies this run of the console */
    JobFeed(String epoch) {
        this.epoch = epoch;
    }

    synchronized void publish(Job job) {
        sequence++;
        JobFollowing.Change change = new JobFollowing.Change(epoch + "." + sequence, job);
        remember(newest, change);
        if (newest.size() > MOST) {
            Iterator<JobFollowing.Change> oldest = newest.values().iterator();
            forgotten = ordinal(oldest.next().id());
            oldest.remove();
        }
        followers.forEach(each -> each.offer(change));
    }

    private static void remember(Map<String, JobFollowing.Change> changes, JobFollowing.Change change) {
        // Behind the others: the order is that of the changes.
        changes.remove(change.job().id());
        changes.put(change.job().id(), change);
    }

    /** @param after the id of the last change that the follower has; null for none */
    synchronized JobFollowing follow(Caller caller, @Nullable String after) {
        boolean known = after == null || isRemembered(after);
        Follower follower = new Follower(caller, !known);
        if (after != null && known) {
            newest.values().stream()
                    .filter(each -> ordinal(each.id()) > ordinal(after))
                    .forEach(follower::offer);
        }
        followers.add(follower);
        return follower;
    }

    private boolean isRemembered(String after) {
        return after.matches("[0-9a-z]+\\.[0-9]{1,18}")
                && after.startsWith(epoch + ".")
                && ordinal(after) >= forgotten
                && ordinal(after) <= sequence;
    }

    private static long ordinal(String id) {
        return Long.parseLong(id.substring(id.indexOf('.') + 1));
    }

    private final class Follower implements JobFollowing {

        private final Caller caller;
        private final Map<String, Change> waiting = new LinkedHashMap<>();
        private boolean missed;

        Follower(Caller caller, boolean missed) {
            this.caller = caller;
            this.missed = missed;
        }

        synchronized void offer(Change change) {
            if (!JobService.sees(caller, change.job())) {
                return;
            }
            remember(waiting, change);
            if (waiting.size() > MOST) {
                waiting.clear();
                missed = true;
            }
            notifyAll();
        }

        @Override
        public synchronized List<Change> next(Duration patience) throws InterruptedException {
            long end = System.nanoTime() + patience.toNanos();
            while (waiting.isEmpty() && !missed) {
                long left = end - System.nanoTime();
                if (left <= 0) {
                    return List.of();
                }
                // Rounded up, or it would turn round and round in the last millisecond.
                wait(TimeUnit.NANOSECONDS.toMillis(left) + 1);
            }
            List<Change> changes = new ArrayList<>(waiting.values());
            waiting.clear();
            return changes;
        }

        @Override
        public synchronized boolean takeMissed() {
            boolean was = missed;
            missed = false;
            return was;
        }

        @Override
        public void close() {
            followers.remove(this);
        }
    }
}
