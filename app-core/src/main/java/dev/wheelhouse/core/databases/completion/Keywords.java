package dev.wheelhouse.core.databases.completion;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.sql.Words;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** SQL's own words, by where they can stand. */
public final class Keywords {

    private static final Set<String> RESERVED = words("""
            all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create
            current_catalog current_date current_role current_time current_timestamp current_user default deferrable
            desc distinct do else end except false fetch for foreign from grant group having in initially intersect
            into lateral leading limit localtime localtimestamp not null offset on only or order placing primary
            references returning select session_user some symmetric system_user table then to trailing true union
            unique user using variadic when where window with authorization binary collation concurrently cross
            current_schema freeze full ilike inner is isnull join left like natural notnull outer overlaps right
            similar tablesample verbose index set update delete insert add alter drop commit values transaction if
            between exists escape""");

    private static final Set<String> OTHERS = words("""
            with begin rollback savepoint release explain vacuum pragma view trigger function procedure returns language
            schema sequence extension materialized refresh comment revoke truncate cascade restrict by over partition
            filter rows range recursive conflict nothing replace temp temporary without rowid autoincrement key
            generated always identity immutable stable volatile begin end call declare loop return merge matched
            interval nulls first last show reset listen notify unlisten copy lock cluster reindex explain database role
            owner rename type enum domain cascaded glob match regexp attach detach each row before after instead of
            execute prepare deallocate copy grouping sets cube rollup within ordinality lateral next only""");

    static final List<String> STATEMENT = list("""
            SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|CREATE TABLE|CREATE INDEX|CREATE VIEW|ALTER TABLE|DROP TABLE|EXPLAIN|BEGIN|COMMIT|ROLLBACK|VALUES|ANALYZE|VACUUM""");
    private static final List<String> STATEMENT_POSTGRESQL = list("""
            EXPLAIN ANALYZE|TRUNCATE|GRANT|REVOKE|CREATE FUNCTION|CREATE MATERIALIZED VIEW|CREATE SCHEMA|CREATE EXTENSION|REFRESH MATERIALIZED VIEW|COMMENT ON|SHOW|SET|CALL|DO|MERGE INTO|REINDEX|COPY|TABLE|LOCK TABLE|SAVEPOINT""");
    private static final List<String> STATEMENT_SQLITE =
            list("EXPLAIN QUERY PLAN|PRAGMA|REPLACE INTO|REINDEX|SAVEPOINT|CREATE TRIGGER");
    static final List<String> EXPRESSION = list("""
            AND|OR|NOT|IN|IS NULL|IS NOT NULL|LIKE|BETWEEN|EXISTS|CASE|WHEN|THEN|ELSE|END|NULL|TRUE|FALSE|CAST|DISTINCT|COLLATE|CURRENT_TIMESTAMP|CURRENT_DATE|OVER|PARTITION BY|FILTER|ASC|DESC|INTERVAL|ILIKE|SELECT""");
    static final List<String> CLAUSE = list("""
            FROM|WHERE|GROUP BY|ORDER BY|HAVING|LIMIT|OFFSET|UNION|UNION ALL|INTERSECT|EXCEPT|RETURNING|AS|FOR UPDATE""");
    static final List<String> BEHIND_TABLE = list("""
            JOIN|LEFT JOIN|RIGHT JOIN|FULL JOIN|INNER JOIN|CROSS JOIN|ON|USING|AS|WHERE|GROUP BY|ORDER BY|HAVING|LIMIT|OFFSET|UNION|UNION ALL|RETURNING|SET|VALUES|DEFAULT VALUES|SELECT|ON CONFLICT|DO NOTHING|DO UPDATE SET""");

    private Keywords() {}

    static boolean isReserved(String word) {
        return RESERVED.contains(word.toLowerCase(Locale.ROOT));
    }

    static List<List<String>> statement(Engine engine) {
        return switch (engine) {
            case POSTGRESQL -> List.of(STATEMENT, STATEMENT_POSTGRESQL);
            case SQLITE -> List.of(STATEMENT, STATEMENT_SQLITE);
        };
    }

    /** Whether a word is shown as SQL's own; by the word alone, so that a column called "name" is not. */
    public static boolean isHighlighted(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        return RESERVED.contains(lower) || OTHERS.contains(lower);
    }

    private static Set<String> words(String text) {
        return Set.copyOf(List.of(Words.of(text)));
    }

    private static List<String> list(String text) {
        return List.of(text.strip().split("\\|"));
    }
}
