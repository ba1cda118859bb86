package dev.wheelhouse.core.databases.export;

import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.Identifiers;
import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.databases.sessions.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Columns that no INSERT can set, not even by overriding: computed ones, but not identities. */
final class GeneratedColumns {

    private GeneratedColumns() {}

    static Set<String> of(Session session, TableDescription table) throws SQLException {
        return switch (session.engine()) {
            case SQLITE ->
                table.columns().stream()
                        .filter(column -> !column.writable())
                        .map(ColumnDescription::name)
                        .collect(Collectors.toSet());
            case POSTGRESQL -> ofPostgres(session, table);
        };
    }

    private static Set<String> ofPostgres(Session session, TableDescription table) throws SQLException {
        Set<String> generated = new HashSet<>();
        try (PreparedStatement statement = session.prepare(
                "SELECT attname FROM pg_attribute WHERE attrelid = to_regclass(?) AND attgenerated <> ''")) {
            statement.setString(1, Identifiers.quote(table.schema(), table.name()));
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    generated.add(rows.getString(1));
                }
            }
        }
        return generated;
    }
}
