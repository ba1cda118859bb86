package dev.wheelhouse.core.databases.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.testing.Real;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Debian's SQLite reads generated texts as we do, and what we call READ it calls that too. */
@Real
class SqliteDifferentialTest {

    private final List<String> faults = new ArrayList<>();
    private final List<PlantedFault.Whole> wholes = new ArrayList<>();
    private int pieces;
    private int prepared;
    private int read;

    @Test
    void readsWhatSqliteReads() throws Throwable {
        try (NativeSqlite sqlite = new NativeSqlite()) {
            sqlite.prepare("CREATE TABLE canary (n, s)", true);
            sqlite.prepare("INSERT INTO canary VALUES (1, 'a'), (2, 'it''s')", true);
            int changed = sqlite.changedRows();
            for (int i = 0; i < GeneratedText.COUNT; i++) {
                compare(sqlite, GeneratedText.of(GeneratedText.FIRST + i, Engine.SQLITE));
            }
            System.out.printf(
                    "SQLite from seed %d: %,d pieces, %d %% are prepared, %d %% are judged READ%n",
                    GeneratedText.FIRST, pieces, 100L * prepared / pieces, 100L * read / pieces);
            assertThat(faults).isEmpty();
            assertThat(sqlite.changedRows())
                    .as("rows that what we call READ changed")
                    .isEqualTo(changed);
            assertThat(prepared).isGreaterThanOrEqualTo(pieces / 3);
            assertThat(read).isGreaterThanOrEqualTo(pieces / 20);
            assertThat(PlantedFault.unseen(Engine.SQLITE, wholes)).isEmpty();
        }
    }

    private void compare(NativeSqlite sqlite, GeneratedText text) throws Throwable {
        NativeSqlite.Prepared first = sqlite.prepare(text.text(), false);
        if (first.prepared() && wholes.size() < PostgresDifferential.WHOLES_KEPT) {
            NativeSqlite.Prepared second = sqlite.prepare(first.tail(), false);
            wholes.add(new PlantedFault.Whole(text.text(), second.prepared() && second.none()));
        }
        for (SqlStatement each : StatementSplitter.split(text.text(), Engine.SQLITE)) {
            pieces++;
            Verdict verdict = StatementClassifier.classify(each, Engine.SQLITE);
            boolean reads = verdict.level() == StatementLevel.READ;
            NativeSqlite.Prepared alone = sqlite.prepare(each.text(), reads);
            if (!alone.prepared()) {
                continue;
            }
            prepared++;
            read += reads ? 1 : 0;
            if (!isBlank(alone.tail())) {
                faults.add("We call one statement what SQLite calls several, \"" + alone.tail()
                        + "\" behind the first: " + each.text() + "\n  of " + text);
            }
            // SQLite looks at the program that EXPLAIN shows and does not run.
            if (reads && !alone.readOnly() && !verdict.command().equals("EXPLAIN")) {
                faults.add("Judged READ, and SQLite says that it writes: " + each.text() + "\n  of " + text);
            }
            String rest = text.text().substring(each.offset() + each.text().length());
            NativeSqlite.Prepared within = sqlite.prepare(text.text().substring(each.offset()), false);
            if (within.prepared() && !endsAlike(rest, within.tail())) {
                faults.add("SQLite's first statement ends before \"" + within.tail() + "\", ours before \"" + rest
                        + "\"\n  of " + text);
            }
        }
    }

    /** Whether only blanks, comments and one semicolon lie between the ends of the two. */
    private static boolean endsAlike(String ours, String theirs) {
        if (!ours.endsWith(theirs)) {
            return false;
        }
        String between = ours.substring(0, ours.length() - theirs.length());
        String first = between.endsWith(";") ? between.substring(0, between.length() - 1) : between;
        return isBlank(first);
    }

    private static boolean isBlank(String text) {
        Tokens tokens = Tokeniser.tokenise(text, Engine.SQLITE);
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.isSignificant(i)) {
                return false;
            }
        }
        return true;
    }
}
