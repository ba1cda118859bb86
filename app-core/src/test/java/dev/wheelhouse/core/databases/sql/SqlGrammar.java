package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;

/**
 * Makes real statements on the table {@code canary (n, s)}, and on PostgreSQL on the sequence {@code canary_seq}: half of
 * them change it. In its rules {@code <x>} stands for any of the lines of x.
 */
final class SqlGrammar {

    private static final int DEEPEST = 6;
    private static final Pattern BLANK = Pattern.compile(" ");

    private static final Map<String, List<String>> SHARED = Map.ofEntries(
            Map.entry(
                    "select",
                    List.of(
                            "SELECT <e> FROM #canary",
                            "SELECT <e> AS <alias> , <e> FROM #canary WHERE <e>",
                            "SELECT <e>",
                            "SELECT <e> , <text> AS <alias>",
                            "SELECT ( <select> LIMIT 1 ) AS <alias>",
                            "WITH <cte> AS ( <select> ) SELECT * FROM #canary",
                            "WITH <cte> AS ( <select> ) SELECT <e> FROM #canary ORDER BY 1",
                            "SELECT CASE WHEN <e> THEN <text> ELSE <text> END",
                            "SELECT * FROM ( <select> ) AS <alias>",
                            "VALUES ( <text> , <number> )")),
            Map.entry("cte", List.of("#x", "#values", "insert", "update", "#c$1")),
            Map.entry(
                    "change",
                    List.of(
                            "DELETE FROM #canary",
                            "DELETE FROM #canary WHERE <e>",
                            "UPDATE #canary SET n = <number>",
                            "UPDATE #canary SET s = <text> WHERE <e>",
                            "INSERT INTO #canary ( n , s ) VALUES ( <number> , <text> )",
                            "INSERT INTO #canary ( n ) SELECT <number>",
                            "WITH <cte> AS ( SELECT <number> ) DELETE FROM #canary",
                            "WITH <cte> AS ( SELECT <number> ) UPDATE #canary SET n = <number> WHERE <e>")),
            Map.entry(
                    "alias", List.of("#a", "#B_1", "#c$d", "#x$$", "#d$t$", "#odd;name", "#it's", "#a--b", "#back\\")));

    private static final Map<String, List<String>> POSTGRESQL = Map.ofEntries(
            Map.entry(
                    "statement",
                    List.of("<select>", "<select>", "<call>", "<change>", "<hidden>", "<session>", "<schema>")),
            Map.entry(
                    "e",
                    List.of(
                            "<number> < <number>",
                            "#n < <number>",
                            "#s = <text>",
                            "<text> = <text>",
                            "NOT <text> = <text>",
                            "<number> - <number> < <number> * <number>",
                            "#lower ( <text> ) = <text>",
                            "<text> LIKE <text>",
                            "( ARRAY [ <number> , <number> ] ) [ <number> : <number> ] IS NULL",
                            "EXISTS ( <select> )",
                            "<number> :: #int4 = <number>",
                            "true")),
            Map.entry(
                    "call",
                    List.of(
                            "SELECT #nextval ( 'canary_seq' )",
                            "SELECT #pg_catalog . #nextval ( 'canary_seq' ) , <text>",
                            "SELECT <text> , #setval ( 'canary_seq' , <number> )",
                            "SELECT ( 'canary_seq' :: #regclass ) . #nextval",
                            "SELECT ( ARRAY [ <number> ] ) [ : #nextval ( 'canary_seq' ) ]",
                            "SELECT <text> WHERE #nextval ( 'canary_seq' ) > <number>",
                            "SELECT #set_config ( 'work_mem' , '4MB' , false )",
                            "SELECT #abs ( <number> ) , #length ( <text> )",
                            "SELECT JSON_OBJECT ( <text> : #nextval ( 'canary_seq' ) )",
                            "SELECT #count ( * ) FROM #canary WHERE <e>")),
            Map.entry(
                    "hidden",
                    List.of(
                            "WITH <cte> AS ( <change> RETURNING 1 ) SELECT <text>",
                            "WITH <cte> AS MATERIALIZED ( <change> RETURNING n ) SELECT * FROM #canary",
                            "WITH a AS ( SELECT 1 ) , <cte> AS ( <change> RETURNING 1 ) SELECT <e>",
                            "EXPLAIN ANALYZE <change>",
                            "EXPLAIN ( ANALYZE , COSTS false ) <change>",
                            "EXPLAIN ( #analyze 'on' ) <change>",
                            "EXPLAIN ( FORMAT JSON ) <change>",
                            "EXPLAIN <select>",
                            "MERGE INTO #canary AS c USING ( SELECT 1 AS m ) AS m ON true WHEN MATCHED THEN DELETE",
                            "CREATE TABLE <alias> AS WITH d AS ( DELETE FROM #canary RETURNING 1 ) SELECT * FROM d",
                            "TRUNCATE #canary",
                            "SELECT * INTO <alias> FROM #canary",
                            "SELECT * FROM #canary FOR UPDATE",
                            "PREPARE p AS <change>",
                            "TABLE #canary")),
            Map.entry(
                    "session",
                    List.of(
                            "SHOW #work_mem",
                            "SET #work_mem TO '4MB'",
                            "SET #search_path TO #public",
                            "SET #transaction_read_only TO off",
                            "RESET #work_mem",
                            "BEGIN",
                            "COMMIT",
                            "ROLLBACK",
                            "SAVEPOINT <alias>",
                            "DECLARE <alias> CURSOR FOR <select>")),
            Map.entry(
                    "schema",
                    List.of(
                            "CREATE FUNCTION #f ( ) RETURNS #int4 LANGUAGE sql AS 'SELECT_1;'",
                            "CREATE FUNCTION #f ( ) RETURNS #int4 LANGUAGE sql BEGIN ATOMIC SELECT <number> ; SELECT CASE WHEN"
                                    + " true THEN <number> END ; END",
                            "CREATE OR REPLACE PROCEDURE #p ( ) LANGUAGE sql BEGIN ATOMIC <change> ; END",
                            "CREATE RULE <alias> AS ON DELETE TO #canary DO INSTEAD ( <change> ; <change> )",
                            "CREATE VIEW <alias> AS SELECT begin_ AS begin FROM ( SELECT <number> AS begin_ ) AS x",
                            "DROP TABLE #canary",
                            "ALTER TABLE #canary ADD COLUMN <alias> #int4",
                            "CREATE TABLE <alias> ( a #int4 )")));

