package dev.wheelhouse.core.logs.search;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression as an automaton, which takes each byte once and can therefore not become slow. Says of a line exactly
 * what {@link java.util.regex.Matcher#find()} says. Immutable and thread-safe.
 */
public final class Automaton {

    private final Program program;

    private Automaton(Program program) {
        this.program = program;
    }

    /**
     * The automaton of an expression.
     *
     * @param expression null for one that is not regular
     * @return null when there is no expression, and when its automaton would be too big
     */
    public static @Nullable Automaton of(@Nullable Expression expression) {
        Program program = expression == null ? null : new ProgramBuilder().build(expression);
        return program == null ? null : new Automaton(program);
    }

    /**
     * A search for one thread.
     *
     * @param otherwise judges the lines that are no UTF-8, and those that would need too many states
     * @param isStopped asked now and then; searching then throws {@code cancelled}
     */
    public LineSearch search(ByteSearch otherwise, BooleanSupplier isStopped) {
        return new LineAutomaton(program, otherwise, isStopped);
    }
}
