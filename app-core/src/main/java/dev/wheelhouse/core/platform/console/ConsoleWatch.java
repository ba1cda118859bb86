package dev.wheelhouse.core.platform.console;

import java.util.HashMap;
import java.util.Map;

/**
 * Detects which other consoles are dead: those whose sign of life stayed the same over several checks of this one. No clocks
 * are compared, since those of two machines may disagree and may jump. Thread-safe for one that checks and many that ask.
 */
final class ConsoleWatch {

    private final int most;
    private volatile Map<String, Observation> observations = Map.of();

    /** @param most how many repeats of the same sign of life make a console dead; from 1 */
    ConsoleWatch(int most) {
        this.most = most;
    }

    /** @param repeats how many checks found the same sign again */
    private record Observation(long sign, int repeats) {}

    /**
     * Compares with the check before.
     *
     * @param signs the signs of life by the id of their console; consoles that are left out are forgotten
     */
    void check(Map<String, Long> signs) {
        Map<String, Observation> now = new HashMap<>();
        signs.forEach((home, sign) -> {
            Observation before = observations.get(home);
            int repeats = before != null && before.sign() == sign ? before.repeats() + 1 : 0;
            now.put(home, new Observation(sign, repeats));
        });
        observations = Map.copyOf(now);
    }

    /** Whether the checks so far found a console dead that has this sign of life now. */
    boolean isDead(String home, long sign) {
        Observation seen = observations.get(home);
        return seen != null && seen.sign() == sign && seen.repeats() >= most;
    }
}