    private static final Map<String, List<String>> SQLITE = Map.ofEntries(
            Map.entry("cte", List.of("#x", "#y", "#c$1")),
            Map.entry("statement", List.of("<select>", "<select>", "<change>", "<session>", "<schema>", "<pragma>")),
            Map.entry(
                    "e",
                    List.of(
                            "<number> < <number>",
                            "#n < <number>",
                            "#s = <text>",
                            "<text> = <text>",
                            "NOT <text> = <text>",
                            "<number> - <number> < <number> * <number>",
                            "#lower ( <text> ) = <text>",
                            "<text> LIKE <text>",
                            "EXISTS ( <select> )",
                            "#s -> <text>",
                            "<number> || <text>",
                            "#length ( <text> ) + <number>",
                            "<text> IN ( <text> , <text> )",
                            "$v",
                            "@v(a;b)",
                            ":v",
                            "?1",
                            "1")),
            Map.entry(
                    "session",
                    List.of(
                            "BEGIN",
                            "COMMIT",
                            "SAVEPOINT <alias>",
                            "EXPLAIN <select>",
                            "EXPLAIN QUERY PLAN <change>",
                            "VACUUM INTO 'copied'",
                            "EXPLAIN ATTACH 'attached' AS <alias>",
                            "ATTACH 'attached' AS <alias>")),
            Map.entry(
                    "pragma",
                    List.of(
                            "PRAGMA #table_info ( #canary )",
                            "PRAGMA #user_version",
                            "PRAGMA #user_version = <number>",
                            "PRAGMA #main . #application_id ( <number> )",
                            "SELECT * FROM #pragma_table_info ( 'canary' )")),
            Map.entry(
                    "schema",
                    List.of(
                            "CREATE TRIGGER <alias> AFTER INSERT ON #canary BEGIN <change> ; SELECT CASE WHEN 1 THEN 2 END ; END",
                            "CREATE TEMP TRIGGER <alias> AFTER DELETE ON #canary BEGIN <select> ; END",
                            "CREATE VIEW <alias> AS <select>",
                            "CREATE TABLE <alias> AS <select>",
                            "DROP TABLE #canary",
                            "ALTER TABLE #canary RENAME TO <alias>",
                            "REINDEX #canary")));

    private static final List<String> TEXTS = List.of(
            "", "a", "it's", "a;b", "--", "/*", "*/", "\\", "\\'", "$$", "$t$;", "$T$", "\"", "';'", "a\\';--", "%",
            "q;--'/*");
    private static final List<String> NUMBERS =
            List.of("1", "0", "7", "1.5", "2e3", "1E+2", "5e-1", "0xe", "0x1F", "10");

    private final Map<String, List<String>> own;
    private final Random random;

    SqlGrammar(Engine engine, Random random) {
        this.own = engine == Engine.POSTGRESQL ? POSTGRESQL : SQLITE;
        this.random = random;
    }

    List<Lex> statement() {
        List<Lex> pieces = new ArrayList<>();
        expand("statement", 0, pieces);
        return pieces;
    }

    private void expand(String rule, int depth, List<Lex> pieces) {
        switch (rule) {
            case "text" -> pieces.add(new Lex(Lex.Kind.STRING, any(TEXTS)));
            case "number" -> pieces.add(new Lex(Lex.Kind.NUMBER, any(NUMBERS)));
            default -> {
                List<String> lines = own.getOrDefault(rule, SHARED.getOrDefault(rule, List.of()));
                // The last lines of the rules that nest are short.
                String line = depth > DEEPEST ? lines.getLast() : any(lines);
                for (String each : BLANK.splitAsStream(line).toList()) {
                    if (each.startsWith("<") && each.endsWith(">") && each.length() > 2) {
                        expand(each.substring(1, each.length() - 1), depth + 1, pieces);
                    } else {
                        pieces.add(Lex.of(each));
                    }
                }
            }
        }
    }

    private String any(List<String> list) {
        return list.get(random.nextInt(list.size()));
    }
}
