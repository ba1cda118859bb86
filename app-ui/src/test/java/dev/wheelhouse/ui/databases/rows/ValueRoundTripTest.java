package dev.wheelhouse.ui.databases.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.edits.Edit;
import dev.wheelhouse.core.databases.edits.EditOperation;
import dev.wheelhouse.core.databases.query.QueryRequest;
import dev.wheelhouse.core.databases.rows.RowPosition;
import dev.wheelhouse.core.databases.tables.CellPage;
import dev.wheelhouse.core.databases.tables.RowsRequest;
import dev.wheelhouse.core.platform.json.RawJson;
import dev.wheelhouse.core.testing.OpenCore;
import dev.wheelhouse.ui.controls.grid.CopyFormat;
import dev.wheelhouse.ui.controls.grid.CopyText;
import dev.wheelhouse.ui.controls.grid.GridCell;
import dev.wheelhouse.ui.controls.grid.GridRow;
import dev.wheelhouse.ui.controls.grid.PasteText;
import dev.wheelhouse.ui.controls.grid.PastedCell;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A value that is read, shown, copied, pasted and written is the same value. */
class ValueRoundTripTest {

    private static final String POSTGRES = """
        create type mood as enum ('sad', 'so so');
        create type pair as (a int, b text);
        create table v (id int primary key, i8 bigint, n numeric, m money, f float8, f4 real, b boolean, t text, c char(5),
            d date, ti time, tz timetz, ts timestamp, tsz timestamptz, iv interval, u uuid, j json, jb jsonb, e mood,
            ia int[], ta text[], ja jsonb[], by bytea, ip inet, g point, r int4range, bi bit(3), x xml, p pair);
        insert into v values (1, 9223372036854775807, 12345678901234567890.1234567890, '12.50', 0.1, 1.5, true,
            E'tab\\tquote"x\\nline', 'ab', 'infinity', '24:00', '12:00+02', '0044-03-15 01:02:03.123456 BC',
            '2024-01-01 00:00:00.5Z', '1 year 2 days', '00000000-0000-0000-0000-000000000001', '{"a": 1.10,  "a": 2}',
            'null', 'so so', '{1,NULL,3}', '{"a,b","",NULL,"\\\\"}', array['[1]'::jsonb, 'null'], '\\x00ff', '10.0.0.1/8',
            '(1,2)', '[1,5)', '101', '<a>&amp;</a>', '(1,"x,y")');
        insert into v (id, t, j, jb, ia, f, n) values (2, '', '"text"', '[1, "a"]', '[0:1]={1,2}', 'NaN', 'NaN');
        insert into v (id, t, j, ia) values (3, 'NULL', '5', '{}');
        insert into v (id, t, f, ta, ja) values (4, '{"$text":"x"}', '-Infinity', '{{a,b},{c,d}}', '{"{}"}');
        create table w (like v including all);
        """;

    private static final String SQLITE = """
        create table v (id integer primary key, i integer, r real, n numeric, t text, b blob, a any, d date, bo boolean,
            j json, none);
        insert into v values (1, 9223372036854775807, 0.1, 12.5, 'tab	"x', x'00ff', x'31', '2024-02-03', 1, '{"a": 1}', 5);
        insert into v values (2, -5, 1.0, 3, '', 'text', '1', 'x', 0, '5', '5');
        insert into v values (3, 'word', 9e999, 'word', '123', '\\x00', 1, 20240203, 'true', '"a"', '\\x00');
        insert into v values (4, 1.5, -0.0, -9e999, '{"$text":"x"}', '123', '\\x00', null, null, x'00', '{"$int":"1"}');
        insert into v values (5, x'01', 'x', x'02', x'61', 1.5, 1e300, 1.5, 'yes', null, 1.5);
        insert into v values (6, null, null, null, cast(x'6100' as text), null, null, null, null, null, null);
        create table w as select * from v where 0;
        drop table w;
        create table w (id integer primary key, i integer, r real, n numeric, t text, b blob, a any, d date, bo boolean,
            j json, none);
        """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void readShownCopiedPastedAndWrittenIsTheSame(Engine engine) {
        try (OpenCore core = new OpenCore(folder)) {
            DatabaseConnection connection = core.connect(engine);
            core.run(connection, engine == Engine.POSTGRESQL ? POSTGRES : SQLITE);
            CellPage page = page(core, connection, "v");
            RowShape shape = new RowShape(engine, page.table(), page.columns());
            List<List<GridCell>> cells = page.rows().stream()
                    .map(row -> new ShownRow(shape, new LoadedRow(shape, row), null))
                    .map(row -> cells(row, shape))
                    .toList();
            String copied = CopyText.of(CopyFormat.TSV, shape.gridColumns(), cells);
            List<Edit> edits = PasteText.parse(copied).stream()
                    .map(row -> insert(row, shape, engine))
                    .toList();

            core.databases().edits().apply(core.caller(), connection.id(), edits);

            CellPage written = page(core, connection, "w");
            for (int row = 0; row < page.rows().size(); row++) {
                for (int column = 0; column < shape.columns().size(); column++) {
                    assertThat(written.rows().get(row).get(column))
                            .as("row " + (row + 1) + " "
                                    + shape.columns().get(column).name())
                            .isEqualTo(page.rows().get(row).get(column));
                }
            }
            assertThat(difference(core, connection, engine)).isZero();
        }
    }

    /** By the databases' own equality of text forms and storage classes. */
    private static int difference(OpenCore core, DatabaseConnection connection, Engine engine) {
        String sql = engine == Engine.POSTGRESQL
                ? "select v::text from v except all select w::text from w"
                : "select typeof(i), typeof(r), typeof(n), typeof(t), typeof(b), typeof(a), typeof(d), typeof(none), *"
                        + " from v except select typeof(i), typeof(r), typeof(n), typeof(t), typeof(b), typeof(a),"
                        + " typeof(d), typeof(none), * from w";
        return (int) core.databases()
                .queries()
                .run(core.caller(), connection.id(), new QueryRequest(sql, true, null, 100, null, null))
                .rowCount();
    }

    private static List<GridCell> cells(GridRow row, RowShape shape) {
        return IntStream.range(0, shape.columns().size()).mapToObj(row::cell).toList();
    }

    private static Edit insert(List<PastedCell> row, RowShape shape, Engine engine) {
        Map<String, RawJson> values = new LinkedHashMap<>();
        for (int column = 0; column < row.size(); column++) {
            var described = shape.columns().get(column);
            values.put(
                    described.name(),
                    row.get(column).isNothing()
                            ? RawJson.NULL
                            : CellText.parse(row.get(column).text(), described, engine));
        }
        return new Edit(EditOperation.INSERT, engine.defaultSchema(), "w", Map.of(), values);
    }

    private static CellPage page(OpenCore core, DatabaseConnection connection, String table) {
        RowsRequest request = new RowsRequest(100, "", "", RowPosition.START);
        return core.databases()
                .rows()
                .cells(core.caller(), connection.id(), connection.engine().defaultSchema(), table, request, 256);
    }
}
