package dev.wheelhouse.core.bench;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.CatalogSnapshot;
import dev.wheelhouse.core.databases.catalog.SnapshotTable;
import dev.wheelhouse.core.databases.catalog.SnapshotTable.SnapshotColumn;
import dev.wheelhouse.core.databases.completion.Completion;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Proposals with ten thousand tables of ten columns, for JMH. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class CompletionBenchmark {

    private static final int TABLES = 10_000;

    private final CatalogSnapshot catalog = catalog();

    private static CatalogSnapshot catalog() {
        List<SnapshotColumn> columns = IntStream.range(0, 10)
                .mapToObj(i -> new SnapshotColumn("column_" + i, "integer"))
                .toList();
        List<SnapshotTable> tables = IntStream.range(0, TABLES)
                .mapToObj(i -> new SnapshotTable(
                        "public", "table_" + i + "_of_department_" + i % 97, false, true, columns, List.of()))
                .toList();
        List<String> functions =
                IntStream.range(0, 3000).mapToObj(i -> "function_" + i).toList();
        return new CatalogSnapshot(Engine.POSTGRESQL, tables, functions);
    }

    /** Nothing typed yet: every table fits. */
    @Benchmark
    public Object proposeEveryTable() {
        String text = "SELECT * FROM ";
        return Completion.propose(text, text.length(), catalog);
    }

    @Benchmark
    public Object proposeTypedTable() {
        String text = "SELECT * FROM table_1 t JOIN depart";
        return Completion.propose(text, text.length(), catalog);
    }

    @Benchmark
    public Object proposeColumn() {
        String text = "SELECT a.col FROM table_1_of_department_1 a JOIN table_2_of_department_2 b ON true";
        return Completion.propose(text, 12, catalog);
    }
}
