package dev.wheelhouse.core.databases.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.testing.Property;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SqlFormatterTest {

    private static final String[] PARTS = {
        "select",
        "FROM",
        "where",
        "and",
        "OR",
        "between",
        "(",
        ")",
        ",",
        ";",
        "a",
        "b.c",
        "\"d e\"",
        "'x'",
        "'it''s'",
        "$$ body ; $$",
        "-- note\n",
        "/* c */",
        "1",
        ".5",
        "::text",
        ":p",
        "$1",
        "||",
        "-",
        "- -",
        "join",
        "left",
        "on",
        "group by",
        "order by",
        "union all",
        "with",
        "as",
        "insert into",
        "values",
        "update",
        "set",
        "returning",
        "case",
        "when",
        "end",
        "create table",
        "create function f() returns int",
        "[1:2]",
        "e'\\n'",
        "*",
        "😀",
        "\u0000",
        "limit",
        "in",
        "not",
        "end"
    };

    @Test
    void breaksAQueryAtItsClauses() {
        assertThat(format(
                        "select c.name, sum(o.total) from orders o join customers c using (customer_id) where o.total > 5"
                                + " and o.x between 1 and 2 group by 1 order by 2 desc; delete from t where a = 1"))
                .isEqualTo("""
                        select c.name, sum(o.total)
                        from orders o
                        join customers c using (customer_id)
                        where o.total > 5
                          and o.x between 1 and 2
                        group by 1
                        order by 2 desc;

                        delete from t
                        where a = 1""");
    }

    @Test
    void indentsSubqueriesAndLongLists() {
        assertThat(format(
                        "SELECT aaaaaaaaaaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb, cccccccccccccccccccccccccccccc,"
                                + " ddddddddddddddd FROM (SELECT 1 AS x FROM t WHERE y IN (1,2)) s"))
                .isEqualTo("""
                        SELECT
                            aaaaaaaaaaaaaaaaaaaaaaaa,
                            bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb,
                            cccccccccccccccccccccccccccccc,
                            ddddddddddddddd
                        FROM (
                            SELECT 1 AS x
                            FROM t
                            WHERE y IN (1, 2)
                        ) s""");
    }

    @Test
    void givesEachColumnOfATableItsLine() {
        assertThat(format("create table t (id int primary key, name varchar(20) not null, check (id > 0))"))
                .isEqualTo("""
                        create table t (
                            id int primary key,
                            name varchar(20) not null,
                            check (id > 0)
                        )""");
    }

    @Test
    void leavesOtherStatementsTheirLines() {
        String text = "create function f() returns int\n  language sql\nas $$ select   1 $$";
        assertThat(format(text)).isEqualTo(text);
    }

    @Test
    void keepsCommentsWhereTheyStand() {
        assertThat(format("select 1, -- one\n 2 /* two */ from t -- end\n; -- after\n-- before\nselect 2"))
                .contains("-- one\n", "/* two */", "-- end\n;", "; -- after\n", "-- before\nselect 2");
    }

    private static String format(String text) {
        return SqlFormatter.format(text, Engine.POSTGRESQL);
    }

    @Test
    void neverChangesATokenAndIsTheSameTwice() {
        Property.holds(20_000, random -> {
            Engine engine = random.nextBoolean() ? Engine.POSTGRESQL : Engine.SQLITE;
            String text = text(random);
            String once = SqlFormatter.format(text, engine);
            assertThat(significant(once, engine)).isEqualTo(significant(text, engine));
            assertThat(SqlFormatter.format(once, engine)).isEqualTo(once);
        });
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(30); i >= 0; i--) {
            text.append(PARTS[random.nextInt(PARTS.length)])
                    .append(random.nextInt(8) == 0 ? "" : random.nextInt(6) == 0 ? "\n" : " ");
        }
        return text.toString();
    }

    private static List<String> significant(String text, Engine engine) {
        return Tokeniser.tokenise(text, engine).stream()
                .filter(token -> token.kind() != TokenKind.WHITESPACE)
                .map(token -> text.substring(token.start(), token.end()))
                .toList();
    }

    @Test
    void deepNestingTakesNoMoreRoomThanItsText() {
        String deep = "SELECT CASE WHEN a THEN (".repeat(2_000) + ")".repeat(2_000);
        assertThat(SqlFormatter.format(deep, Engine.POSTGRESQL)).hasSizeLessThan(20 * deep.length());
        String many = "(".repeat(60_000);
        assertThat(SqlFormatter.format(many, Engine.POSTGRESQL)).isSameAs(many);
    }
}
