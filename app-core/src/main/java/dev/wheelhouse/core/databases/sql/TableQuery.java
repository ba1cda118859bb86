package dev.wheelhouse.core.databases.sql;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A SELECT of plain columns from a single table, whatever conditions and order it has: {@code SELECT a, t.b FROM t AS t
 * WHERE …}. What is not surely that is not found.
 *
 * @param namedSchema as written, without quotes; null when the table stands alone
 * @param table as written, without quotes
 */
public record TableQuery(@Nullable String namedSchema, String table) {

    private static final Set<String> BEHIND_TABLE = Set.of("WHERE", "ORDER", "LIMIT", "OFFSET", "AS");
    private static final Set<String> COMBINING =
            Set.of("UNION", "INTERSECT", "EXCEPT", "JOIN", "GROUP", "HAVING", "WINDOW", "DISTINCT", "INTO");

    public static Optional<TableQuery> find(SqlStatement statement) {
        Lexemes lexemes = new Lexemes(statement);
        if (!lexemes.is(0, "SELECT")) {
            return Optional.empty();
        }
        int from = lexemes.find(0, lexemes.size(), Set.of("FROM"));
        if (from == lexemes.size() || !arePlainColumns(lexemes, 1, from)) {
            return Optional.empty();
        }
        return findTable(lexemes, from + 1);
    }

    public String schema(String otherwise) {
        return namedSchema == null ? otherwise : namedSchema;
    }

    private static boolean arePlainColumns(Lexemes lexemes, int from, int to) {
        int i = from;
        while (i < to) {
            if (lexemes.isIdentifier(i) && lexemes.is(i + 1, ".")) {
                i += 2;
            }
            boolean star = lexemes.text(i).equals("*");
            if (!star && (!lexemes.isIdentifier(i) || lexemes.isOneOf(i, COMBINING))) {
                return false;
            }
            i++;
            if (i < to && !lexemes.is(i, ",")) {
                return false;
            }
            i++;
        }
        return true;
    }

    private static Optional<TableQuery> findTable(Lexemes lexemes, int at) {
        int i = at;
        String schema = null;
        if (lexemes.isIdentifier(i) && lexemes.is(i + 1, ".")) {
            schema = lexemes.plainName(i);
            i += 2;
        }
        if (!lexemes.isIdentifier(i)) {
            return Optional.empty();
        }
        String table = lexemes.plainName(i);
        i++;
        if (lexemes.is(i, "AS")) {
            i++;
        }
        if (lexemes.isIdentifier(i) && !lexemes.isOneOf(i, BEHIND_TABLE)) {
            i++;
        }
        if (i < lexemes.size() && !lexemes.isOneOf(i, BEHIND_TABLE)) {
            return Optional.empty();
        }
        int end = lexemes.size();
        return lexemes.find(at, end, COMBINING) == end ? Optional.of(new TableQuery(schema, table)) : Optional.empty();
    }
}
