package dev.wheelhouse.ui.databases.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.Databases;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.catalog.TableSummary;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import dev.wheelhouse.core.databases.editor.EditorSession;
import dev.wheelhouse.core.databases.editor.RunListener;
import dev.wheelhouse.core.databases.editor.RunRequest;
import dev.wheelhouse.core.databases.editor.StatementRun;
import dev.wheelhouse.core.databases.query.QueryRequest;
import dev.wheelhouse.ui.databases.connections.ConnectionList;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.SameThreadBackground;
import dev.wheelhouse.ui.testing.TestCore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Statements that change and make tables, and the tree that shows them. */
class ChangedTablesTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private TestCore core;

    @SuppressWarnings("NullAway.Init")
    private DatabaseTreeViewModel tree;

    @SuppressWarnings("NullAway.Init")
    private FakeWorkbench workbench;

    private String id = "";

    @BeforeEach
    void open() {
        core = TestCore.start(directory.resolve("home"));
        id = add("shop");
        query("CREATE TABLE customers (id INTEGER PRIMARY KEY)");
        workbench = new FakeWorkbench(new SameThreadBackground(), core.callers());
        tree = new DatabaseTreeViewModel(
                databases(), new ConnectionList(databases().connections(), workbench, Clock.systemUTC()), workbench);
        tree.onShow();
        tree.reveal(id);
        tree.select(tree.rows().getLast());
    }

    private String add(String name) {
        ConnectionDraft draft = new ConnectionDraft(
                name,
                Engine.SQLITE,
                null,
                null,
                null,
                null,
                directory.resolve(name + ".db").toString(),
                true,
                null,
                Environment.DEVELOPMENT,
                null,
                false,
                null,
                null);
        return databases()
                .connections()
                .create(core.callers().get(), draft, null)
                .id();
    }

    @AfterEach
    void close() {
        core.close();
    }

    private Databases databases() {
        return core.core().databases();
    }

    private void query(String sql) {
        query(id, sql);
    }

    private void query(String connection, String sql) {
        databases().queries().run(core.callers().get(), connection, new QueryRequest(sql, true, null, 1, 60_000, null));
    }

    private List<String> tables() {
        return tree.rows().stream()
                .filter(TreeRow.Table.class::isInstance)
                .map(row -> ((TreeRow.Table) row).summary().name())
                .toList();
    }

    @Test
    void showsATableThatAStatementMadeAndKeepsTheSelection() {
        assertThat(tables()).containsExactly("customers");
        query("CREATE TABLE alarms (id INTEGER PRIMARY KEY)");
        assertThat(tables()).containsExactly("alarms", "customers");
        assertThat(tree.selected())
                .hasValueSatisfying(row -> assertThat(row.key()).contains("customers"));
        query("DROP TABLE alarms");
        assertThat(tables()).containsExactly("customers");
    }

    @Test
    void showsWhatAnEditorsTransactionMadeOnceItIsCommitted() {
        try (EditorSession editor = databases().editors().open(core.callers().get(), id)) {
            run(editor, "BEGIN");
            run(editor, "CREATE TABLE orders (id INTEGER PRIMARY KEY)");
            assertThat(tables()).containsExactly("customers");
            run(editor, "COMMIT");
            assertThat(tables()).containsExactly("customers", "orders");
            editor.setAutoCommit(false);
            run(editor, "CREATE TABLE refunds (id INTEGER PRIMARY KEY)");
            editor.commit(core.callers().get());
        }
        assertThat(tables()).containsExactly("customers", "orders", "refunds");
    }

    private void run(EditorSession editor, String sql) {
        editor.run(core.callers().get(), new RunRequest(sql, true, null, 0), new RunListener() {
            @Override
            public void started(int index, int count) {}

            @Override
            public void finished(StatementRun done) {}
        });
    }

    @Test
    void readsTheTablesOfConnectionsThatWereNeverOpenedForThePalette() {
        List<String> others =
                IntStream.range(0, 9).mapToObj(each -> add("other" + each)).toList();
        others.forEach(each -> query(each, "CREATE TABLE alarms (id INTEGER PRIMARY KEY)"));
        tree.connections().refresh();
        assertThat(others).allMatch(each -> tree.tables(each).isEmpty());
        AtomicInteger told = new AtomicInteger();
        tree.readAll(told::incrementAndGet);
        assertThat(others)
                .allSatisfy(each -> assertThat(tree.tables(each))
                        .extracting(TableSummary::name)
                        .containsExactly("alarms"));
        assertThat(told.get()).isPositive();
        assertThat(tables()).as("What is unfolded").containsExactly("customers");
    }

    @Test
    void copiesWhatMakesATableAgain() {
        tree.copyDefinition((TreeRow.Table) tree.rows().getLast());
        assertThat(workbench.copied).containsExactly("CREATE TABLE customers (id INTEGER PRIMARY KEY);\n");
    }

    @Test
    void readsAnewWhatChangedWhileAnotherScreenWasInFront() {
        tree.onHide();
        query("CREATE TABLE alarms (id INTEGER PRIMARY KEY)");
        tree.onShow();
        assertThat(tables()).containsExactly("alarms", "customers");
    }
}
