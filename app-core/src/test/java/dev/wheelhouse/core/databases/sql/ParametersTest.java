package dev.wheelhouse.core.databases.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.Engine;
import org.junit.jupiter.api.Test;

class ParametersTest {

    @Test
    void findsNamedAndNumberedParameters() {
        ParameterisedStatement statement = rewrite("SELECT :name, $2, $1, :name", Engine.POSTGRESQL);
        assertThat(statement.sql()).isEqualTo("SELECT ?, ?, ?, ?");
        assertThat(statement.names()).containsExactly("name", "2", "1", "name");
    }

    @Test
    void leavesStringsCommentsCastsAndSlicesAlone() {
        String sql = "SELECT ':a', $$:b$$, \":c\", x::text, a[1:n], a[:n], b[1] -- :d\n /* :e */ FROM t";
        ParameterisedStatement statement = rewrite(sql, Engine.POSTGRESQL);
        assertThat(statement.sql()).isEqualTo(sql);
        assertThat(statement.names()).isEmpty();
    }

    @Test
    void doublesTheQuestionMarkOperatorsOfPostgres() {
        assertThat(rewrite("SELECT a ? 'x', a ?| b, '?' WHERE c = :c", Engine.POSTGRESQL)
                        .sql())
                .isEqualTo("SELECT a ?? 'x', a ??| b, '?' WHERE c = ?");
    }

    @Test
    void putsABlankWhereAPlaceholderWouldBecomeAnotherThing() {
        assertThat(rewrite("SELECT $t:x$\"$t$;DELETE FROM t", Engine.POSTGRESQL).sql())
                .isEqualTo("SELECT $t ?\"$t$;DELETE FROM t");
        assertThat(rewrite("SELECT a:x, :a?'k', :a:b, $1$2", Engine.POSTGRESQL).sql())
                .isEqualTo("SELECT a ?, ? ??'k', ? ?, ? ?");
        ParameterisedStatement padded = rewrite("SELECT a:x, oops", Engine.POSTGRESQL);
        assertThat(padded.originalOffsetOfSent(padded.sent().text().indexOf("oops")))
                .isEqualTo("SELECT a:x, ".length());
        assertThat(rewrite("SELECT $a(x)5", Engine.SQLITE).sql()).isEqualTo("SELECT ? 5");
    }

    @Test
    void takesEveryFormOfSqlite() {
        ParameterisedStatement statement = rewrite("SELECT ?, ?2, @at, $dollar, :colon, ?", Engine.SQLITE);
        assertThat(statement.sql()).isEqualTo("SELECT ?, ?, ?, ?, ?, ?");
        assertThat(statement.names()).containsExactly("1", "2", "at", "dollar", "colon", "2");
    }

    @Test
    void mapsAPlaceBackToTheTextThatWasWritten() {
        String sql = "SELECT :customer_name, oops";
        ParameterisedStatement statement = rewrite(sql, Engine.POSTGRESQL);
        String sent = statement.sent().text();
        assertThat(statement.originalOffsetOfSent(sent.indexOf("oops"))).isEqualTo(sql.indexOf("oops"));
        assertThat(statement.originalOffsetOfSent(sent.length())).isEqualTo(sql.length());
    }

    private static ParameterisedStatement rewrite(String sql, Engine engine) {
        return Parameters.rewrite(StatementSplitter.split(sql, engine).getFirst(), engine);
    }
}
