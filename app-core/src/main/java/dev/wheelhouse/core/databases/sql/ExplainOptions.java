package dev.wheelhouse.core.databases.sql;

import java.util.Set;

/**
 * What is between EXPLAIN of PostgreSQL and its statement.
 *
 * @param known false where an option is not on the list, or not written as the list has it
 * @param runs whether the statement is executed too
 * @param behind where the statement begins
 */
record ExplainOptions(boolean known, boolean runs, int behind) {

    private static final Set<String> NAMES = Set.of(Words.of("""
            analyze analyse verbose costs settings generic_plan buffers serialize wal timing summary
            memory format"""));
    private static final KeyWords OFF = KeyWords.of("FALSE", "OFF");
    private static final KeyWords WORDS = KeyWords.of("ANALYZE", "ANALYSE", "VERBOSE");

    /** @param bare whether the statement itself begins with the first parenthesis */
    static ExplainOptions read(Lexemes lexemes, int from, boolean bare) {
        if (lexemes.is(from, "(") && !bare) {
            return listed(lexemes, from + 1, lexemes.behindParenthesis(from) - 1);
        }
        int at = from;
        boolean runs = false;
        while (lexemes.isOneOf(at, WORDS)) {
            runs |= !lexemes.is(at, "VERBOSE");
            at++;
        }
        return new ExplainOptions(true, runs, at);
    }

    private static ExplainOptions listed(Lexemes lexemes, int from, int to) {
        boolean runs = false;
        int at = from;
        while (at < to) {
            String name = lexemes.isIdentifier(at) ? lexemes.plainName(at) : null;
            if (name == null || !NAMES.contains(name)) {
                return new ExplainOptions(false, true, to);
            }
            int value = at + 1;
            at = lexemes.is(value, ",") || value == to ? value : value + 1;
            if (name.startsWith("analy")) {
                // The last of several counts, so none of them may be believed to be off for good.
                runs |= !isOff(lexemes, value);
            }
            if (at != to && !lexemes.is(at, ",")) {
                return new ExplainOptions(false, true, to);
            }
            at++;
        }
        return new ExplainOptions(true, runs, to + 1);
    }

    private static boolean isOff(Lexemes lexemes, int value) {
        String text = lexemes.plainText(value);
        return lexemes.isOneOf(value, OFF)
                || lexemes.reads(value, "0")
                || (text != null && (text.equalsIgnoreCase("off") || text.equalsIgnoreCase("false")));
    }
}
