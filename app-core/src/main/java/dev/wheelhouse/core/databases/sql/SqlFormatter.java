package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;
import java.util.ArrayList;
import java.util.List;

/**
 * Lays SQL out anew by changing nothing but the blanks between tokens: every token and comment stays as it was written,
 * and formatting twice is the same as once. Queries, changes of rows and CREATE TABLE are laid out; any other statement
 * keeps its lines.
 */
public final class SqlFormatter {

    /** A longer text is no reading matter. */
    private static final int MOST_TOKENS = 50_000;

    /** Each token and blank takes some 300 bytes while a text is laid out, as much as this many characters of SQL. */
    private static final int CHARACTERS_OF_TOKEN = 128;

    private SqlFormatter() {}

    /** How many characters of SQL take about as much memory as {@link #format} does beside the text. */
    public static long costOf(String text, Engine engine) {
        int tokens = Tokeniser.tokenise(text, engine).size();
        return tokens > MOST_TOKENS ? 0 : (long) tokens * CHARACTERS_OF_TOKEN;
    }

    /** The text laid out; the text itself where blanks would mean something, or where it has more than 50,000 tokens. */
    public static String format(String text, Engine engine) {
        List<Token> tokens = Tokeniser.tokenise(text, engine);
        if (tokens.size() > MOST_TOKENS) {
            return text;
        }
        List<Piece> pieces = pieces(text, tokens);
        if (pieces.isEmpty() || tokens.stream().anyMatch(token -> !token.terminated())) {
            return text;
        }
        String formatted = new FormatLayout(pieces).lay();
        if (text.endsWith("\n")) {
            formatted += "\n";
        }
        // The last word on never changing a token is had by looking.
        return pieces(formatted, Tokeniser.tokenise(formatted, engine)).stream()
                        .map(Piece::text)
                        .toList()
                        .equals(pieces.stream().map(Piece::text).toList())
                ? formatted
                : text;
    }

    /**
     * A token or comment.
     *
     * @param gap the blanks before it
     */
    record Piece(TokenKind kind, String text, String gap) {

        boolean isComment() {
            return kind == TokenKind.COMMENT;
        }

        boolean isLineComment() {
            return isComment() && text.startsWith("--");
        }

        boolean isOnNewLine() {
            return gap.indexOf('\n') >= 0;
        }
    }

    private static List<Piece> pieces(String text, List<Token> tokens) {
        List<Piece> pieces = new ArrayList<>();
        StringBuilder gap = new StringBuilder();
        for (Token token : tokens) {
            String written = text.substring(token.start(), token.end());
            if (token.kind() == TokenKind.WHITESPACE) {
                gap.append(written);
                continue;
            }
            pieces.add(new Piece(token.kind(), written, gap.toString()));
            gap.setLength(0);
        }
        return pieces;
    }
}
