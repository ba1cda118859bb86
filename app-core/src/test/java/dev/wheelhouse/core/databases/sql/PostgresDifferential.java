package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.sql.WireSession.Answer;
import dev.wheelhouse.core.testing.PostgresDatabase;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.postgresql.core.Parser;

/** Holds what we read in generated texts against what a PostgreSQL server does. Belongs to one thread. */
final class PostgresDifferential implements AutoCloseable {

    private static final int BATCH = 100;

    /** Those of ten million texts would not fit into memory. */
    static final int WHOLES_KEPT = 12_000;

    /** What is only said of a text that could be read to its end and is one statement. */
    private static final Set<String> READ_AS_ONE =
            Set.of("42P01", "42883", "42703", "42P18", "42804", "42725", "42702", "42P07", "42723");

    private static final String CANARY = """
            SELECT (SELECT pg_catalog.string_agg(n || ':' || s, ',' ORDER BY n) FROM public.canary),
                   (SELECT last_value || ' ' || is_called FROM public.canary_seq),
                   (SELECT pg_catalog.count(*) FROM pg_catalog.pg_class WHERE relpersistence <> 't'),
                   current_user, pg_catalog.current_setting('transaction_read_only')""";

    private final WireSession session;
    private final String untouched;
    final List<String> faults = new ArrayList<>();
    final List<PlantedFault.Whole> wholes = new ArrayList<>();

    int pieces;
    int parsed;
    int read;
    int ran;
    /**
     * Pieces that the driver would cut once more, so that they cannot be sent as they are: it takes {@code /*}{@code /}
     * for a whole comment, which is not counted, and forgets the mode of a continued {@code E'…'}.
     */
    int cutByDriver;

    PostgresDifferential(PostgresDatabase database) throws IOException, GeneralSecurityException {
        this.session = new WireSession(database);
        List<Answer> made = session.run(List.of(
                "CREATE TABLE canary (n numeric, s text)",
                "INSERT INTO canary VALUES (1, 'a'), (2, 'it''s')",
                "CREATE SEQUENCE canary_seq",
                "SET statement_timeout TO '5s'",
                "SET client_min_messages TO error",
                "SET log_min_messages TO panic",
                CANARY));
        this.untouched = made.getLast().rows().getFirst();
    }

    void tryAll(long from, int count) throws IOException {
        for (int i = 0; i < count; i += BATCH) {
            tryBatch(GeneratedText.some(from + i, Math.min(BATCH, count - i), Engine.POSTGRESQL));
        }
    }

    private void tryBatch(List<GeneratedText> texts) throws IOException {
        List<Answer> answers =
                session.parse(texts.stream().map(GeneratedText::text).toList());
        List<GeneratedText> origins = new ArrayList<>();
        List<SqlStatement> statements = new ArrayList<>();
        for (int i = 0; i < texts.size(); i++) {
            List<SqlStatement> split = StatementSplitter.split(texts.get(i).text(), Engine.POSTGRESQL);
            compareCount(texts.get(i), answers.get(i), split.size());
            for (SqlStatement each : split) {
                origins.add(texts.get(i));
                statements.add(each);
            }
        }
        List<Answer> eachAlone =
                session.parse(statements.stream().map(SqlStatement::text).toList());
        List<Answer> eachBound = session.parse(
                statements.stream().map(PostgresDifferential::asSent).toList());
        List<String> runs = new ArrayList<>();
        List<GeneratedText> run = new ArrayList<>();
        for (int i = 0; i < statements.size(); i++) {
            SqlStatement statement = statements.get(i);
            Answer answer = eachAlone.get(i);
            pieces++;
            parsed += answer.isParsed() ? 1 : 0;
            cutByDriver += isCutByDriver(statement.text()) ? 1 : 0;
            if (answer.isSeveral() || eachBound.get(i).isSeveral()) {
                faults.add("We call one statement what the server calls several: " + statement.text() + "\n  of "
                        + origins.get(i));
            }
            boolean reads =
                    StatementClassifier.classify(statement, Engine.POSTGRESQL).level() == StatementLevel.READ;
            read += reads && answer.isParsed() ? 1 : 0;
            if (reads && answer.isParsed() && asSent(statement).equals(statement.text())) {
                run.add(origins.get(i));
                runs.addAll(List.of("BEGIN", statement.text(), CANARY, "ROLLBACK"));
            }
        }
        checkRuns(run, runs);
    }

    private static boolean isCutByDriver(String text) {
        try {
            return !text.contains("/*/")
                    && Parser.parseJdbcSql(text, true, false, true, false, false)
                                    .size()
                            > 1;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String asSent(SqlStatement statement) {
        return Parameters.rewrite(statement, Engine.POSTGRESQL).sent().text();
    }

    private void compareCount(GeneratedText text, Answer answer, int ours) {
        boolean one = answer.isParsed() || READ_AS_ONE.contains(answer.code());
        if (!one && !answer.isSeveral()) {
            return;
        }
        if (wholes.size() < WHOLES_KEPT) {
            wholes.add(new PlantedFault.Whole(text.text(), one));
        }
        if (one != ours <= 1) {
            faults.add("We find " + ours + " statements, the server " + (one ? "one" : "several") + ": " + text);
        }
    }

    private void checkRuns(List<GeneratedText> texts, List<String> runs) throws IOException {
        List<Answer> answers = session.run(runs);
        for (int i = 0; i < texts.size(); i++) {
            Answer canary = answers.get(i * 4 + 2);
            ran += canary.isParsed() ? 1 : 0;
            if (canary.isParsed() && !canary.rows().getFirst().equals(untouched)) {
                faults.add("Judged READ, and left " + canary.rows() + ": " + runs.get(i * 4 + 1) + "\n  of "
                        + texts.get(i));
            }
        }
        if (!isUntouched()) {
            faults.add("Something in this batch was judged READ and changed what no rollback brings back: " + texts);
        }
    }

    /** Whether everything is as it was made. */
    boolean isUntouched() throws IOException {
        Answer now = session.run(List.of(CANARY)).getFirst();
        return now.isParsed() && now.rows().getFirst().equals(untouched);
    }

    String shares() {
        return "%,d pieces, %d %% parse, %d %% are judged READ, %,d of them ran, the driver would cut %d"
                .formatted(pieces, 100L * parsed / pieces, 100L * read / pieces, ran, cutByDriver);
    }

    @Override
    public void close() throws IOException {
        session.close();
    }
}
