package dev.wheelhouse.ui.databases.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.SslMode;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.databases.catalog.TableSummary;
import dev.wheelhouse.ui.error.Presented;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TreeRowsTest {

    private static final DatabaseConnection POSTGRES =
            connection("db_p", "shop-db", new Target.Postgres("h", 5432, "shop", "ada", SslMode.PREFER, null));
    private static final DatabaseConnection SQLITE = connection("db_s", "notes", new Target.Sqlite("/notes.db"));

    private static DatabaseConnection connection(String id, String name, Target target) {
        return new DatabaseConnection(
                id, "org", name, target, null, Environment.DEVELOPMENT, null, false, Instant.EPOCH, 1);
    }

    private static TableSummary table(String schema, String name) {
        return new TableSummary(schema, name, TableSummary.Kind.TABLE, 10L, null);
    }

    private static Branch read(DatabaseConnection connection, boolean open, TableSummary... tables) {
        return new Branch(connection, open, new Branch.Tables.Read(LoadedTables.of(List.of(tables))));
    }

    private static List<String> lay(List<Branch> branches, String filter) {
        return TreeRows.of(branches, filter, Set.of(), Set.of()).stream()
                .map(TreeRowsTest::line)
                .toList();
    }

    private static String line(TreeRow row) {
        return "  ".repeat(row.depth())
                + switch (row) {
                    case TreeRow.Connection connection ->
                        connection.connection().name();
                    case TreeRow.Schema schema -> schema.name() + (schema.open() ? " -" : " +");
                    case TreeRow.Table table -> table.summary().name();
                    case TreeRow.Loading _ -> "…";
                    case TreeRow.Failed failed -> failed.error().text();
                    case TreeRow.Empty _ -> "(empty)";
                };
    }

    @Test
    void opensTheDefaultSchemaAndLeavesTheOthersClosed() {
        Branch branch = read(POSTGRES, true, table("audit", "log"), table("public", "orders"));
        assertThat(lay(List.of(branch), "")).containsExactly("shop-db", "  audit +", "  public -", "    orders");
        List<TreeRow> chosen = TreeRows.of(List.of(branch), "", Set.of("db_p\naudit"), Set.of("db_p\npublic"));
        assertThat(chosen)
                .extracting(TreeRowsTest::line)
                .containsExactly("shop-db", "  audit -", "    log", "  public +");
    }

    @Test
    void leavesTheOneSchemaOfAFileOut() {
        assertThat(lay(List.of(read(SQLITE, true, table("main", "a"), table("main", "b"))), ""))
                .containsExactly("notes", "  a", "  b");
    }

    @Test
    void saysHowFarTheReadingIs() {
        Presented error = new Presented("No answer", "The server did not answer.", "upstream_timeout", true);
        assertThat(lay(
                        List.of(
                                new Branch(POSTGRES, true, new Branch.Tables.Reading()),
                                new Branch(POSTGRES, true, new Branch.Tables.Unreadable(error)),
                                new Branch(POSTGRES, false, new Branch.Tables.Unread()),
                                read(SQLITE, true)),
                        ""))
                .containsExactly(
                        "shop-db", "  …", "shop-db", "  The server did not answer.", "shop-db", "notes", "  (empty)");
    }

    @Test
    void findsInWhatIsClosedToo() {
        List<Branch> branches = List.of(
                read(POSTGRES, false, table("audit", "Order_Log"), table("public", "orders"), table("public", "x")),
                read(SQLITE, false, table("main", "borders"), table("main", "y")));
        assertThat(lay(branches, " ORDER "))
                .containsExactly(
                        "shop-db", "  audit -", "    Order_Log", "  public -", "    orders", "notes", "  borders");
        assertThat(lay(branches, "audit log")).containsExactly("shop-db", "  audit -", "    Order_Log");
        assertThat(lay(branches, "notes")).containsExactly("notes");
        assertThat(lay(branches, "nothing such")).isEmpty();
    }

    @Test
    void keepsTheKeysOfRowsThatAreMadeAnew() {
        Branch branch = read(POSTGRES, true, table("public", "orders"));
        assertThat(TreeRows.of(List.of(branch), "", Set.of(), Set.of()).stream().map(TreeRow::key))
                .containsExactlyElementsOf(TreeRows.of(List.of(branch), "orders", Set.of(), Set.of()).stream()
                        .map(TreeRow::key)
                        .toList());
    }

    @Test
    void filtersTenThousandTables() {
        List<TableSummary> tables = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            tables.add(table("schema_" + i % 40, "table_" + i));
        }
        Branch branch = new Branch(POSTGRES, true, new Branch.Tables.Read(LoadedTables.of(tables)));
        List<TreeRow> all = TreeRows.of(List.of(branch), "table", Set.of(), Set.of());
        List<TreeRow> few = TreeRows.of(List.of(branch), "schema_7 99", Set.of(), Set.of());
        assertThat(all).hasSize(10_000 + 40 + 1);
        assertThat(few).hasSizeBetween(2, 200);
    }

    @Test
    void roundsCountsToWhatAPersonReads() {
        assertThat(List.of(0L, 999L, 1_000L, 12_345L, 999_600L, 3_400_000L, 7_000_000_000_000_000L))
                .extracting(RoundedCount::of)
                .containsExactly("0", "999", "1 k", "12 k", "1 M", "3.4 M", "7000 T");
    }
}
