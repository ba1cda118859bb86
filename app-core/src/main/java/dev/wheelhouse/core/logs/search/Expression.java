package dev.wheelhouse.core.logs.search;

import java.util.List;

/** What a regular expression describes, as far as it is regular. Which of several matches is preferred does not matter here. */
public sealed interface Expression {

    /** No character. */
    Expression EMPTY = new Sequence(List.of());

    /** One character of a set. */
    record One(CodePoints set) implements Expression {}

    record Sequence(List<Expression> parts) implements Expression {}

    record Either(List<Expression> branches) implements Expression {}

    /** @param most {@link #UNBOUNDED} for no bound */
    record Repeat(Expression body, int least, int most) implements Expression {

        static final int UNBOUNDED = Integer.MAX_VALUE;
    }

    /** A place between characters. */
    enum Place implements Expression {
        BEGINNING,
        END,
        /** The end, or before one sign there that some take for a line break. */
        LAST,
        /** Between a sign of a word, which is a letter or digit of ASCII or {@code _}, and one that is none. */
        WORD_BOUNDARY,
        NO_WORD_BOUNDARY
    }
}
