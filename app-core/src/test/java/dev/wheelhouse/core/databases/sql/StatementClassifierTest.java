package dev.wheelhouse.core.databases.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.testing.Property;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatementClassifierTest {

    private static final List<String> BETWEEN =
            List.of("", " ", "\n", "-- DELETE FROM x;\n", "/* ; DROP TABLE y */", "\t;;\n");

    static Stream<CorpusEntry> corpus() {
        return Stream.of(Engine.values()).flatMap(engine -> CorpusEntry.all(engine).stream());
    }

    @ParameterizedTest
    @MethodSource("corpus")
    void judgesTheCorpus(CorpusEntry entry) {
        List<SqlStatement> statements = StatementSplitter.split(entry.statement(), entry.engine());
        assertThat(statements).hasSize(1);
        Verdict verdict = StatementClassifier.classify(statements.getFirst(), entry.engine());

        assertThat(verdict.level()).isEqualTo(entry.level());
        assertThat(verdict.rule()).isEqualTo(entry.rule());
        assertThat(verdict.needsAdministration()).as("needs administration").isEqualTo(entry.expects('@'));
        assertThat(verdict.mustRunAlone()).as("must run alone").isEqualTo(entry.expects('1'));
        assertThat(verdict.controlsTransaction()).as("controls the transaction").isEqualTo(entry.expects('%'));
        boolean harmless = (entry.level() == StatementLevel.READ || entry.level() == StatementLevel.SESSION)
                && !entry.expects('!');
        assertThat(verdict.allowedOnReadOnly())
                .as("allowed on a read-only connection")
                .isEqualTo(harmless);
    }

    @Test
    void theCorpusIsLargeEnoughToMeanSomething() {
        assertThat(corpus().count()).isGreaterThanOrEqualTo(150);
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void judgesEachStatementOfATextAsIfItStoodAlone(Engine engine) {
        List<CorpusEntry> corpus = CorpusEntry.all(engine).stream()
                // A backslash command ends at its line, not at a semicolon.
                .filter(entry -> !entry.statement().startsWith("\\"))
                // A comment would swallow what follows on its line.
                .filter(entry -> !entry.statement().contains("--"))
                .toList();
        Property.holds(300, random -> {
            List<CorpusEntry> chosen = new ArrayList<>();
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 1 + random.nextInt(8); i++) {
                CorpusEntry entry = corpus.get(random.nextInt(corpus.size()));
                chosen.add(entry);
                text.append(between(random))
                        .append(entry.statement())
                        .append(between(random))
                        .append(';');
            }
            text.append(between(random));
            List<SqlStatement> statements = StatementSplitter.split(text.toString(), engine);
            assertThat(statements)
                    .extracting(SqlStatement::text)
                    .containsExactlyElementsOf(
                            chosen.stream().map(CorpusEntry::statement).toList());
            for (int i = 0; i < chosen.size(); i++) {
                SqlStatement statement = statements.get(i);
                assertThat(StatementClassifier.classify(statement, engine).level())
                        .isEqualTo(chosen.get(i).level());
                assertThat(text.substring(statement.offset())).startsWith(statement.text());
            }
        });
    }

    private static String between(RandomGenerator random) {
        return BETWEEN.get(random.nextInt(BETWEEN.size()));
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void coversAnyTextWithTokensAndNeverFails(Engine engine) {
        String alphabet = "aB1 \n'\"$;:,.()[]{}/*-\\?@#`eEuU&xX_éß\0\ud83d\ude00\ud800CASEBEGINEND";
        Property.holds(500, random -> {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < random.nextInt(300); i++) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            int at = 0;
            for (Token token : Tokeniser.tokenise(text.toString(), engine)) {
                assertThat(token.start()).isEqualTo(at);
                assertThat(token.end()).isGreaterThan(at);
                at = token.end();
            }
            assertThat(at).isEqualTo(text.length());
            StatementSplitter.split(text.toString(), engine)
                    .forEach(each -> StatementClassifier.classify(each, engine));
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(",
                "/*",
                "'",
                "\"",
                "$a$",
                "SELECT (",
                "WITH a AS (",
                "CASE ",
                "[",
                "--\n",
                "DELETE FROM t WHERE (",
                "x.",
                "EXPLAIN ANALYZE ",
                "DELETE FROM t WHERE a IN (SELECT 1 WHERE ",
                "U&\"",
                ";",
                "a::",
                "AS (DELETE FROM t ",
                "PREPARE p AS ",
                "(SELECT 1 WHERE "
            })
    void staysLinearOnHostileRepetition(String piece) {
        String text = piece.repeat(1_000_000 / piece.length());
        for (Engine engine : Engine.values()) {
            assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
                for (SqlStatement each : StatementSplitter.split(text, engine)) {
                    StatementClassifier.classify(each, engine);
                }
            });
        }
    }

    @Test
    void refusesNulBecauseADatabaseStopsReadingThere() {
        for (Engine engine : Engine.values()) {
            SqlStatement statement = StatementSplitter.split("DELETE FROM t \0 WHERE id = 1", engine)
                    .getFirst();
            assertThat(StatementClassifier.classify(statement, engine).level()).isEqualTo(StatementLevel.REFUSED);
        }
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void refusesHalfACharacterBecauseADriverSendsAQuestionMarkForIt(Engine engine) {
        assertThat(level("DELETE FROM t WHERE \ud83d", engine)).isEqualTo(StatementLevel.REFUSED);
        assertThat(level("SELECT '\ude00\ud83d'", engine)).isEqualTo(StatementLevel.REFUSED);
        assertThat(level("SELECT '\ud83d\ude00'", engine)).isEqualTo(StatementLevel.READ);
    }

    private static StatementLevel level(String sql, Engine engine) {
        return StatementClassifier.classify(StatementSplitter.split(sql, engine).getFirst(), engine)
                .level();
    }

    @Test
    void asksWhenAScriptCallsWhatItMade() {
        String body = " RETURNS int LANGUAGE sql AS 'DELETE FROM t'; ";
        assertThat(rules("CREATE FUNCTION f()" + body + "SELECT 1; SELECT f()"))
                .containsExactly("makes_code", "query", "calls_made_function");
        assertThat(rules("CREATE OR REPLACE FUNCTION a.\"F\"(r t)" + body + "SELECT (r).f FROM t r"))
                .containsExactly("makes_code", "calls_made_function");
        assertThat(rules("CREATE FUNCTION U&\"!0066\" UESCAPE '!' ()" + body + "EXPLAIN ANALYZE SELECT f()"))
                .containsExactly("makes_code", "calls_made_function");
        assertThat(rules("SELECT f(); CREATE FUNCTION f()" + body)).containsExactly("query", "makes_code");
    }

    private static List<String> rules(String script) {
        StatementClassifier classifier = new StatementClassifier(Engine.POSTGRESQL);
        return StatementSplitter.split(script, Engine.POSTGRESQL).stream()
                .map(each -> classifier.classify(each).rule())
                .toList();
    }

    @Test
    void namesWhatIsWorkedOn() {
        assertThat(objectOf("DELETE FROM shop.\"Orders\"")).isEqualTo("shop.\"Orders\"");
        assertThat(objectOf("DROP TABLE IF EXISTS a.b CASCADE")).isEqualTo("a.b");
        assertThat(objectOf("TRUNCATE TABLE ONLY t")).isEqualTo("t");
        assertThat(objectOf("UPDATE ONLY t SET a = 1")).isEqualTo("t");
        assertThat(objectOf("ALTER TABLE t DROP COLUMN a")).isEqualTo("t");
        assertThat(objectOf("INSERT INTO t VALUES (1)")).isEqualTo("t");
        assertThat(objectOf("SELECT 1")).isNull();
    }

    private static @Nullable String objectOf(String sql) {
        return StatementClassifier.classify(
                        StatementSplitter.split(sql, Engine.POSTGRESQL).getFirst(), Engine.POSTGRESQL)
                .object();
    }

    @Test
    void asksForConfirmationByLevelAndEnvironment() {
        assertThat(confirmed("SELECT 1", true)).isFalse();
        assertThat(confirmed("SET work_mem = 1", true)).isFalse();
        assertThat(confirmed("INSERT INTO t VALUES (1)", false)).isFalse();
        assertThat(confirmed("INSERT INTO t VALUES (1)", true)).isTrue();
        assertThat(confirmed("VACUUM", false)).isFalse();
        assertThat(confirmed("VACUUM", true)).isTrue();
        assertThat(confirmed("FROBNICATE", true)).isTrue();
        assertThat(confirmed("DROP TABLE t", false)).isTrue();
    }

    private static boolean confirmed(String sql, boolean production) {
        return StatementClassifier.classify(
                        StatementSplitter.split(sql, Engine.POSTGRESQL).getFirst(), Engine.POSTGRESQL)
                .requiresConfirmation(production);
    }
}
