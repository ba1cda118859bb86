package dev.wheelhouse.core.databases.sql;

import static dev.wheelhouse.core.databases.sql.Characters.isDigit;
import static dev.wheelhouse.core.databases.sql.Characters.isHexDigit;
import static dev.wheelhouse.core.databases.sql.Characters.isSpace;
import static dev.wheelhouse.core.databases.sql.Characters.isWordPart;
import static dev.wheelhouse.core.databases.sql.Characters.isWordStart;

import dev.wheelhouse.core.databases.Engine;

/**
 * Cuts SQL into tokens by the lexical rules of PostgreSQL ({@code scan.l}; manual, "Lexical Structure") or SQLite
 * ({@code tokenize.c}). The tokens cover the text without gaps; any text at all has tokens. Linear in the text's length.
 *
 * <p>Versions differ where the newer one refuses: {@code 1a} is an error to PostgreSQL 15 and two tokens to what is older.
 * There the older one is followed, so that no version finds a comment, a quote or a semicolon that lies in a token here.
 */
public class Tokeniser {

    private static final String OPERATORS = "+-*/<>=~!@#%^&|`?:";
    private static final String BEFORE_PARAMETER = ",(+-*/%<>=|&^~!#@";

    final String text;
    final Engine engine;
    int at;

    private final Brackets brackets = new Brackets();
    private int start;
    private TokenKind kind = TokenKind.OTHER;
    private boolean terminated = true;
    /** Of the meaningful token before: its first character and where it lies. */
    private char before;

    private int beforeStart;
    private int beforeEnd;

    Tokeniser(String text, Engine engine) {
        this.text = text;
        this.engine = engine;
    }

    public static Tokens tokenise(String text, Engine engine) {
        Tokens.Buffer tokens = new Tokens.Buffer();
        Tokeniser tokeniser = new Tokeniser(text, engine);
        while (tokeniser.next()) {
            tokens.add(tokeniser);
        }
        return tokens.first(tokens.size(), 0);
    }

    /** Goes on to the next token; false behind the last. */
    final boolean next() {
        if (at == text.length()) {
            return false;
        }
        start = at;
        terminated = true;
        char c = text.charAt(at);
        kind = scan(c);
        if (isSignificant()) {
            if (engine == Engine.POSTGRESQL && kind == TokenKind.PUNCTUATION) {
                brackets.pass(c, before, Characters.isWord(text, beforeStart, beforeEnd, "ARRAY"));
            }
            before = c;
            beforeStart = start;
            beforeEnd = at;
        }
        return true;
    }

    final TokenKind kind() {
        return kind;
    }

    final int start() {
        return start;
    }

    final int end() {
        return at;
    }

    final boolean isTerminated() {
        return terminated;
    }

    /** Whether it means something to the database. */
    final boolean isSignificant() {
        return kind != TokenKind.WHITESPACE && kind != TokenKind.COMMENT;
    }

    /** Moves behind the token that begins with {@code c}. */
    TokenKind scan(char c) {
        if (isSpace(c)) {
            return scanSpace();
        }
        if (c == '-' && peek(1) == '-') {
            return scanLineComment();
        }
        if (c == '/' && peek(1) == '*') {
            return scanBlockComment();
        }
        if (c == '\'') {
            return scanString(at, false);
        }
        if (c == '"' || (engine == Engine.SQLITE && c == '`')) {
            return scanQuoted(c);
        }
        if (engine == Engine.SQLITE && c == '[') {
            return scanBracketed();
        }
        if (engine == Engine.SQLITE && c == '\uFEFF') {
            // Where a token could begin, SQLite takes a byte order mark for a blank.
            at++;
            return TokenKind.WHITESPACE;
        }
        if (c == '$' && engine == Engine.POSTGRESQL) {
            return scanDollar();
        }
        if (isDigit(c) || (c == '.' && isDigit(peek(1)))) {
            return scanNumber(c);
        }
        if (isWordStart(c)) {
            return scanWordOrPrefixedString(c);
        }
        if (isParameter(c)) {
            return engine == Engine.SQLITE ? scanVariable(c) : scanParameter();
        }
        if ("()[],;.".indexOf(c) >= 0) {
            at++;
            return TokenKind.PUNCTUATION;
        }
        if (OPERATORS.indexOf(c) >= 0) {
            return scanOperator(c);
        }
        at++;
        return TokenKind.OTHER;
    }

