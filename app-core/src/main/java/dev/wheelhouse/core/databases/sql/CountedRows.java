package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;
import java.util.Optional;

/** Makes of a statement of SQLite the query that counts the rows it would change, or insert from its own query. */
public final class CountedRows {

    private final Lexemes lexemes;

    private CountedRows(Lexemes lexemes) {
        this.lexemes = lexemes;
    }

    /** The query, with the parameters that it keeps; empty for a statement of another kind. */
    public static Optional<SqlStatement> of(SqlStatement statement) {
        return new CountedRows(new Lexemes(statement))
                .query()
                .flatMap(sql ->
                        StatementSplitter.split(sql, Engine.SQLITE).stream().findFirst());
    }

    private Optional<String> query() {
        int verb = lexemes.is(0, "WITH") ? new NamedQueries(lexemes).behind(0) : 0;
        String named = text(0, verb);
        return switch (lexemes.word(verb)) {
            case "UPDATE", "DELETE" -> Optional.of(named + changed(RowChange.at(lexemes, verb, lexemes.size())));
            case "INSERT", "REPLACE" -> Optional.of(named + "SELECT count(*) FROM (" + source(verb) + ")");
            default -> Optional.empty();
        };
    }

    private String changed(RowChange change) {
        int set = lexemes.find(change.verb(), change.others(), "SET");
        String condition = text(change.where(), change.end());
        boolean alone = change.others() == change.where();
        return "SELECT count(*) FROM " + text(change.target(), set)
                + (alone
                        ? condition
                        : "WHERE EXISTS (SELECT 1 " + text(change.others(), change.where()) + condition + ")");
    }

    private String source(int verb) {
        int end = lexemes.size();
        int from = lexemes.find(verb, end, DataStatements.SOURCES);
        int conflict = DataStatements.conflict(lexemes, verb, end);
        return text(from, Math.min(conflict, lexemes.find(from, end, "RETURNING")));
    }

    /** The text between two positions, with a number for each unnamed parameter: some before it may be left out. */
    private String text(int from, int to) {
        StringBuilder text = new StringBuilder();
        int unnamed = 0;
        for (int i = 0; i < to; i++) {
            boolean isUnnamed = lexemes.kind(i) == TokenKind.PARAMETER && lexemes.reads(i, "?");
            unnamed += isUnnamed ? 1 : 0;
            if (i >= from) {
                text.append(lexemes.text(i)).append(isUnnamed ? unnamed : "").append(' ');
            }
        }
        return text.toString();
    }
}
