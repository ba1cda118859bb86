package dev.wheelhouse.core.databases.sql;

import java.util.BitSet;

/** Which of the open brackets of PostgreSQL are subscripts, and which build an array: only a subscript has slices. */
final class Brackets {

    private final BitSet subscripts = new BitSet();
    private int depth;

    boolean isSubscript() {
        return depth > 0 && subscripts.get(depth - 1);
    }

    /**
     * Follows one token.
     *
     * @param c its first character
     * @param before the first character of the meaningful one before it
     * @param afterArray whether that is the word ARRAY
     */
    void pass(char c, char before, boolean afterArray) {
        if (c == '[') {
            boolean inArray = depth > 0 && !isSubscript() && (before == '[' || before == ',');
            subscripts.set(depth++, !inArray && !afterArray);
        } else if (c == ']' && depth > 0) {
            depth--;
        } else if (c == ';') {
            depth = 0;
        }
    }
}
