package dev.wheelhouse.core.databases.sql;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A SELECT whose every row is one row of a single table, whatever conditions and order it has: {@code SELECT a, t.b,
 * upper(c) FROM t AS t WHERE …}. In doubt a statement is none.
 *
 * @param namedSchema as written, without quotes, in lower case; null when the table is written alone
 * @param table as written, without quotes, in lower case
 * @param items what is between SELECT and FROM, in order
 */
public record TableQuery(@Nullable String namedSchema, String table, List<Item> items) {

    private static final KeyWords BEHIND_TABLE =
            KeyWords.of("WHERE", "ORDER", "LIMIT", "OFFSET", "FETCH", "FOR", "WINDOW", "AS");
    private static final KeyWords BEHIND_FROM =
            KeyWords.of("WHERE", "ORDER", "LIMIT", "OFFSET", "FETCH", "FOR", "WINDOW");
    private static final KeyWords COMBINING = KeyWords.of("UNION", "INTERSECT", "EXCEPT");
    private static final KeyWords GROUPING = KeyWords.of("GROUP", "HAVING");
    private static final KeyWords SUBQUERIES = KeyWords.of("SELECT", "WITH", "VALUES");
    private static final KeyWords AGGREGATES = KeyWords.of(Words.of("""
            COUNT SUM TOTAL AVG MIN MAX GROUP_CONCAT STRING_AGG ARRAY_AGG BOOL_AND BOOL_OR EVERY JSON_AGG
            JSONB_AGG JSON_OBJECT_AGG JSONB_OBJECT_AGG JSON_GROUP_ARRAY JSON_GROUP_OBJECT
            JSONB_GROUP_ARRAY JSONB_GROUP_OBJECT MEDIAN PERCENTILE PERCENTILE_CONT PERCENTILE_DISC"""));

    /** One entry of the list of columns. */
    public sealed interface Item {

        /** {@code *} or {@code t.*}. */
        record Star() implements Item {}

        /** A column as it is, under its own name or another; {@code name} in lower case. */
        record Column(String name) implements Item {}

        /** Anything else. */
        record Computed() implements Item {}
    }

    /** What a statement is. */
    public sealed interface Judgement {

        /** Its rows are those of one table. */
        record OfOneTable(TableQuery query) implements Judgement {}

        /**
         * They are not.
         *
         * @param reason a sentence for people
         */
        record Other(String reason) implements Judgement {}
    }

    public TableQuery {
        items = List.copyOf(items);
    }

    /** Judges by the text alone: a view is a table here, and so is a name of something that is not there. */
    public static Judgement judge(SqlStatement statement) {
        Lexemes lexemes = new Lexemes(statement);
        if (lexemes.is(0, "WITH")) {
            return new Judgement.Other("The rows of a WITH query belong to no table, so they are read-only.");
        }
        if (!lexemes.is(0, "SELECT")) {
            return new Judgement.Other("Only the rows of a SELECT from one table can be changed here.");
        }
        int from = findFrom(lexemes);
        String reason = reasonAgainst(lexemes, from);
        if (reason != null) {
            return new Judgement.Other(reason);
        }
        return table(lexemes, from);
    }

    /** The FROM of the SELECT itself; {@code size()} without one. */
    private static int findFrom(Lexemes lexemes) {
        int at = lexemes.find(0, lexemes.size(), "FROM");
        while (at < lexemes.size() && lexemes.is(at - 1, "DISTINCT")) {
            // IS DISTINCT FROM
            int next = at + 1;
            at = next >= lexemes.size() ? lexemes.size() : lexemes.find(next, lexemes.size(), "FROM");
        }
        return at;
    }

    private static @Nullable String reasonAgainst(Lexemes lexemes, int from) {
        int end = lexemes.size();
        if (lexemes.find(0, end, COMBINING) < end) {
            return "The rows of several queries are combined here, so they are read-only.";
        }
        if (from == end) {
            return "These rows come from no table, so they are read-only.";
        }
        if (lexemes.is(1, "DISTINCT") || lexemes.find(0, end, GROUPING) < end || aggregates(lexemes)) {
            return "A row here may stand for several rows of the table, so it is read-only.";
        }
        if (lexemes.find(0, from, "INTO") < from) {
            return "Only the rows of a SELECT from one table can be changed here.";
        }
        if (lexemes.is(from + 1, "(")) {
            return "The rows come out of a query inside FROM, so they are read-only.";
        }
        int behind = Math.min(end, lexemes.find(from, end, BEHIND_FROM));
        if (lexemes.find(from, behind, "JOIN") < behind || lexemes.find(from, behind, ",") < behind) {
            return "The rows come from more than one table, or from one table twice, so they are read-only.";
        }
        return null;
    }

    /** Whether something is aggregated outside of subqueries and windows. */
    private static boolean aggregates(Lexemes lexemes) {
        int i = 1;
        while (i < lexemes.size()) {
            if (lexemes.is(i, "(") && lexemes.isOneOf(i + 1, SUBQUERIES)) {
                i = lexemes.behindParenthesis(i);
                continue;
            }
            if (lexemes.isOneOf(i, AGGREGATES) && lexemes.is(i + 1, "(") && !isWindowed(lexemes, i + 1)) {
                return true;
            }
            i++;
        }
        return false;
    }

    private static boolean isWindowed(Lexemes lexemes, int open) {
        int behind = lexemes.behindParenthesis(open);
        if (lexemes.is(behind, "FILTER")) {
            behind = lexemes.behindParenthesis(behind + 1);
        }
        return lexemes.is(behind, "OVER");
    }

    private static Judgement table(Lexemes lexemes, int from) {
        int i = from + 1;
        boolean qualified = lexemes.isIdentifier(i) && lexemes.is(i + 1, ".");
        String schema = qualified ? lexemes.plainName(i) : null;
        i += qualified ? 2 : 0;
        String table = lexemes.isIdentifier(i) ? lexemes.plainName(i) : null;
        if (table == null || (qualified && schema == null)) {
            return new Judgement.Other("What stands behind FROM is not one table, so the rows are read-only.");
        }
        i++;
        if (lexemes.is(i, "AS")) {
            i++;
        }
        if (lexemes.isIdentifier(i) && !lexemes.isOneOf(i, BEHIND_TABLE)) {
            i++;
        }
        if (i < lexemes.size() && !lexemes.isOneOf(i, BEHIND_TABLE)) {
            return new Judgement.Other("What stands behind FROM is not surely one table, so the rows are read-only.");
        }
        return new Judgement.OfOneTable(new TableQuery(schema, table, items(lexemes, 1, from)));
    }

    private static List<Item> items(Lexemes lexemes, int from, int to) {
        List<Item> items = new ArrayList<>();
        int start = from;
        while (start <= to) {
            int end = start < to ? lexemes.find(start, to, ",") : to;
            items.add(item(lexemes, start, end));
            start = end + 1;
        }
        return items;
    }

    private static Item item(Lexemes lexemes, int from, int to) {
        int i = from;
        while (lexemes.isIdentifier(i) && lexemes.is(i + 1, ".")) {
            i += 2;
        }
        if (lexemes.text(i).equals("*") && i + 1 == to) {
            return new Item.Star();
        }
        if (!lexemes.isIdentifier(i)) {
            return new Item.Computed();
        }
        int behind = i + 1;
        if (lexemes.is(behind, "AS")) {
            behind++;
        }
        boolean alias = behind + 1 == to && lexemes.isIdentifier(behind);
        String name = i + 1 == to || alias ? lexemes.plainName(i) : null;
        return name == null ? new Item.Computed() : new Item.Column(name);
    }
}
