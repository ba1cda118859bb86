package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts SQL into tokens by the lexical rules of PostgreSQL (manual, "Lexical Structure") or SQLite. The tokens cover the
 * text without gaps; any text at all has tokens. Linear in the text's length.
 */
public final class Tokeniser {

    private static final String OPERATORS = "+-*/<>=~!@#%^&|`?:";

    private final String text;
    private final Engine engine;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private boolean terminated;

    private Tokeniser(String text, Engine engine) {
        this.text = text;
        this.engine = engine;
    }

    public static List<Token> tokenise(String text, Engine engine) {
        Tokeniser tokeniser = new Tokeniser(text, engine);
        while (tokeniser.at < text.length()) {
            tokeniser.next();
        }
        return tokeniser.tokens;
    }

    private void next() {
        int start = at;
        terminated = true;
        TokenKind kind = scan(text.charAt(at));
        tokens.add(new Token(kind, start, at, terminated));
    }

    private TokenKind scan(char c) {
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
        if (c == '"') {
            return scanQuoted('"');
        }
        if (engine == Engine.SQLITE && c == '`') {
            return scanQuoted('`');
        }
        if (engine == Engine.SQLITE && c == '[') {
            return scanBracketed();
        }
        if (c == '$') {
            return scanDollar();
        }
        if (isDigit(c) || (c == '.' && isDigit(peek(1)))) {
            return scanNumber();
        }
        if (isWordStart(c)) {
            return scanWordOrPrefixedString(c);
        }
        if (isParameter(c)) {
            return scanParameter();
        }
        if ("()[],;.".indexOf(c) >= 0) {
            at++;
            return TokenKind.PUNCTUATION;
        }
        if (OPERATORS.indexOf(c) >= 0) {
            return scanOperator();
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
        while (at < text.length() && text.charAt(at) != '\n' && (engine == Engine.SQLITE || text.charAt(at) != '\r')) {
            at++;
        }
        return TokenKind.COMMENT;
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
        at = text.length();
        terminated = false;
        return TokenKind.COMMENT;
    }

    private TokenKind scanString(int open, boolean backslashes) {
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
                return TokenKind.STRING;
            }
        }
        at = text.length();
        terminated = false;
        return TokenKind.STRING;
    }

    private TokenKind scanQuoted(char quote) {
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
        terminated = false;
        return TokenKind.QUOTED_IDENTIFIER;
    }

    private TokenKind scanBracketed() {
        int close = text.indexOf(']', at);
        terminated = close >= 0;
        at = terminated ? close + 1 : text.length();
        return TokenKind.QUOTED_IDENTIFIER;
    }

    private TokenKind scanDollar() {
        if (isDigit(peek(1)) || engine == Engine.SQLITE) {
            at++;
            while (at < text.length() && isWordPart(text.charAt(at))) {
                at++;
            }
            return TokenKind.PARAMETER;
        }
        int tagEnd = at + 1;
        while (tagEnd < text.length() && isWordPart(text.charAt(tagEnd)) && text.charAt(tagEnd) != '$') {
            tagEnd++;
        }
        if (tagEnd >= text.length() || text.charAt(tagEnd) != '$') {
            at++;
            return TokenKind.OTHER;
        }
        String tag = text.substring(at, tagEnd + 1);
        int close = text.indexOf(tag, tagEnd + 1);
        terminated = close >= 0;
        at = terminated ? close + tag.length() : text.length();
        return TokenKind.STRING;
    }

    private TokenKind scanNumber() {
        // Letters belong to it: 0x1F, 1e10 and the faulty 1a alike are one token.
        while (at < text.length()) {
            char c = text.charAt(at);
            boolean exponentSign = (c == '+' || c == '-') && (text.charAt(at - 1) == 'e' || text.charAt(at - 1) == 'E');
            if (!isWordPart(c) && c != '.' && !exponentSign) {
                break;
            }
            at++;
        }
        return TokenKind.NUMBER;
    }

    private TokenKind scanWordOrPrefixedString(char c) {
        if (peek(1) == '\'' && "eEbBxXnN".indexOf(c) >= 0) {
            boolean backslashes = engine == Engine.POSTGRESQL && (c == 'e' || c == 'E');
            return scanString(at + 1, backslashes);
        }
        if (engine == Engine.POSTGRESQL && (c == 'u' || c == 'U') && peek(1) == '&') {
            if (peek(2) == '\'') {
                return scanString(at + 2, false);
            }
            if (peek(2) == '"') {
                at += 2;
                return scanQuoted('"');
            }
        }
        while (at < text.length() && isWordPart(text.charAt(at))) {
            at++;
        }
        return TokenKind.WORD;
    }

    private boolean isParameter(char c) {
        return switch (c) {
            case ':' -> isWordStart(peek(1)) && (at == 0 || text.charAt(at - 1) != ':');
            case '@' -> engine == Engine.SQLITE && isWordStart(peek(1));
            case '?' -> engine == Engine.SQLITE;
            default -> false;
        };
    }

    private TokenKind scanParameter() {
        at++;
        while (at < text.length() && isWordPart(text.charAt(at))) {
            at++;
        }
        return TokenKind.PARAMETER;
    }

    private TokenKind scanOperator() {
        if (text.charAt(at) == ':') {
            at += peek(1) == ':' || peek(1) == '=' ? 2 : 1;
            return TokenKind.OPERATOR;
        }
        at++;
        while (at < text.length() && isOperatorPart()) {
            at++;
        }
        return TokenKind.OPERATOR;
    }

    private boolean isOperatorPart() {
        char c = text.charAt(at);
        boolean comment = (c == '-' && peek(1) == '-') || (c == '/' && peek(1) == '*');
        return OPERATORS.indexOf(c) >= 0 && c != ':' && !comment && !isParameter(c);
    }

    private char peek(int distance) {
        return at + distance < text.length() ? text.charAt(at + distance) : '\0';
    }

    private static boolean isSpace(char c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isWordStart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
    }

    private static boolean isWordPart(char c) {
        return isWordStart(c) || isDigit(c) || c == '$';
    }
}
