package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;

/** Follows a text into parentheses and into the bodies of functions and triggers, whose semicolons end no statement. */
final class Bodies {

    /** What the first words have shown so far of what a statement creates. */
    private enum Makes {
        /** Nothing was read yet, or only an EXPLAIN. */
        OPEN,
        /** CREATE, and what may stand between it and the kind of thing. */
        CREATE,
        BODY,
        OTHER
    }

    private final String text;
    private final Engine engine;
    private Makes makes = Makes.OPEN;
    private int parentheses;
    private boolean inBody;
    private boolean behindBegin;

    /** Only there does END end a body; anywhere else it ends a CASE, or is a name. */
    private boolean atStatement;

    Bodies(String text, Engine engine) {
        this.text = text;
        this.engine = engine;
    }

    /** Whether it is a semicolon that ends a statement. */
    boolean passPunctuation(char c) {
        if (c == ';' && parentheses == 0 && !inBody) {
            makes = Makes.OPEN;
            behindBegin = false;
            return true;
        }
        parentheses = Math.max(0, parentheses + (c == '(' ? 1 : c == ')' ? -1 : 0));
        if (makes != Makes.BODY) {
            makes = Makes.OTHER;
        }
        behindBegin = false;
        atStatement = c == ';';
        return false;
    }

    /** Any other meaningful token. */
    void pass(TokenKind kind, int start, int end) {
        boolean word = kind == TokenKind.WORD;
        if (makes == Makes.OPEN || makes == Makes.CREATE) {
            makes = word ? read(start, end) : Makes.OTHER;
        } else if (makes == Makes.BODY && word) {
            followBody(start, end);
            return;
        }
        behindBegin = false;
        atStatement = false;
    }

    private Makes read(int start, int end) {
        boolean postgres = engine == Engine.POSTGRESQL;
        if (makes == Makes.OPEN) {
            boolean explains =
                    !postgres && (is(start, end, "EXPLAIN") || is(start, end, "QUERY") || is(start, end, "PLAN"));
            return is(start, end, "CREATE") ? Makes.CREATE : explains ? Makes.OPEN : Makes.OTHER;
        }
        if (postgres) {
            boolean replaces = is(start, end, "OR") || is(start, end, "REPLACE");
            boolean body = is(start, end, "FUNCTION") || is(start, end, "PROCEDURE");
            return body ? Makes.BODY : replaces ? Makes.CREATE : Makes.OTHER;
        }
        boolean temporary = is(start, end, "TEMP") || is(start, end, "TEMPORARY");
        return is(start, end, "TRIGGER") ? Makes.BODY : temporary ? Makes.CREATE : Makes.OTHER;
    }

    private void followBody(int start, int end) {
        boolean begin = is(start, end, "BEGIN");
        boolean opens = !inBody
                && (engine == Engine.POSTGRESQL ? parentheses == 0 && behindBegin && is(start, end, "ATOMIC") : begin);
        if (opens) {
            inBody = true;
        } else if (inBody && atStatement && is(start, end, "END")) {
            inBody = false;
        }
        behindBegin = begin;
        atStatement = opens;
    }

    private boolean is(int start, int end, String word) {
        return Characters.isWord(text, start, end, word);
    }
}
