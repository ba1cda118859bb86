package dev.wheelhouse.core.schedules;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Tells which other consoles are dead: those whose sign of life stayed the same over several looks of this one. No clocks
 * are compared, since those of two machines may disagree and may jump. Not thread-safe.
 */
final class ConsoleWatch {

    private final int most;
    private Map<String, Sight> sights = new HashMap<>();

    /** @param most how many looks at the same sign of life make a console dead; from 1 */
    ConsoleWatch(int most) {
        this.most = most;
    }

    /** @param looks how often the sign was seen again */
    private record Sight(long sign, int looks) {}

    /**
     * Looks once.
     *
     * @param signs the signs of life by the id of their console; consoles that are left out are forgotten
     * @return those that are dead
     */
    Set<String> look(Map<String, Long> signs) {
        Map<String, Sight> now = new HashMap<>();
        Set<String> dead = new HashSet<>();
        signs.forEach((home, sign) -> {
            Sight before = sights.get(home);
            Sight sight =
                    before != null && before.sign() == sign ? new Sight(sign, before.looks() + 1) : new Sight(sign, 0);
            now.put(home, sight);
            if (sight.looks() >= most) {
                dead.add(home);
            }
        });
        sights = now;
        return dead;
    }
}
