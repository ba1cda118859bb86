package dev.wheelhouse.core.schedules;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Detects which other consoles are dead: those whose sign of life stayed the same over several checks of this one. No clocks
 * are compared, since those of two machines may disagree and may jump. Not thread-safe.
 */
final class ConsoleWatch {

    private final int most;
    private Map<String, Observation> observations = new HashMap<>();

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
     * @return those that are dead
     */
    Set<String> check(Map<String, Long> signs) {
        Map<String, Observation> now = new HashMap<>();
        Set<String> dead = new HashSet<>();
        signs.forEach((home, sign) -> {
            Observation before = observations.get(home);
            Observation seen = before != null && before.sign() == sign
                    ? new Observation(sign, before.repeats() + 1)
                    : new Observation(sign, 0);
            now.put(home, seen);
            if (seen.repeats() >= most) {
                dead.add(home);
            }
        });
        observations = now;
        return dead;
    }
}
