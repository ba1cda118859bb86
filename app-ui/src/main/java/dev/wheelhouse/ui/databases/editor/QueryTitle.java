package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.sql.SqlStatement;
import dev.wheelhouse.core.databases.sql.StatementSplitter;
import dev.wheelhouse.core.databases.sql.Token;
import dev.wheelhouse.core.databases.sql.TokenKind;
import java.util.List;

/** What a SQL tab is called: its file, which is a saved query or a script, else the first words of its text. */
final class QueryTitle {

    /** Characters of the text that are looked at. */
    static final int LOOKED_AT = 2000;

    private static final int LONGEST = 28;
    private static final String UNSAVED = " ✎";

    private QueryTitle() {}

    /**
     * A title.
     *
     * @param file that the text is from, such as {@code orders.sql}; empty for none
     * @param beginning of the text
     * @param unsaved whether the text is not what the file has
     */
    static String of(String file, String beginning, Engine engine, boolean unsaved) {
        if (!file.isEmpty()) {
            return file + (unsaved ? UNSAVED : "");
        }
        String words = words(beginning, engine);
        return words.isEmpty() ? "SQL" : words + UNSAVED;
    }

    /** The first words without comments, at most so many as a tab shows. */
    static String words(String beginning, Engine engine) {
        List<SqlStatement> statements = StatementSplitter.split(beginning, engine);
        if (statements.isEmpty()) {
            return "";
        }
        SqlStatement first = statements.getFirst();
        StringBuilder words = new StringBuilder();
        for (Token token : first.tokens()) {
            if (words.length() > LONGEST) {
                break;
            }
            boolean gap = token.kind() == TokenKind.WHITESPACE || token.kind() == TokenKind.COMMENT;
            words.append(gap ? " " : first.text().substring(token.start(), token.end()));
        }
        String line = words.toString().replaceAll("\\s+", " ").strip();
        if (line.length() <= LONGEST) {
            return line;
        }
        int blank = line.lastIndexOf(' ', LONGEST);
        int end = blank > LONGEST / 2
                ? blank
                : line.offsetByCodePoints(0, Math.min(LONGEST, line.codePointCount(0, line.length())));
        return line.substring(0, Math.min(end, line.length())) + "…";
    }
}
