package dev.wheelhouse.core.databases.sql;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of a statement that mean something, ready to be looked at by position. Past either end everything is empty.
 * A name or a string of PostgreSQL with an {@code UESCAPE} behind it is one with that.
 */
final class Lexemes {

    private final String text;
    private final Tokens tokens;
    /** Which token each is. */
    private int[] places;

    private int[] depths;
    /** Of a word its hash, of an opening parenthesis the position of the closing one, else 0. */
    private int[] marks;

    private int size;

    Lexemes(SqlStatement statement) {
        this.text = statement.text();
        this.tokens = statement.tokens();
        int guess = tokens.size() / 2 + 8;
        places = new int[guess];
        depths = new int[guess];
        marks = new int[guess];
        int depth = 0;
        int open = -1;
        for (int i = 0; i < tokens.size(); i++) {
            if (!tokens.isSignificant(i)) {
                continue;
            }
            TokenKind kind = tokens.kind(i);
            if (kind == TokenKind.STRING && completesEscape()) {
                size--;
                continue;
            }
            if (kind == TokenKind.WORD) {
                add(i, depth, KeyWords.hash(text, tokens.start(i), tokens.end(i)));
            } else if (isPunctuation(i, '(')) {
                // While it is open, its mark leads to the one around it.
                add(i, depth++, open);
                open = size - 1;
            } else if (isPunctuation(i, ')')) {
                open = close(open, size);
                add(i, --depth, 0);
            } else {
                add(i, depth, 0);
            }
        }
        while (open >= 0) {
            open = close(open, size - 1);
        }
    }

    private int close(int open, int at) {
        if (open < 0) {
            return open;
        }
        int around = marks[open];
        marks[open] = at;
        return around;
    }

    private boolean isPunctuation(int token, char c) {
        return tokens.kind(token) == TokenKind.PUNCTUATION && text.charAt(tokens.start(token)) == c;
    }

    private void add(int token, int depth, int mark) {
        if (size == places.length) {
            int larger = size * 2;
            places = Arrays.copyOf(places, larger);
            depths = Arrays.copyOf(depths, larger);
            marks = Arrays.copyOf(marks, larger);
        }
        places[size] = token;
        depths[size] = depth;
        marks[size++] = mark;
    }

    /** Whether a name or string with escapes and the word UESCAPE were the last. */
    private boolean completesEscape() {
        return size > 1 && is(size - 1, "UESCAPE") && hasEscapes(size - 2);
    }

    private boolean hasEscapes(int at) {
        TokenKind kind = kind(at);
        return (kind == TokenKind.QUOTED_IDENTIFIER || kind == TokenKind.STRING)
                && Characters.upper(text.charAt(start(at))) == 'U'
                && text.charAt(start(at) + 1) == '&';
    }

    /** What follows the UESCAPE of a name or string; empty without one. */
    private String escapeOf(int at) {
        int behind = at + 1 < size ? places[at + 1] : tokens.size();
        String escape = "";
        for (int i = places[at] + 1; i < behind; i++) {
            if (tokens.kind(i) == TokenKind.STRING) {
                escape = text.substring(tokens.start(i), tokens.end(i));
            }
        }
        return escape;
    }

    int size() {
        return size;
    }

    private int start(int at) {
        return tokens.start(places[at]);
    }

    private int end(int at) {
        return tokens.end(places[at]);
    }

    /** The word or punctuation in upper case; empty for anything else and past either end. */
    String word(int at) {
        TokenKind kind = kind(at);
        return kind == TokenKind.WORD || kind == TokenKind.PUNCTUATION ? upper(text(at)) : "";
    }

    private static String upper(String word) {
        StringBuilder upper = new StringBuilder(word.length());
        word.chars().forEach(c -> upper.append(Characters.upper((char) c)));
        return upper.toString();
    }

    /** Whether that word or punctuation is there. */
    boolean is(int at, String word) {
        if (at < 0 || at >= size) {
            return false;
        }
        TokenKind kind = tokens.kind(places[at]);
        return (kind == TokenKind.WORD || kind == TokenKind.PUNCTUATION)
                && Characters.isWord(text, start(at), end(at), word);
    }

    boolean isOneOf(int at, KeyWords words) {
        return kind(at) == TokenKind.WORD && words.contains(text, start(at), end(at), marks[at]);
    }

