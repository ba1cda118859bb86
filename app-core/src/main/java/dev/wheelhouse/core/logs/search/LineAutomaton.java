package dev.wheelhouse.core.logs.search;

import java.util.function.BooleanSupplier;

/**
 * Looks for lines that a regular expression matches somewhere, a table look-up for each byte: a deterministic automaton whose
 * states are made when a line first needs them (as RE2 and grep do). Lines that it cannot judge, because they are no UTF-8
 * or have other letters where boundaries of words count, are judged by another search; all of them are when an expression
 * needs too many states. Not thread-safe.
 */
final class LineAutomaton implements LineSearch {

    private static final int CURSORS = 4;

    /** Fewer bytes are not worth several cursors. */
    private static final int MANY = 16 << 10;

    private static final int FIRST_PIECE = 4 << 10;

    private final StateTable states;
    private final char[] classes;
    private final ByteSearch otherwise;
    private final ScanCursor[] cursors = new ScanCursor[CURSORS];

    LineAutomaton(Program program, ByteSearch otherwise, BooleanSupplier isStopped) {
        this.states = new StateTable(program, isStopped);
        this.classes = program.classes();
        this.otherwise = otherwise;
        for (int i = 0; i < CURSORS; i++) {
            cursors[i] = new ScanCursor();
        }
    }

    @Override
    public boolean isIn(byte[] bytes, int from, int to) {
        if (Newlines.next(bytes, from, to) >= 0) {
            return otherwise.isIn(bytes, from, to);
        }
        ScanCursor cursor = cursors[0];
        cursor.begin(from, to);
        while (true) {
            run(bytes, cursor);
            boolean isEnd = cursor.at == to;
            int next = isEnd ? states.atEnd(cursor.state) : states.next(cursor.state, bytes[cursor.at]);
            if (next == StateTable.UNKNOWN) {
                return otherwise.isIn(bytes, from, to);
            }
            if (isEnd || next < 0) {
                return next == StateTable.MATCH;
            }
            cursor.state = next;
            cursor.at++;
        }
    }

    /** In growing pieces, for what is found by the cursors behind the first find was looked for in vain. */
    @Override
    public int indexOf(byte[] bytes, int from, int to) {
        int at = from;
        for (int size = FIRST_PIECE; at < to; size *= 4) {
            int end = to - at <= size ? to : Newlines.next(bytes, at + size - 1, to) + 1;
            search(bytes, at, end);
            for (ScanCursor each : cursors) {
                if (each.hitCount > 0) {
                    return each.hits[0];
                }
            }
            at = end;
        }
        return -1;
    }

    @Override
    public void each(byte[] bytes, int from, int to, Hits hits) {
        search(bytes, from, to);
        for (ScanCursor each : cursors) {
            for (int i = 0; i < each.hitCount; i++) {
                hits.hit(each.hits[i]);
            }
        }
    }

    /** By several cursors at once: a processor waits for one table look-up in the time in which it can make four. */
    private void search(byte[] bytes, int from, int to) {
        int begin = from;
        for (int i = 0; i < CURSORS; i++) {
            int cut = from + (int) ((long) (to - from) * (i + 1) / CURSORS);
            boolean isLast = i == CURSORS - 1 || to - from < MANY;
            int end = isLast ? to : Math.max(begin, Newlines.next(bytes, cut - 1, to) + 1);
            cursors[i].begin(begin, end);
            begin = end;
        }
        int beginnings = states.beginnings();
        while (beginnings == states.beginnings() && runTogether(bytes)) {
            for (ScanCursor each : cursors) {
                if (beginnings == states.beginnings() && states.table()[each.state + classOf(bytes[each.at])] < 0) {
                    step(bytes, each);
                }
            }
        }
        for (ScanCursor each : cursors) {
            finish(bytes, each, beginnings);
        }
    }

    private int classOf(byte value) {
        return classes[value & 0xff];
    }

    /** Moves one cursor to its end. */
    private void finish(byte[] bytes, ScanCursor cursor, int beginnings) {
        if (beginnings != states.beginnings()) {
            // The table was emptied, and the state is of the one before.
            cursor.restartLine(bytes);
        }
        while (cursor.at < cursor.end) {
            run(bytes, cursor);
            if (cursor.at < cursor.end) {
                step(bytes, cursor);
            }
        }
    }

    /** Moves all cursors on until one needs a step of its own; answers whether none is at its end. */
    private boolean runTogether(byte[] bytes) {
        int[] table = states.table();
        char[] of = classes;
        int count = Integer.MAX_VALUE;
        for (ScanCursor each : cursors) {
            count = Math.min(count, each.end - each.at);
        }
        int at0 = cursors[0].at;
        int at1 = cursors[1].at;
        int at2 = cursors[2].at;
        int at3 = cursors[3].at;
        int state0 = cursors[0].state;
        int state1 = cursors[1].state;
        int state2 = cursors[2].state;
        int state3 = cursors[3].state;
        int done = 0;
        for (; done < count; done++) {
            int next0 = table[state0 + of[bytes[at0 + done] & 0xff]];
            int next1 = table[state1 + of[bytes[at1 + done] & 0xff]];
            int next2 = table[state2 + of[bytes[at2 + done] & 0xff]];
            int next3 = table[state3 + of[bytes[at3 + done] & 0xff]];
            if ((next0 | next1 | next2 | next3) < 0) {
                break;
            }
            state0 = next0;
            state1 = next1;
            state2 = next2;
            state3 = next3;
        }
        cursors[0].goOn(done, state0);
        cursors[1].goOn(done, state1);
        cursors[2].goOn(done, state2);
        cursors[3].goOn(done, state3);
        states.took(CURSORS * done);
        return done < count;
    }

    /** Moves one cursor on until it needs a step of its own, or is at its end. */
    private void run(byte[] bytes, ScanCursor cursor) {
        int[] table = states.table();
        char[] of = classes;
        int state = cursor.state;
        int from = cursor.at;
        int count = cursor.end - from;
        int done = 0;
        for (; done < count; done++) {
            int next = table[state + of[bytes[from + done] & 0xff]];
            if (next < 0) {
                break;
            }
            state = next;
        }
        cursor.goOn(done, state);
        states.took(done);
    }

    /** Takes a byte for which the table has no state: none yet, or a match, or something to be judged otherwise. */
    private void step(byte[] bytes, ScanCursor cursor) {
        int at = cursor.at;
        // A carriage return at a line's end does not belong to the line.
        boolean isReturn = bytes[at] == '\r' && at + 1 < cursor.end && bytes[at + 1] == '\n';
        int next = bytes[at] == '\n' || isReturn ? states.atEnd(cursor.state) : states.next(cursor.state, bytes[at]);
        if (next >= 0) {
            cursor.goOn(isReturn ? 2 : 1, next);
            return;
        }
        int lineBreak = Newlines.next(bytes, at, cursor.end);
        int lineEnd = lineBreak < 0 ? cursor.end : lineBreak;
        if (next == StateTable.MATCH || (next == StateTable.UNKNOWN && isInOtherwise(bytes, cursor, lineEnd))) {
            cursor.addHit(at);
        }
        cursor.goOn(Math.min(cursor.end, lineEnd + 1) - at, StateTable.START);
    }

    private boolean isInOtherwise(byte[] bytes, ScanCursor cursor, int lineEnd) {
        int start = cursor.lineStart(bytes);
        int end = lineEnd > start && bytes[lineEnd - 1] == '\r' ? lineEnd - 1 : lineEnd;
        return otherwise.isIn(bytes, start, end);
    }
}
