package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.AppState.Seen;
import dev.wheelhouse.core.apps.runtime.AppSnapshot;
import dev.wheelhouse.core.apps.runtime.Instance;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What happened between how an app was last seen and how it is seen now. Copies are compared by identity, so that a run
 * which ended while nobody looked is noticed and a reused process number is not mistaken for it. After a crash, further
 * ones make no event until the app has recovered: one that ends every few seconds must not fill the log.
 *
 * @param after equal to what was before where nothing is worth keeping
 */
record Transition(AppState after, List<ObservedEvent> observed) {

    Transition {
        observed = List.copyOf(observed);
    }

    /**
     * @param isWell whether it has run for long enough to count as recovered
     */
    static Transition between(AppState before, AppSnapshot snapshot, boolean isWell) {
        Map<String, Seen> earlier = before.seenIn(snapshot);
        if (earlier == null) {
            return first(before, snapshot);
        }
        Comparison comparison = new Comparison(before, snapshot);
        Map<String, Seen> missing = new HashMap<>(earlier);
        for (Instance each : snapshot.instances()) {
            Seen known = missing.remove(each.name());
            if (known != null) {
                comparison.compare(known, each);
            }
        }
        missing.values().stream().filter(Seen::running).forEach(_ -> comparison.gone());
        return comparison.result(isWell);
    }

    /** The first look ever is the baseline; it reports nothing. */
    private static Transition first(AppState before, AppSnapshot snapshot) {
        Wanted wanted =
                before.wanted() != null ? before.wanted() : snapshot.isRunning() ? Wanted.RUNNING : Wanted.STOPPED;
        return new Transition(before.settled(wanted, snapshot), List.of());
    }

    private static final class Comparison {

        private final AppState before;
        private final AppSnapshot snapshot;
        private final List<ObservedEvent> observed = new ArrayList<>();
        private boolean failed;
        private Wanted wanted;

        Comparison(AppState before, AppSnapshot snapshot) {
            this.before = before;
            this.snapshot = snapshot;
            failed = before.failed();
            wanted = before.isWantedRunning() ? Wanted.RUNNING : Wanted.STOPPED;
        }

        void compare(Seen known, Instance now) {
            boolean other = !known.identity().equals(now.identity());
            if (known.running() && !now.running()) {
                ended(now);
            } else if (known.running() && other && now.restarts() > known.restarts() && wanted == Wanted.RUNNING) {
                // It ended and its runtime has started it again meanwhile.
                crashed(now);
            } else if (now.running() && other) {
                startedElsewhere(now);
            } else if (!now.running() && other && !now.identity().isEmpty()) {
                // It ran and ended while nobody looked.
                ended(now);
            }
        }

        private void ended(Instance now) {
            Integer code = now.exitCode();
            // Whoever stopped it wants its end, whatever code that gave.
            boolean orderly = wanted == Wanted.STOPPED || (code != null && code == 0);
            if (orderly) {
                observed.add(new ObservedEvent(ObservedEvent.Kind.STOPPED, now));
            } else {
                crashed(now);
            }
        }

        private void crashed(Instance now) {
            observed.add(
                    new ObservedEvent(failed ? ObservedEvent.Kind.CRASHED_AGAIN : ObservedEvent.Kind.CRASHED, now));
            failed = true;
        }

        private void startedElsewhere(Instance now) {
            if (!failed) {
                observed.add(new ObservedEvent(ObservedEvent.Kind.STARTED, now));
            }
            // Whoever started it there wants it to run.
            wanted = Wanted.RUNNING;
        }

        void gone() {
            if (wanted == Wanted.RUNNING && !failed) {
                observed.add(new ObservedEvent(ObservedEvent.Kind.CRASHED, null));
                failed = true;
            }
        }

        Transition result(boolean isWell) {
            if (before.failed() && failed && isWell) {
                observed.add(new ObservedEvent(ObservedEvent.Kind.RECOVERED, null));
                failed = false;
            }
            return new Transition(
                    new AppState(wanted, failed, before.restarts(), seenNow(), before.revision()), observed);
        }

        private Map<String, Seen> seenNow() {
            Map<String, Seen> seen = new TreeMap<>();
            Map<String, Seen> earlier = before.seenIn(snapshot);
            for (Instance each : snapshot.instances()) {
                Seen known = earlier == null ? null : earlier.get(each.name());
                long base = known == null || known.base() > each.restarts() ? 0 : known.base();
                seen.put(each.name(), Seen.of(each, base));
            }
            return seen;
        }
    }
}
