package dev.wheelhouse.core.logs.search;

import dev.wheelhouse.core.logs.search.Expression.Place;
import dev.wheelhouse.core.logs.search.Program.Step;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * What state follows which at a byte, made as it is asked for. Its memory is bounded: when it is full it begins anew, and
 * when that happens time and again it gives up. A state is the index of its row in the table. Not thread-safe.
 */
final class StateTable {

    /** The state at the beginning of a line. */
    static final int START = 0;

    /** It was not asked for yet. */
    private static final int UNSET = -1;

    static final int MATCH = -2;

    /** There is no match, whatever follows in this line. */
    static final int NEVER = -3;

    /** Unknown here. */
    static final int UNKNOWN = -4;

    private static final int MOST_CELLS = 1 << 18;
    private static final int MOST_MEMBERS = 1 << 18;
    private static final int MOST_WASTED = 2;

    /** A state that is taken less often is not worth its making. */
    private static final int BYTES_A_STATE = 16;

    private static final int STATES_BETWEEN_LOOKS = 256;

    private final Program program;
    private final BooleanSupplier isStopped;
    private final LineStates now;
    private final LineStates then;
    private final int width;
    private final Map<State, Integer> known = new HashMap<>();
    private final List<State> states = new ArrayList<>();
    private int[] table = {};
    private int members;
    private long taken;
    private int beginnings;
    private int wasted;
    private int made;

    /**
     * The identity of a state.
     *
     * @param members states of the program
     * @param isBegin whether no byte was taken yet
     * @param isBehindWord whether the byte before is of a word
     */
    @SuppressWarnings("ArrayRecordComponent") // Compared by what is in it.
    private record State(int[] members, boolean isBegin, boolean isBehindWord) {

        @Override
        public boolean equals(Object other) {
            return other instanceof State(int[] theirs, boolean begin, boolean word)
                    && begin == isBegin
                    && word == isBehindWord
                    && Arrays.equals(theirs, members);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(members) * 4 + (isBegin ? 2 : 0) + (isBehindWord ? 1 : 0);
        }
    }

    StateTable(Program program, BooleanSupplier isStopped) {
        this.program = program;
        this.isStopped = isStopped;
        this.now = new LineStates(program);
        this.then = new LineStates(program);
        // The column of a line break is what a line's end leads to; that of a carriage return stays unset, since one
        // right before the end does not count, and the last column is what it leads to elsewhere.
        this.width = program.samples().length + 1;
        beginAnew();
    }

    /** By state and class of byte; negative where {@link #next} has to be asked. */
    int[] table() {
        return table;
    }

    /** Tells how many bytes were looked up, by which it is known whether the table is of use. */
    void took(int bytes) {
        taken += bytes;
    }

    /** The state behind a byte of a line, {@link #MATCH}, {@link #NEVER} or {@link #UNKNOWN}. */
    int next(int state, byte value) {
        return cell(state, value == '\r' ? width - 1 : program.classes()[value & 0xff], value & 0xff);
    }

    /** {@link #MATCH} when the line ends here with one, {@link #UNKNOWN}, else {@link #START} for the next line. */
    int atEnd(int state) {
        return cell(state, program.classes()['\n'], '\n');
    }

    private int cell(int state, int column, int value) {
        int there = table[state + column];
        if (there != UNSET) {
            return there;
        }
        if (wasted > MOST_WASTED) {
            return UNKNOWN;
        }
        if (++made % STATES_BETWEEN_LOOKS == 0 && isStopped.getAsBoolean()) {
            throw new AppException(PlatformError.CANCELLED, "The search was cancelled.");
        }
        int before = beginnings;
        int next = made(states.get(state / width), value);
        if (before == beginnings) {
            table[state + column] = next;
        }
        return next;
    }

    private int made(State from, int value) {
        boolean isEnd = value == '\n';
        if (program.seesWords() && value >= 0x80) {
            return UNKNOWN;
        }
        if (passes(from, value)) {
            return MATCH;
        }
        if (isEnd) {
            return isWithinCharacter(now) ? UNKNOWN : START;
        }
        then.clear();
        for (int i = 0; i < now.count(); i++) {
            if (program.steps()[now.get(i)] instanceof Step.Take(int low, int high, int next)
                    && low <= value
                    && value <= high) {
                then.add(next);
            }
        }
        if (then.isEmpty()) {
            return UNKNOWN;
        }
        if (!isWithinCharacter(then) && !canMatch(then)) {
            return NEVER;
        }
        return row(new State(then.toArray(), false, program.seesWords() && isOfWord(value)));
    }

    /** Passes the places that are right before a byte; answers whether there is a match. */
    private boolean passes(State from, int value) {
        now.clear();
        for (int each : from.members()) {
            now.add(each);
        }
        for (int i = 0; i < now.count(); i++) {
            Step step = program.steps()[now.get(i)];
            if (step == Step.Match.FOUND) {
                return true;
            }
            if (step instanceof Step.At(Place place, int next) && isAt(place, from, value)) {
                now.add(next);
            }
        }
        return false;
    }

    private static boolean isAt(Place place, State state, int value) {
        boolean isBoundary = state.isBehindWord() != isOfWord(value);
        return switch (place) {
            case BEGINNING -> state.isBegin();
            case END, LAST -> value == '\n';
            case WORD_BOUNDARY -> isBoundary;
            case NO_WORD_BOUNDARY -> !isBoundary;
        };
    }

    private static boolean isOfWord(int value) {
        return value < 0x80 && (Character.isLetterOrDigit(value) || value == '_');
    }

    private boolean isWithinCharacter(LineStates some) {
        for (int i = 0; i < some.count(); i++) {
            if (program.steps()[some.get(i)] instanceof Step.Take take) {
                // Either all are or none is.
                return take.isInner();
            }
        }
        return false;
    }

    private boolean canMatch(LineStates some) {
        for (int i = 0; i < some.count(); i++) {
            if (program.canMatch()[some.get(i)]) {
                return true;
            }
        }
        return false;
    }

    private int row(State state) {
        Integer there = known.get(state);
        if (there != null) {
            return there;
        }
        int needed = (states.size() + 1) * width;
        boolean hasTooMany = !states.isEmpty() && members + state.members().length > MOST_MEMBERS;
        if (needed > MOST_CELLS || hasTooMany) {
            beginAnew();
            return row(state);
        }
        if (needed > table.length) {
            int size = table.length;
            table = Arrays.copyOf(table, Math.min(MOST_CELLS, size * 2));
            Arrays.fill(table, size, table.length, UNSET);
        }
        int row = needed - width;
        states.add(state);
        known.put(state, row);
        members += state.members().length;
        return row;
    }

    /** How often it began with nothing; states of before are none any more. */
    int beginnings() {
        return beginnings;
    }

    private void beginAnew() {
        wasted = taken < (long) states.size() * BYTES_A_STATE ? wasted + 1 : 0;
        taken = 0;
        beginnings++;
        known.clear();
        states.clear();
        members = 0;
        table = new int[Math.min(MOST_CELLS, 32 * width)];
        Arrays.fill(table, UNSET);
        now.clear();
        now.add(program.start());
        row(new State(now.toArray(), true, false));
    }
}