    @Nullable
    TokenKind kind(int at) {
        return at >= 0 && at < size ? tokens.kind(places[at]) : null;
    }

    /** The token's text; empty past either end. */
    String text(int at) {
        return at >= 0 && at < size ? text.substring(start(at), end(at)) : "";
    }

    /** The text from the token on. */
    String textFrom(int at) {
        return text.substring(start(at));
    }

    /** Whether the token's text is this. */
    boolean reads(int at, String written) {
        return at >= 0 && at < size && end(at) - start(at) == written.length() && text.startsWith(written, start(at));
    }

    /** Whether the token begins with a word, quoted or not. */
    boolean mayBegin(int at, String word) {
        int from = start(at) + (kind(at) == TokenKind.WORD ? 0 : 1);
        int to = from + word.length();
        return to <= end(at) && Characters.isWord(text, from, to, word);
    }

    /** Whether it is a name in double quotes. */
    boolean isDoubleQuoted(int at) {
        return text.charAt(start(at)) == '"';
    }

    /** How many parentheses are open around the token. */
    int depth(int at) {
        return depths[at];
    }

    boolean isIdentifier(int at) {
        TokenKind kind = kind(at);
        return kind == TokenKind.WORD || kind == TokenKind.QUOTED_IDENTIFIER;
    }

    /** Where the word stands from a position on, at that position's depth; {@code to} when it does not. */
    int find(int from, int to, String word) {
        for (int i = from; i < to; i++) {
            if (depths[i] == depths[from] && is(i, word)) {
                return i;
            }
        }
        return to;
    }

    /** The first of the words from a position on, at that position's depth; {@code to} when there is none. */
    int find(int from, int to, KeyWords words) {
        for (int i = from; i < to; i++) {
            if (depths[i] == depths[from] && isOneOf(i, words)) {
                return i;
            }
        }
        return to;
    }

    /** Whether the word stands between two positions, at any depth. */
    boolean contains(int from, int to, String word) {
        for (int i = Math.max(0, from); i < Math.min(to, size); i++) {
            if (is(i, word)) {
                return true;
            }
        }
        return false;
    }

    /** The position behind the parenthesis that closes the one at {@code open}; {@code size()} when none does. */
    int behindParenthesis(int open) {
        return is(open, "(") ? marks[open] + 1 : size;
    }

    /** The position of the last part of the name at a position. */
    int lastPart(int at) {
        int last = at;
        while (is(last + 1, ".") && isIdentifier(last + 2)) {
            last += 2;
        }
        return last;
    }

    /** The name at a position, qualified as it is written; null when none is there. */
    @Nullable
    String name(int at) {
        return isIdentifier(at) ? text.substring(start(at), end(lastPart(at))) : null;
    }

    /** What a name means to the database: unquoted, unescaped, lower case. Null when that is unknown. */
    @Nullable
    String plainName(int at) {
        if (kind(at) == TokenKind.WORD) {
            return lower(text(at));
        }
        if (hasEscapes(at)) {
            String decoded = UnicodeEscapes.decode(text(at).substring(2), escapeOf(at));
            return decoded == null ? null : lower(decoded);
        }
        return lower(unquoted(at));
    }

    /** The value of a string in single quotes, of {@code U&'…'} too. Null for any other kind. */
    @Nullable
    String plainText(int at) {
        if (kind(at) != TokenKind.STRING || !tokens.isTerminated(places[at])) {
            return null;
        }
        if (hasEscapes(at)) {
            return UnicodeEscapes.decode(text(at).substring(2), escapeOf(at));
        }
        String value = unquoted(at);
        // One quote that is left closed a part of it.
        return text.charAt(start(at)) == '\'' && value.indexOf('\'') < 0 ? value : null;
    }

    private String unquoted(int at) {
        String written = text(at);
        String close = written.startsWith("[") ? "]" : written.substring(0, 1);
        int end = written.length() - (tokens.isTerminated(places[at]) ? 1 : 0);
        return written.substring(Math.min(1, end), end).replace(close + close, close);
    }

    /** As the databases fold names: ASCII only. */
    private static String lower(String name) {
        StringBuilder lower = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            lower.append(c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c);
        }
        return lower.toString();
    }
}
