package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.sql.SqlStatement;
import dev.wheelhouse.core.databases.sql.StatementSplitter;
import dev.wheelhouse.ui.controls.editor.TextRange;
import java.util.Iterator;

/**
 * A part of the editor's text that is to run.
 *
 * @param offset where it begins there
 */
public record SqlPiece(String sql, int offset) {

    /** How much of a text is meant. */
    public enum Extent {
        /** What is selected, else the statement at the caret. */
        STATEMENT,
        SCRIPT
    }

    static SqlPiece of(RunText wanted, Extent extent, Engine engine) {
        String text = wanted.text().get();
        TextRange selection = wanted.selection();
        if (extent == Extent.SCRIPT) {
            return new SqlPiece(text, 0);
        }
        if (selection.end() > selection.start()) {
            int end = Math.min(selection.end(), text.length());
            return new SqlPiece(text.substring(selection.start(), end), selection.start());
        }
        return atCaret(text, wanted.caret(), engine);
    }

    private static SqlPiece atCaret(String text, int caret, Engine engine) {
        SqlStatement before = null;
        Iterator<SqlStatement> statements = StatementSplitter.each(text, engine);
        while (statements.hasNext()) {
            SqlStatement statement = statements.next();
            if (statement.offset() > caret) {
                // Behind a semicolon, on the same line, the next one is not meant yet.
                boolean sameLine = text.substring(caret, statement.offset()).indexOf('\n') < 0;
                boolean nothingBefore = before == null;
                if (nothingBefore || (sameLine && isLineStart(text, caret))) {
                    before = statement;
                }
                break;
            }
            before = statement;
        }
        return before == null ? new SqlPiece("", caret) : new SqlPiece(before.text(), before.offset());
    }

    private static boolean isLineStart(String text, int caret) {
        int at = caret - 1;
        while (at >= 0 && text.charAt(at) == ' ') {
            at--;
        }
        return at < 0 || text.charAt(at) == '\n';
    }

    /** A place in the piece as people count as an offset in the whole text. */
    int offsetOf(int position) {
        int points = Math.clamp(position - 1L, 0, sql.codePointCount(0, sql.length()));
        return offset + sql.offsetByCodePoints(0, points);
    }
}