    private TokenKind scanSpace() {
        while (at < text.length() && isSpace(text.charAt(at))) {
            at++;
        }
        return TokenKind.WHITESPACE;
    }

    private TokenKind scanLineComment() {
        at = behindLineComment(at);
        return TokenKind.COMMENT;
    }

    private int behindLineComment(int from) {
        int to = from;
        while (to < text.length() && text.charAt(to) != '\n' && (engine == Engine.SQLITE || text.charAt(to) != '\r')) {
            to++;
        }
        return to;
    }

    private TokenKind scanBlockComment() {
        int depth = 0;
        while (at < text.length()) {
            if (text.charAt(at) == '/' && peek(1) == '*' && (depth == 0 || engine == Engine.POSTGRESQL)) {
                depth++;
                at += 2;
            } else if (text.charAt(at) == '*' && peek(1) == '/') {
                depth--;
                at += 2;
                if (depth == 0) {
                    return TokenKind.COMMENT;
                }
            } else {
                at++;
            }
        }
        return unterminated(TokenKind.COMMENT);
    }

    final TokenKind scanString(int open, boolean backslashes) {
        at = open + 1;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\\' && backslashes) {
                at += 2;
            } else if (c != '\'') {
                at++;
            } else if (peek(1) == '\'') {
                at += 2;
            } else {
                at++;
                int next = engine == Engine.POSTGRESQL ? continuation() : -1;
                if (next < 0) {
                    return TokenKind.STRING;
                }
                at = next + 1;
            }
        }
        return unterminated(TokenKind.STRING);
    }

    /**
     * Where the string that was just closed goes on: at a quote behind blanks and comments that end their line, a line
     * break among them. It keeps its mode there. Negative when it does not.
     */
    int continuation() {
        boolean newLine = false;
        int i = at;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c == '\'') {
                return newLine ? i : -1;
            }
            if (c == '-' && i + 1 < text.length() && text.charAt(i + 1) == '-') {
                i = behindLineComment(i);
            } else if (isSpace(c)) {
                newLine |= c == '\n' || c == '\r';
                i++;
            } else {
                return -1;
            }
        }
        return -1;
    }

    final TokenKind scanQuoted(char quote) {
        at++;
        while (at < text.length()) {
            if (text.charAt(at) != quote) {
                at++;
            } else if (peek(1) == quote) {
                at += 2;
            } else {
                at++;
                return TokenKind.QUOTED_IDENTIFIER;
            }
        }
        return unterminated(TokenKind.QUOTED_IDENTIFIER);
    }

    private TokenKind scanBracketed() {
        return closedBy("]", at, TokenKind.QUOTED_IDENTIFIER);
    }

    private TokenKind scanDollar() {
        int tagEnd = at + 1;
        if (isDigit(peek(1))) {
            skipDigits(at + 1, false);
            return TokenKind.PARAMETER;
        }
        while (tagEnd < text.length() && isWordPart(text.charAt(tagEnd)) && text.charAt(tagEnd) != '$') {
            tagEnd++;
        }
        if (tagEnd == text.length() || text.charAt(tagEnd) != '$') {
            at++;
            return TokenKind.OTHER;
        }
        return closedBy(text.substring(at, tagEnd + 1), tagEnd + 1, TokenKind.STRING);
    }

    final TokenKind closedBy(String mark, int from, TokenKind closed) {
        int close = text.indexOf(mark, from);
        if (close < 0) {
            return unterminated(closed);
        }
        at = close + mark.length();
        return closed;
    }

    private TokenKind unterminated(TokenKind open) {
        at = text.length();
        terminated = false;
        return open;
    }

    /** Digits, a point, an exponent; letters behind it are a token of their own. */
    private TokenKind scanNumber(char first) {
        if (first == '0' && skipRadix()) {
            return TokenKind.NUMBER;
        }
        skipDigits(at, true);
        boolean range = engine == Engine.POSTGRESQL && peek(0) == '.' && peek(1) == '.';
        if (peek(0) == '.' && !range) {
            skipDigits(at + 1, true);
        }
        boolean exponent = peek(0) == 'e' || peek(0) == 'E';
        int sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
        if (exponent && isDigit(peek(1 + sign))) {
            skipDigits(at + 1 + sign, true);
        }
        return TokenKind.NUMBER;
    }

    /** {@code 0x1F}; PostgreSQL 16 knows {@code 0o17} and {@code 0b1} too. To older ones it is a nought and a name. */
    private boolean skipRadix() {
        char mark = Characters.upper(peek(1));
        boolean known = mark == 'X' || (engine == Engine.POSTGRESQL && (mark == 'O' || mark == 'B'));
        int to = at + 2;
        while (known && to < text.length() && (isHexDigit(text.charAt(to)) || text.charAt(to) == '_')) {
            to++;
        }
        if (!known || to == at + 2 || (to < text.length() && isWordPart(text.charAt(to)))) {
            return false;
        }
        at = to;
        return true;
    }

    private void skipDigits(int from, boolean underscores) {
        at = from;
        while (isDigit(peek(0)) || (underscores && peek(0) == '_' && isDigit(peek(1)))) {
            at++;
        }
    }

    private TokenKind scanWordOrPrefixedString(char c) {
        boolean postgres = engine == Engine.POSTGRESQL;
        if (peek(1) == '\'' && (postgres ? "eEbBxXnN" : "xX").indexOf(c) >= 0) {
            return scanString(at + 1, postgres && (c == 'e' || c == 'E'));
        }
        if (postgres && (c == 'u' || c == 'U') && peek(1) == '&') {
            if (peek(2) == '\'') {
                return scanString(at + 2, false);
            }
            if (peek(2) == '"') {
                at += 2;
                return scanQuoted('"');
            }
        }
        skipWord();
        return TokenKind.WORD;
    }

    private void skipWord() {
        while (at < text.length() && isWordPart(text.charAt(at))) {
            at++;
        }
    }

    private boolean isParameter(char c) {
        if (engine == Engine.SQLITE) {
            return c == '?' || ("$@#:".indexOf(c) >= 0 && (isWordPart(peek(1)) || (peek(1) == ':' && peek(2) == ':')));
        }
        return c == ':' && isWordStart(peek(1)) && (at == 0 || text.charAt(at - 1) != ':') && !isSliceBound();
    }

    /** {@code a[1:x]} is a slice and {@code a[:x]} one too; behind an operator or inside ARRAY[…] stands a parameter. */
    boolean isSliceBound() {
        return brackets.isSubscript() && BEFORE_PARAMETER.indexOf(before) < 0;
    }

    private TokenKind scanParameter() {
        at++;
        skipWord();
        return TokenKind.PARAMETER;
    }

    /** With Tcl's forms, which SQLite reads by default: {@code $a::b(anything but a blank)} is one variable. */
    private TokenKind scanVariable(char c) {
        if (c == '?') {
            skipDigits(at + 1, false);
            return TokenKind.PARAMETER;
        }
        at++;
        boolean named = false;
        while (isWordPart(peek(0)) || (peek(0) == ':' && peek(1) == ':')) {
            named |= peek(0) != ':';
            at += peek(0) == ':' ? 2 : 1;
        }
        if (peek(0) == '(' && named) {
            int to = at + 1;
            while (to < text.length() && !isSpace(text.charAt(to)) && text.charAt(to) != ')') {
                to++;
            }
            at = Math.min(text.length(), to + (to < text.length() && text.charAt(to) == ')' ? 1 : 0));
        }
        return TokenKind.PARAMETER;
    }

    private TokenKind scanOperator(char c) {
        if (c == ':') {
            at += peek(1) == ':' || peek(1) == '=' ? 2 : 1;
            return TokenKind.OPERATOR;
        }
        at++;
        while (at < text.length() && isOperatorPart(text.charAt(at))) {
            at++;
        }
        return TokenKind.OPERATOR;
    }

    private boolean isOperatorPart(char c) {
        boolean comment = (c == '-' && peek(1) == '-') || (c == '/' && peek(1) == '*');
        boolean own = engine == Engine.SQLITE && "`?@#".indexOf(c) >= 0;
        return OPERATORS.indexOf(c) >= 0 && c != ':' && !comment && !own;
    }

    final char peek(int distance) {
        return at + distance < text.length() ? text.charAt(at + distance) : '\0';
    }
}
