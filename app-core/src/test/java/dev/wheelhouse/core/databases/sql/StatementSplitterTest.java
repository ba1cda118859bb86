package dev.wheelhouse.core.databases.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.sql.StatementSplitter.Place;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.testing.Property;
import java.lang.management.ManagementFactory;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatementSplitterTest {

    private static final String[] PARTS = {
        "select 1",
        ";",
        " ",
        "\n",
        "-- a;b\n",
        "/* ; */",
        "'x;y'",
        "$$;$$",
        "(",
        ")",
        "create function f()",
        "begin atomic",
        "end",
        "create trigger t",
        "begin",
        "case",
        "create rule r do (",
        "\"a;b\"",
        "[x;y]",
        "'open",
        "😀"
    };

    @Test
    void namesThePlacesOfTheStatementsThatItSplits() {
        Property.holds(20_000, random -> {
            Engine engine = random.nextBoolean() ? Engine.POSTGRESQL : Engine.SQLITE;
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(20); i >= 0; i--) {
                text.append(PARTS[random.nextInt(PARTS.length)]).append(random.nextBoolean() ? " " : "");
            }
            String script = text.toString();
            List<Place> split = StatementSplitter.split(script, engine).stream()
                    .map(each ->
                            new Place(each.offset(), each.offset() + each.text().length()))
                    .toList();
            assertThat(StatementSplitter.places(script, Tokeniser.tokenise(script, engine), engine))
                    .isEqualTo(split);
        });
    }

    @Test
    void keepsNoMoreThanTenThousandStatementsButGoesThroughAnyNumber() {
        String most = "1;".repeat(StatementSplitter.MOST_STATEMENTS);
        assertThat(StatementSplitter.split(most, Engine.SQLITE)).hasSize(StatementSplitter.MOST_STATEMENTS);
        assertThatThrownBy(() -> StatementSplitter.split(most + "1", Engine.SQLITE))
                .hasMessageContaining("10,000 statements");
        Iterator<SqlStatement> each = StatementSplitter.each(most + " -- end\n 1 ;;", Engine.SQLITE);
        int count = 0;
        while (each.hasNext()) {
            assertThat(each.next().index()).isEqualTo(count++);
        }
        assertThat(count).isEqualTo(StatementSplitter.MOST_STATEMENTS + 1);
    }

    @Test
    void refusesAStatementOfMoreThanAMillionTokens() {
        String most = "1,".repeat(StatementSplitter.MOST_TOKENS / 2);
        for (Engine engine : Engine.values()) {
            assertThat(StatementSplitter.split(most + ";" + most, engine))
                    .extracting(each -> each.tokens().size())
                    .containsExactly(StatementSplitter.MOST_TOKENS, StatementSplitter.MOST_TOKENS);
            assertThatThrownBy(() -> StatementSplitter.split("SELECT 1;" + most + "1", engine))
                    .isInstanceOfSatisfying(
                            AppException.class,
                            refused -> assertThat(refused.errorCode()).isEqualTo(PlatformError.PAYLOAD_TOO_LARGE));
        }
    }

    @Test
    void holdsATokenInAFewBytes() {
        SqlStatement statement =
                StatementSplitter.split("(".repeat(500_000), Engine.POSTGRESQL).getFirst();
        long before = allocated();
        SqlStatement again =
                StatementSplitter.split(statement.text(), Engine.POSTGRESQL).getFirst();
        StatementClassifier.classify(again, Engine.POSTGRESQL);
        Parameters.rewrite(again, Engine.POSTGRESQL);
        // As objects of their own they took 185 MB.
        assertThat(allocated() - before).isLessThan(30_000_000);
    }

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    @Test
    void cutsWhereTheServerDoes() {
        assertThat(texts("SELECT begin atomic FROM t; DELETE FROM t", Engine.POSTGRESQL))
                .containsExactly("SELECT begin atomic FROM t", "DELETE FROM t");
        assertThat(texts("CREATE VIEW function AS SELECT begin atomic FROM t; DELETE FROM t", Engine.POSTGRESQL))
                .hasSize(2);
        assertThat(texts(
                        "CREATE FUNCTION f() RETURNS int RETURN (SELECT begin atomic FROM t); DELETE FROM t",
                        Engine.POSTGRESQL))
                .hasSize(2);
        assertThat(texts(
                        "CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT 1 AS end, t.case FROM t; END; SELECT 2",
                        Engine.POSTGRESQL))
                .hasSize(2);
        // Only behind a semicolon does END end the body: here one is a name, found by ten million generated texts.
        assertThat(texts(
                        "CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT 2e3; SELECT cas 10 End ; END; SELECT 2",
                        Engine.POSTGRESQL))
                .hasSize(2);
        assertThat(texts("CREATE FUNCTION f() RETURNS void BEGIN ATOMIC END; SELECT 2", Engine.POSTGRESQL))
                .hasSize(2);
        assertThat(texts(
                        "CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT CASE WHEN 1 THEN 2 END; SELECT 1 end; END; SELECT 2",
                        Engine.SQLITE))
                .hasSize(2);
        assertThat(texts(
                        "EXPLAIN CREATE TEMP TRIGGER x AFTER INSERT ON t BEGIN SELECT 1; END; SELECT 2", Engine.SQLITE))
                .hasSize(2);
        assertThat(texts("CREATE VIEW trigger AS SELECT 1 begin; DELETE FROM t", Engine.SQLITE))
                .hasSize(2);
    }

    private static List<String> texts(String script, Engine engine) {
        return StatementSplitter.split(script, engine).stream()
                .map(SqlStatement::text)
                .toList();
    }
}
