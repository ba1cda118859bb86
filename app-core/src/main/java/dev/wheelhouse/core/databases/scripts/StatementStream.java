package dev.wheelhouse.core.databases.scripts;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.query.ClassifiedStatement;
import dev.wheelhouse.core.databases.sql.SqlStatement;
import dev.wheelhouse.core.databases.sql.StatementClassifier;
import dev.wheelhouse.core.databases.sql.StatementSplitter;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.io.IOException;
import java.io.Reader;
import java.util.Collections;
import java.util.Iterator;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The statements of a text of any length, read through a window: only the text from the current statement on is in
 * memory, at most 16 Mi characters of it.
 */
final class StatementStream {

    private static final int PIECE = 1 << 20;
    private static final int LONGEST_STATEMENT = 16 << 20;

    private final LongConsumer held;
    private final Reader reader;
    private final Engine engine;
    private final StringBuilder window = new StringBuilder();
    private String text = "";
    private Iterator<SqlStatement> statements = Collections.emptyIterator();
    private int linesCounted;
    private boolean ended;
    private int count;
    private int line = 1;

    /** @param held hears how many characters are in memory, before they are cut into statements */
    StatementStream(Reader reader, Engine engine, LongConsumer held) {
        this.held = held;
        this.reader = reader;
        this.engine = engine;
    }

    /**
     * A statement of the text.
     *
     * @param line 1-based, where it begins
     */
    record Located(SqlStatement statement, int line) {

        /** @param classifier that judged the statements before it */
        ClassifiedStatement classified(StatementClassifier classifier) {
            return new ClassifiedStatement(statement, classifier.classify(statement));
        }
    }

    /** The next statement; null after the last. Its index counts from the beginning of the text. */
    @Nullable
    Located next() throws IOException {
        while (true) {
            if (statements.hasNext()) {
                SqlStatement statement = statements.next();
                if (ended || statements.hasNext()) {
                    countLines(statement.offset());
                    return new Located(
                            new SqlStatement(count++, statement.offset(), statement.text(), statement.tokens()), line);
                }
                // The last may go on behind the window.
                countLines(statement.offset());
                window.delete(0, statement.offset());
                linesCounted = 0;
            } else if (ended) {
                return null;
            }
            fill();
        }
    }

    private void countLines(int upTo) {
        for (; linesCounted < upTo; linesCounted++) {
            if (text.charAt(linesCounted) == '\n') {
                line++;
            }
        }
    }

    private void fill() throws IOException {
        requireRoom();
        read();
        held.accept(window.length());
        text = window.toString();
        statements = StatementSplitter.each(text, engine);
    }

    private void read() throws IOException {
        char[] piece = new char[PIECE];
        // As much again as there is, so that a long statement is not cut up anew for every piece.
        int wanted = Math.max(PIECE, window.length());
        while (wanted > 0) {
            int read = reader.read(piece, 0, Math.min(PIECE, wanted));
            if (read < 0) {
                ended = true;
                return;
            }
            window.append(piece, 0, read);
            wanted -= read;
        }
    }

    private void requireRoom() {
        if (window.length() > LONGEST_STATEMENT) {
            throw new AppException(
                    PlatformError.PAYLOAD_TOO_LARGE,
                    "Statement " + (count + 1) + ", at line " + line + ", is longer than " + (LONGEST_STATEMENT >> 20)
                            + " million characters. Check its quotes, or split it.");
        }
    }
}
