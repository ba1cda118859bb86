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

    private SqlFormatter() {}

    /** The text laid out; the text itself where blanks would mean something. */
    public static String format(String text, Engine engine) {
        List<Token> tokens = Tokeniser.tokenise(text, engine);
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
