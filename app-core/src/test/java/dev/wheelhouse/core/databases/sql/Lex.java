package dev.wheelhouse.core.databases.sql;

/** A piece of a generated statement before it is spelled. */
record Lex(Kind kind, String value) {

    /** What may be respelled and how. */
    enum Kind {
        WORD,
        NAME,
        STRING,
        NUMBER,
        SIGN
    }

    /**
     * Reads the notation of the grammar: {@code #canary} is a name, {@code 'x'} a string, digits a number, letters a
     * word, anything else a sign.
     */
    static Lex of(String notation) {
        char c = notation.charAt(0);
        if (c == '#') {
            return new Lex(Kind.NAME, notation.substring(1));
        }
        if (c == '\'' && notation.length() > 1) {
            return new Lex(Kind.STRING, notation.substring(1, notation.length() - 1));
        }
        if (Characters.isDigit(c)) {
            return new Lex(Kind.NUMBER, notation);
        }
        return new Lex(Characters.isWordStart(c) ? Kind.WORD : Kind.SIGN, notation);
    }
}
