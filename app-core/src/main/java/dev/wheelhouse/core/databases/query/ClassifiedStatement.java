package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.databases.sql.ParameterisedStatement;
import dev.wheelhouse.core.databases.sql.Parameters;
import dev.wheelhouse.core.databases.sql.SqlStatement;
import dev.wheelhouse.core.databases.sql.Verdict;
import dev.wheelhouse.core.databases.values.ValueBinder;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.json.RawJson;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A statement with what it would do, and the values that go into it.
 *
 * @param rewritten its text with JDBC's placeholders; null when no parameters were given and the text goes as it is
 */
public record ClassifiedStatement(
        SqlStatement statement,
        Verdict verdict,
        @Nullable ParameterisedStatement rewritten,
        Map<String, RawJson> values) {

    /** A statement whose text goes as it is. */
    public ClassifiedStatement(SqlStatement statement, Verdict verdict) {
        this(statement, verdict, null, Map.of());
    }

    /** The same with another verdict. */
    ClassifiedStatement judged(Verdict other) {
        return new ClassifiedStatement(statement, other, rewritten, values);
    }

    /** Another statement with the values of this one, as far as it has parameters for them. */
    ClassifiedStatement derived(SqlStatement other, Engine engine) {
        ParameterisedStatement bound = rewritten == null ? null : Parameters.rewrite(other, engine);
        return new ClassifiedStatement(other, verdict, bound, values);
    }

    /** The text that is sent. */
    public String text() {
        return rewritten == null ? statement.text() : rewritten.sql();
    }

    /**
     * Opens what sends the text.
     *
     * @param prefix of our own before the text, such as EXPLAIN; blank for none
     */
    public Statement open(Session session, String prefix) throws SQLException {
        String sql = prefix + text();
        return rewritten == null ? session.callersStatement(sql) : session.callersPrepared(sql);
    }

    /**
     * Sends the text with its values.
     *
     * @param opened by {@link #open} without a prefix
     * @return whether rows came
     * @throws AppException {@code validation_failed} for a value that cannot be bound
     */
    public boolean execute(Session session, Statement opened) throws SQLException {
        PreparedStatement bound = bound(session, opened);
        return bound == null ? opened.execute(text()) : bound.execute();
    }

    /**
     * As {@link #execute}, of a text that is answered with rows.
     *
     * @param opened by {@link #open} with the same prefix
     */
    public ResultSet query(Session session, Statement opened, String prefix) throws SQLException {
        PreparedStatement bound = bound(session, opened);
        return bound == null ? opened.executeQuery(prefix + text()) : bound.executeQuery();
    }

    /** The statement with its values; null when the text goes as it is. */
    private @Nullable PreparedStatement bound(Session session, Statement opened) throws SQLException {
        if (rewritten == null || !(opened instanceof PreparedStatement prepared)) {
            return null;
        }
        List<String> names = rewritten.names();
        ValueBinder binder = ValueBinder.of(session.engine());
        for (int i = 0; i < names.size(); i++) {
            RawJson value = values.get(names.get(i));
            if (value == null) {
                throw AppException.invalid("params." + names.get(i), "The statement uses this parameter. Give it.");
            }
            binder.bindUntyped(prepared, i + 1, value, "params." + names.get(i));
        }
        return prepared;
    }
}
