package dev.wheelhouse.core.databases.sql;

/**
 * The parts of an UPDATE or DELETE as positions, each that of its word.
 *
 * @param verb UPDATE or DELETE
 * @param target where the name of the changed table begins
 * @param others FROM of an UPDATE or USING of a DELETE; {@code where} without them
 * @param where WHERE; {@code to} without one
 * @param end of the condition
 */
record RowChange(Lexemes lexemes, int verb, int target, int others, int where, int end) {

    private static final KeyWords CONFLICT_ACTIONS = KeyWords.of("ROLLBACK", "ABORT", "REPLACE", "FAIL", "IGNORE");
    static final KeyWords BEHIND_WHERE = KeyWords.of("RETURNING", "ORDER", "LIMIT");

    /** Words that may follow the name of a table instead of an alias. */
    private static final KeyWords BEHIND_TARGET =
            KeyWords.of("SET", "USING", "WHERE", "RETURNING", "INDEXED", "NOT", "ORDER", "LIMIT");

    /** The one whose verb stands at a position and that ends before {@code to}. */
    static RowChange at(Lexemes lexemes, int verb, int to) {
        int target = verb + 1;
        if (lexemes.is(target, "OR") && lexemes.isOneOf(target + 1, CONFLICT_ACTIONS)) {
            target += 2;
        }
        target += lexemes.is(target, "FROM") ? 1 : 0;
        if (lexemes.is(target, "ONLY")) {
            target += lexemes.is(target + 1, "(") ? 2 : 1;
        }
        int where = lexemes.find(verb, to, "WHERE");
        int others = lexemes.find(verb, where, lexemes.is(verb, "DELETE") ? "USING" : "FROM");
        return new RowChange(lexemes, verb, target, others, where, lexemes.find(where, to, BEHIND_WHERE));
    }

    /** Whether the name at a position is surely of a column of the changed table, if it is of a column. */
    boolean isOfTarget(int at) {
        if (others == where) {
            return true;
        }
        String qualifier = lexemes.lastPart(at) == at + 2 ? lexemes.plainName(at) : null;
        return qualifier != null && qualifier.equals(lexemes.plainName(alias()));
    }

    /** Where the name is by which the rest of the statement knows the changed table. */
    private int alias() {
        int name = lexemes.lastPart(target);
        int behind = name + 1;
        behind += lexemes.is(behind, ")") ? 1 : 0;
        behind += lexemes.reads(behind, "*") ? 1 : 0;
        if (lexemes.is(behind, "AS")) {
            return behind + 1;
        }
        return lexemes.isIdentifier(behind) && !lexemes.isOneOf(behind, BEHIND_TARGET) ? behind : name;
    }
}
