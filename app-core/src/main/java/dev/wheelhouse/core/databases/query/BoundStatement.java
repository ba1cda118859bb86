package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.databases.sql.ParameterisedStatement;
import dev.wheelhouse.core.databases.values.ValueBinder;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.json.RawJson;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A statement and the values that go into it.
 *
 * @param rewritten its text with JDBC's placeholders; null when no parameters were given and the text goes as it is
 */
public record BoundStatement(
        ClassifiedStatement classified, @Nullable ParameterisedStatement rewritten, Map<String, RawJson> values) {

    /** The text that is sent. */
    public String text() {
        return rewritten == null ? classified.statement().text() : rewritten.sql();
    }

    /** Fills in the values; nothing happens without parameters. */
    public void bind(PreparedStatement statement, ValueBinder binder) throws SQLException {
        List<String> names = rewritten == null ? List.of() : rewritten.names();
        for (int i = 0; i < names.size(); i++) {
            RawJson value = values.get(names.get(i));
            if (value == null) {
                throw AppException.invalid("params." + names.get(i), "The statement uses this parameter. Give it.");
            }
            binder.bindUntyped(statement, i + 1, value, "params." + names.get(i));
        }
    }
}
