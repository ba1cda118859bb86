package dev.wheelhouse.core.databases.tables;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.rows.RowPosition;
import dev.wheelhouse.core.databases.values.Cell;
import dev.wheelhouse.core.platform.json.RawJson;
import dev.wheelhouse.core.testing.OpenCore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a window reads, on both engines for real. */
class CellPageTest {

    private static final int ROWS = 20_000;

    @TempDir
    private static Path folder;

    private static OpenCore core;
    private static final Map<Engine, DatabaseConnection> CONNECTIONS = new EnumMap<>(Engine.class);

    @BeforeAll
    static void fill() {
        core = new OpenCore(folder);
        for (Engine engine : Engine.values()) {
            CONNECTIONS.put(engine, core.connect(engine));
        }
        core.run(connection(Engine.POSTGRESQL), """
            create table big (id bigint primary key, code text not null unique, at timestamp not null, doc jsonb,
                note text, bin bytea, half int);
            insert into big select g, md5(g::text), timestamp '2020-01-01' + g * interval '1 minute',
                '{"a": 1}', case when g = 3 then repeat('ä', 3000) when g = 4 then repeat('x', 256) end,
                case when g = 3 then decode(repeat('00ff', 500), 'hex') end, case when g % 2 = 0 then g end
            from generate_series(1, 20000) g;
            create index on big (half, id);
            create view shown as select * from big where id <= 1000;
            """);
        core.run(connection(Engine.POSTGRESQL), "analyze big");
        core.run(connection(Engine.SQLITE), """
            create table big (id integer primary key, code text not null unique, at text not null, doc json,
                note text, bin blob, half int);
            with recursive g(i) as (select 1 union all select i + 1 from g where i < 20000)
            insert into big select i, hex(i * 7919 % 100003), datetime('2020-01-01', i || ' minutes'), '{"a": 1}',
                case when i = 3 then replace(hex(zeroblob(1500)), '0', 'ä') when i = 4 then replace(hex(zeroblob(128)), '0', 'x') end,
                case when i = 3 then zeroblob(1000) end, case when i % 2 = 0 then i end
            from g;
            create view shown as select * from big where id <= 1000;
            """);
    }

    @AfterAll
    static void close() {
        core.close();
    }

    private static DatabaseConnection connection(Engine engine) {
        return Objects.requireNonNull(CONNECTIONS.get(engine));
    }

    private static CellPage page(Engine engine, String table, String sort, int limit, RowPosition position) {
        DatabaseConnection connection = connection(engine);
        String schema = engine.defaultSchema();
        RowsRequest request = new RowsRequest(limit, sort, "", position);
        return core.databases().rows().cells(core.caller(), connection.id(), schema, table, request, 256);
    }

    private static String text(CellPage page, int row, String column) {
        int position = page.columns().stream().map(each -> each.name()).toList().indexOf(column);
        return switch (page.rows().get(row).get(position)) {
            case Cell.Whole(RawJson json) -> json.text();
            case Cell.Kept kept -> kept.json().text();
            case Cell.Cut cut -> "cut of " + cut.bytes() + ": " + cut.beginning();
        };
    }

    @ParameterizedTest
    @EnumSource
    void sendsTheBeginningAndTheSizeOfLongValuesOnly(Engine engine) {
        CellPage page = page(engine, "big", "", 10, RowPosition.START);

        assertThat(text(page, 2, "note")).isEqualTo("cut of 6000: " + "ä".repeat(256));
        assertThat(text(page, 2, "bin")).startsWith("cut of 1000: \\x00");
        assertThat(text(page, 3, "note")).isEqualTo("\"" + "x".repeat(256) + "\"");
        assertThat(text(page, 0, "note")).isEqualTo("null");
        assertThat(text(page, 0, "doc")).isEqualTo(engine == Engine.SQLITE ? "\"{\\\"a\\\": 1}\"" : "{\"a\": 1}");
        assertThat(page.hasLess()).isFalse();
        assertThat(page.hasMore()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(120) // Tables of many rows are filled.
    void landsNearTheWantedShareByAnyLeadingKey(Engine engine) {
        for (String sort : List.of("", "id.desc", "code", "-code", "at", "half")) {
            for (double share : List.of(0.001, 0.25, 0.5, 0.9)) {
                CellPage page = page(engine, "big", sort, 50, new RowPosition.Near(share));
                assertThat(page.rows()).hasSize(50);
                assertThat(Math.abs(rank(engine, sort, page) - share))
                        .as("%s %s %s".formatted(engine, sort, share))
                        .isLessThan(sort.equals("half") ? 0.6 : 0.08);
                assertThat(page.previous()).isNotNull();
            }
        }
    }

    /** Which share of the rows stands before the page, counted through its cursor. */
    private static double rank(Engine engine, String sort, CellPage page) {
        long before = 0;
        CellPage at = page;
        while (at.previous() != null) {
            at = page(engine, "big", sort, 1000, new RowPosition.Before(at.previous()));
            before += at.rows().size();
        }
        return (double) before / ROWS;
    }

    @ParameterizedTest
    @EnumSource
    void readsTheLastPageFromTheEnd(Engine engine) {
        CellPage end = page(engine, "big", "", 30, new RowPosition.End());
        assertThat(text(end, 29, "id")).isEqualTo("20000");
        assertThat(text(end, 0, "id")).isEqualTo("19971");
        assertThat(end.hasMore()).isFalse();
        assertThat(end.next()).isNull();

        CellPage before = page(engine, "big", "", 30, new RowPosition.Before(Objects.requireNonNull(end.previous())));
        assertThat(text(before, 29, "id")).isEqualTo("19970");
    }

    @ParameterizedTest
    @EnumSource
    void showsALastPageThatIsFullWhereALandingWouldBeShort(Engine engine) {
        CellPage page = page(engine, "big", "", 200, new RowPosition.Near(0.9999));
        assertThat(page.rows()).hasSize(200);
        assertThat(text(page, 199, "id")).isEqualTo("20000");
        assertThat(page.hasMore()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void landsInViewsWithoutAKeyByCounting(Engine engine) {
        CellPage middle = page(engine, "shown", "id", 10, new RowPosition.Near(0.5));
        assertThat(text(middle, 0, "id")).isEqualTo("501");
        assertThat(middle.offset()).isEqualTo(500);
        CellPage end = page(engine, "shown", "id", 10, new RowPosition.End());
        assertThat(text(end, 9, "id")).isEqualTo("1000");
    }

    @ParameterizedTest
    @EnumSource
    void countsExactlyAndRoughly(Engine engine) {
        String id = connection(engine).id();
        String schema = engine.defaultSchema();
        RowService rows = core.databases().rows();
        assertThat(rows.count(core.caller(), id, schema, "big", "half.is.null", null))
                .isEqualTo(ROWS / 2);
        assertThat(rows.estimate(core.caller(), id, schema, "big", "")).isEqualTo(new RowCount(ROWS, true));
    }

    @ParameterizedTest
    @EnumSource
    void pagesOfCellsPutTogetherAreTheWhole(Engine engine) {
        List<String> seen = new ArrayList<>();
        CellPage page = page(engine, "big", "code", 997, RowPosition.START);
        while (true) {
            for (int row = 0; row < page.rows().size(); row++) {
                seen.add(text(page, row, "id"));
            }
            if (page.next() == null) {
                break;
            }
            page = page(engine, "big", "code", 997, new RowPosition.After(page.next()));
        }
        assertThat(seen).hasSize(ROWS).doesNotHaveDuplicates();
    }
}
