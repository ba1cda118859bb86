package dev.wheelhouse.core.logs.search;

import dev.wheelhouse.core.logs.search.Expression.Place;
import dev.wheelhouse.core.logs.search.Program.Step;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Builds the states of a {@link Program} from the last to the first. For one program. */
final class ProgramBuilder {

    private static final int MOST_STEPS = 10_000;
    private static final int FOUND = 0;

    /** What {@code $} may stand before; there is no line break within a line. */
    private static final Expression LAST_BREAK = new Expression.Either(List.of(
            Place.END,
            new Expression.Sequence(List.of(
                    new Expression.One(CodePoints.of(Pattern.compile("[\\r\\x85\\u2028\\u2029]"), List.of(13))),
                    Place.END))));

    private final List<Step> steps = new ArrayList<>();
    private final Map<Step, Integer> known = new HashMap<>();

    /** There is no automaton, or it is too big. */
    private static final class TooMuch extends Exception {
        TooMuch() {
            super(null, null, false, false);
        }
    }

    /** Null when there would be too many states, or there is no such automaton. */
    @Nullable
    Program build(Expression expression) {
        try {
            add(Step.Match.FOUND);
            int begin = build(expression, FOUND);
            int loop = add(Step.Match.FOUND);
            int anything = build(new Expression.One(CodePoints.all()), loop);
            steps.set(loop, new Step.Split(begin, anything));
            boolean seesWords = steps.stream().anyMatch(ProgramBuilder::isWordPlace);
            BitSet borders = borders(seesWords);
            char[] classes = new char[256];
            byte[] samples = new byte[borders.cardinality()];
            int current = -1;
            for (int each = 0; each < 256; each++) {
                if (borders.get(each)) {
                    samples[++current] = (byte) each;
                }
                classes[each] = (char) current;
            }
            return new Program(steps.toArray(new Step[0]), loop, canMatch(), classes, samples, seesWords);
        } catch (TooMuch _) {
            return null;
        }
    }

    private int add(Step step) throws TooMuch {
        if (steps.size() >= MOST_STEPS) {
            throw new TooMuch();
        }
        steps.add(step);
        return steps.size() - 1;
    }

    private int shared(Step step) throws TooMuch {
        Integer there = known.get(step);
        if (there != null) {
            return there;
        }
        int fresh = add(step);
        known.put(step, fresh);
        return fresh;
    }

    /** @param next state behind the expression */
    private int build(Expression expression, int next) throws TooMuch {
        return switch (expression) {
            case Expression.One one -> take(one.set(), next);
            case Expression.Sequence sequence -> {
                int at = next;
                for (Expression each : sequence.parts().reversed()) {
                    at = build(each, at);
                }
                yield at;
            }
            case Expression.Either either -> {
                int at = -1;
                for (Expression each : either.branches().reversed()) {
                    int branch = build(each, next);
                    at = at < 0 ? branch : shared(new Step.Split(branch, at));
                }
                yield at;
            }
            case Expression.Repeat repeat -> repeat(repeat, next);
            case Place place -> place(place, next);
        };
    }

    private int repeat(Expression.Repeat repeat, int next) throws TooMuch {
        int at = next;
        if (repeat.most() == Expression.Repeat.UNBOUNDED) {
            int loop = add(Step.Match.FOUND);
            steps.set(loop, new Step.Split(build(repeat.body(), loop), next));
            at = loop;
        } else {
            for (int i = repeat.least(), before = -1; i < repeat.most() && at != before; i++) {
                before = at;
                at = shared(new Step.Split(build(repeat.body(), at), next));
            }
        }
        // A body of nothing changes nothing, however often.
        for (int i = 0, before = -1; i < repeat.least() && at != before; i++) {
            before = at;
            at = build(repeat.body(), at);
        }
        return at;
    }

    private int place(Place place, int next) throws TooMuch {
        if (place != Place.LAST) {
            return shared(new Step.At(place, next));
        }
        if (next != FOUND) {
            // What follows could take the sign that this one only looks at.
            throw new TooMuch();
        }
        return build(LAST_BREAK, next);
    }

    private int take(CodePoints set, int next) throws TooMuch {
        int at = -1;
        for (int i = set.ranges().length - 2; i >= 0; i -= 2) {
            for (byte[][] each : Utf8Ranges.of(set.ranges()[i], set.ranges()[i + 1])) {
                int branch = next;
                for (int place = each.length - 1; place >= 0; place--) {
                    branch = shared(new Step.Take(each[place][0] & 0xff, each[place][1] & 0xff, branch));
                }
                at = at < 0 ? branch : shared(new Step.Split(branch, at));
            }
        }
        // A set of nothing is never left.
        return at < 0 ? shared(new Step.Take(1, 0, next)) : at;
    }

    private static boolean isWordPlace(Step step) {
        return step instanceof Step.At at
                && (at.place() == Place.WORD_BOUNDARY || at.place() == Place.NO_WORD_BOUNDARY);
    }

    /** Bytes that differ from the one before. */
    private BitSet borders(boolean seesWords) {
        BitSet borders = new BitSet();
        borders.set(0);
        borders.set('\n', '\n' + 2);
        borders.set('\r', '\r' + 2);
        borders.set(0x80);
        for (Step each : steps) {
            if (each instanceof Step.Take take && take.low() <= take.high()) {
                borders.set(take.low());
                borders.set(take.high() + 1);
            }
        }
        if (seesWords) {
            for (int each : new int[] {'0', '9' + 1, 'A', 'Z' + 1, '_', '_' + 1, 'a', 'z' + 1}) {
                borders.set(each);
            }
        }
        borders.clear(256);
        return borders;
    }

    private boolean[] canMatch() {
        boolean[] can = new boolean[steps.size()];
        for (boolean isNew = true; isNew; ) {
            isNew = false;
            for (int i = 0; i < can.length; i++) {
                boolean is = switch (steps.get(i)) {
                    case Step.Match _ -> true;
                    case Step.Split split -> can[split.one()] || can[split.other()];
                    case Step.Take take -> take.low() <= take.high() && can[take.next()];
                    case Step.At at -> at.place() != Place.BEGINNING && can[at.next()];
                };
                isNew |= is && !can[i];
                can[i] = is;
            }
        }
        return can;
    }
}
