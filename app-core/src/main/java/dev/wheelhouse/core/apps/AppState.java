package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.AppSnapshot;
import dev.wheelhouse.core.apps.runtime.Instance;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the console remembers of an app between two looks, also while it is away.
 *
 * @param wanted null while nobody said and nobody looked
 * @param failed from a reported crash until the app is well again
 * @param restarts how often the console started it again since a person did
 * @param seen its copies as last seen, by name; null before the first look
 * @param revision counts the changes of this record
 */
record AppState(
        @Nullable Wanted wanted,
        boolean failed,
        long restarts,
        @Nullable Map<String, Seen> seen,
        long revision) {

    /** Of an app that was only just made. */
    static final AppState NEW = new AppState(null, false, 0, null, 1);

    /**
     * One copy as it was last seen.
     *
     * @param base how often its runtime had started it again when a person last started it
     */
    record Seen(String identity, boolean running, long restarts, long base) {

        static Seen of(Instance instance, long base) {
            return new Seen(instance.identity(), instance.running(), instance.restarts(), base);
        }
    }

    AppState {
        seen = seen == null ? null : Map.copyOf(seen);
    }

    boolean isWantedRunning() {
        return wanted == Wanted.RUNNING;
    }

    AppState wanting(Wanted now) {
        return new AppState(now, failed, restarts, seen, revision);
    }

    /** As it is stored once this was. */
    AppState saved() {
        return new AppState(wanted, failed, restarts, seen, revision + 1);
    }

    AppState startedAgain() {
        return new AppState(wanted, failed, restarts + 1, seen, revision);
    }

    /** After a person started or stopped it, with what was seen then; null when it could not be looked at. */
    AppState settled(Wanted now, @Nullable AppSnapshot snapshot) {
        return new AppState(now, false, 0, snapshot == null ? seen : seenNow(snapshot), revision);
    }

    /**
     * Its copies as last seen, by the names that they have in that snapshot: that of a process was its app's once, and that of
     * another time is still what is stored.
     */
    @Nullable
    Map<String, Seen> seenIn(AppSnapshot snapshot) {
        boolean isProcess = snapshot.instances().size() == 1
                && snapshot.instances().getFirst().name().equals(Instance.PROCESS);
        return isProcess && seen != null && seen.size() == 1
                ? Map.of(Instance.PROCESS, seen.values().iterator().next())
                : seen;
    }

    /** Whether its copies were last seen as they are there: the same runs, and the same of them at an end. */
    boolean shows(AppSnapshot snapshot) {
        Map<String, Seen> known = seenIn(snapshot);
        return known != null
                && known.size() == snapshot.instances().size()
                && snapshot.instances().stream().allMatch(each -> {
                    Seen last = known.get(each.name());
                    return last != null && last.identity().equals(each.identity()) && last.running() == each.running();
                });
    }

    private static Map<String, Seen> seenNow(AppSnapshot snapshot) {
        Map<String, Seen> seen = new TreeMap<>();
        snapshot.instances().forEach(each -> seen.put(each.name(), Seen.of(each, each.restarts())));
        return seen;
    }

    /** How often it was started again by itself since a person started it. */
    long restartsIn(AppSnapshot snapshot) {
        long sum = restarts;
        Map<String, Seen> earlier = seenIn(snapshot);
        for (Instance each : snapshot.instances()) {
            Seen known = earlier == null ? null : earlier.get(each.name());
            long base = known == null || known.base() > each.restarts() ? 0 : known.base();
            sum += each.restarts() - base;
        }
        return sum;
    }
}
