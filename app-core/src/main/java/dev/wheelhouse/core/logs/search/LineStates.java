package dev.wheelhouse.core.logs.search;

import dev.wheelhouse.core.logs.search.Program.Step;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Which states of a {@link Program} are reached together. Not thread-safe. */
final class LineStates {

    private final Step[] steps;
    private final boolean[] isIn;
    private final int[] members;
    private int count;
    private int[] open = new int[16];

    LineStates(Program program) {
        this.steps = program.steps();
        this.isIn = new boolean[steps.length];
        this.members = new int[steps.length];
    }

    void clear() {
        for (int i = 0; i < count; i++) {
            isIn[members[i]] = false;
        }
        count = 0;
    }

    boolean isEmpty() {
        return count == 0;
    }

    int count() {
        return count;
    }

    int get(int index) {
        return members[index];
    }

    /** Adds a state with those that it splits into, which are kept instead. */
    void add(int state) {
        int waiting = 0;
        open[waiting++] = state;
        while (waiting > 0) {
            int each = open[--waiting];
            if (isIn[each]) {
                continue;
            }
            isIn[each] = true;
            members[count++] = each;
            if (steps[each] instanceof Step.Split(int one, int other)) {
                if (waiting + 2 > open.length) {
                    open = Arrays.copyOf(open, open.length * 2);
                }
                open[waiting++] = other;
                open[waiting++] = one;
            }
        }
    }

    /** Those that are not split any further, ascending. */
    int[] toArray() {
        return IntStream.of(members)
                .limit(count)
                .filter(each -> !(steps[each] instanceof Step.Split))
                .sorted()
                .toArray();
    }
}
