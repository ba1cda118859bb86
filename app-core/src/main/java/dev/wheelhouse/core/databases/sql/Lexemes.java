package dev.wheelhouse.core.databases.sql;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tokens of a statement that mean something, ready to be looked at by position. Past the end everything is empty. */
final class Lexemes {

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private final List<String> uppers = new ArrayList<>();
    private final List<Integer> depths = new ArrayList<>();
    private final Map<Integer, Integer> closings = new HashMap<>();

    Lexemes(SqlStatement statement) {
        this.text = statement.text();
        int depth = 0;
        Deque<Integer> open = new ArrayDeque<>();
        for (Token token : statement.tokens()) {
            if (!token.isSignificant()) {
                continue;
            }
            boolean word = token.kind() == TokenKind.WORD || token.kind() == TokenKind.PUNCTUATION;
            String upper = word ? text.substring(token.start(), token.end()).toUpperCase(Locale.ROOT) : "";
            if (upper.equals(")")) {
                depth--;
                if (!open.isEmpty()) {
                    closings.put(open.pop(), tokens.size());
                }
            }
            tokens.add(token);
            uppers.add(upper);
            depths.add(depth);
            if (upper.equals("(")) {
                open.push(tokens.size() - 1);
                depth++;
            }
        }
    }

    int size() {
        return tokens.size();
    }

    /** The word or punctuation in upper case; empty for anything else and past either end. */
    String word(int at) {
        return at >= 0 && at < uppers.size() ? uppers.get(at) : "";
    }

    boolean is(int at, String word) {
        return word(at).equals(word);
    }

    boolean isOneOf(int at, Set<String> words) {
        return words.contains(word(at));
    }

    @Nullable
    TokenKind kind(int at) {
        return at >= 0 && at < tokens.size() ? tokens.get(at).kind() : null;
    }

    /** The token's text; empty past either end. */
    String text(int at) {
        return at >= 0 && at < tokens.size()
                ? text.substring(tokens.get(at).start(), tokens.get(at).end())
                : "";
    }

    boolean isTerminated(int at) {
        return at < 0 || at >= tokens.size() || tokens.get(at).terminated();
    }

    /** How many parentheses are open around the token. */
    int depth(int at) {
        return depths.get(at);
    }

    boolean isIdentifier(int at) {
        TokenKind kind = kind(at);
        return kind == TokenKind.WORD || kind == TokenKind.QUOTED_IDENTIFIER;
    }

    /** The first of the words from a position on, at that position's depth; {@code to} when there is none. */
    int find(int from, int to, Set<String> words) {
        if (from >= to) {
            return to;
        }
        int depth = depth(from);
        for (int i = from; i < to; i++) {
            if (depth(i) == depth && isOneOf(i, words)) {
                return i;
            }
        }
        return to;
    }

    /** The position behind the parenthesis that closes the one at {@code open}; {@code size()} when none does. */
    int behindParenthesis(int open) {
        return closings.getOrDefault(open, size() - 1) + 1;
    }

    /** The name at a position, qualified as it is written; null when none stands there. */
    @Nullable
    String name(int at) {
        if (!isIdentifier(at)) {
            return null;
        }
        int end = at;
        while (is(end + 1, ".") && isIdentifier(end + 2)) {
            end += 2;
        }
        return text.substring(tokens.get(at).start(), tokens.get(end).end());
    }

    /** What a name means to the database: unquoted, unescaped, lower case. */
    String plainName(int at) {
        String written = text(at);
        if (kind(at) == TokenKind.WORD) {
            return written.toLowerCase(Locale.ROOT);
        }
        int open = written.startsWith("\"") || written.startsWith("`") || written.startsWith("[") ? 1 : 3;
        int end = written.length() - (isTerminated(at) ? 1 : 0);
        return written.substring(Math.min(open, end), Math.max(open, end))
                .replace("\"\"", "\"")
                .toLowerCase(Locale.ROOT);
    }
}
