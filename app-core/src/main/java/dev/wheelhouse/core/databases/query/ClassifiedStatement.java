package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.databases.sql.ParameterisedStatement;
import dev.wheelhouse.core.databases.sql.SqlStatement;
import dev.wheelhouse.core.databases.sql.Verdict;
import dev.wheelhouse.core.databases.values.ValueBinder;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.json.RawJson;
import java.sql.PreparedStatement;
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
     * @param opened by {@link #open} with the same prefix
     * @return whether rows came
     * @throws AppException {@code validation_failed} for a value that cannot be bound
     */
    public boolean execute(Session session, Statement opened, String prefix) throws SQLException {
        if (!(opened instanceof PreparedStatement prepared) || rewritten == null) {
            return opened.execute(prefix + text());
        }
        bind(prepared, ValueBinder.of(session.engine()));
        return prepared.execute();
    }

    /** Fills in the values; nothing happens without parameters. */
    public void bind(PreparedStatement prepared, ValueBinder binder) throws SQLException {
        List<String> names = rewritten == null ? List.of() : rewritten.names();
        for (int i = 0; i < names.size(); i++) {
            RawJson value = values.get(names.get(i));
            if (value == null) {
                throw AppException.invalid("params." + names.get(i), "The statement uses this parameter. Give it.");
            }
            binder.bindUntyped(prepared, i + 1, value, "params." + names.get(i));
        }
    }
}
