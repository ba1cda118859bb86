package dev.wheelhouse.core.databases.editor;

import dev.wheelhouse.core.databases.query.ClassifiedStatement;
import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.databases.values.Cell;
import dev.wheelhouse.core.databases.values.ResultReader;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The open results of one connection, by their ids; what transaction they live in is its {@link StatementRunner}'s matter.
 * Guarded by the session; {@link #areIdle} answers from any thread.
 */
final class OpenCursors {

    private final Clock clock;
    private final Duration kept;
    private final Map<String, OpenCursor> cursors = new LinkedHashMap<>();
    private final Map<String, ClassifiedStatement> heldToReading = new HashMap<>();
    private volatile Instant used;
    private volatile boolean any;
    private int results;

    /** @param kept how long a result stays open when nobody reads on */
    OpenCursors(Clock clock, Duration kept) {
        this.clock = clock;
        this.kept = kept;
        this.used = clock.instant();
    }

    /** Whether there are some, and nobody has read on for too long. */
    boolean areIdle() {
        return any && clock.instant().isAfter(used.plus(kept));
    }

    boolean isEmpty() {
        return cursors.isEmpty();
    }

    @Nullable
    OpenCursor find(String resultId) {
        return cursors.get(resultId);
    }

    /** Says that reading on in a result is held to reading, as its statement was. */
    void holdToReading(String resultId, ClassifiedStatement statement) {
        heldToReading.put(resultId, statement);
    }

    /** The statement of a result that is held to reading; null for another. */
    @Nullable
    ClassifiedStatement heldToReading(String resultId) {
        return heldToReading.get(resultId);
    }

    /** The first page of a statement that was executed; its result stays open where the rest can be read on. */
    EditorResult firstPage(Session session, Statement statement, ClassifiedStatement each, boolean readsOn)
            throws SQLException {
        ResultSet rows = statement.getResultSet();
        OpenCursor cursor = new OpenCursor(statement, rows, ResultReader.of(session.engine(), rows));
        List<List<Cell>> page = cursor.read(session.execution());
        String id = "r" + ++results;
        ResultPage.Rest rest = ResultPage.Rest.NONE;
        if (cursor.hasMore()) {
            rest = readsOn ? ResultPage.Rest.LOADABLE : ResultPage.Rest.RUN_AGAIN;
        }
        ResultOrigin origin = ObservedColumns.observe(session, each.statement(), rows);
        if (rest == ResultPage.Rest.LOADABLE) {
            cursors.put(id, cursor);
            touch();
        }
        return new EditorResult(
                id, each.statement().text(), cursor.reader().fields(), new ResultPage(page, rest), origin);
    }

    /** Says that somebody reads on. */
    void touch() {
        used = clock.instant();
        any = !cursors.isEmpty();
    }

    void close(String resultId) throws SQLException {
        OpenCursor cursor = cursors.remove(resultId);
        if (cursor != null) {
            cursor.close();
        }
        touch();
    }

    void closeAll() throws SQLException {
        for (OpenCursor cursor : cursors.values()) {
            cursor.close();
        }
        cursors.clear();
        heldToReading.clear();
        any = false;
    }
}
