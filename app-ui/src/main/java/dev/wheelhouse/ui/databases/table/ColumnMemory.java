package dev.wheelhouse.ui.databases.table;

import dev.wheelhouse.ui.controls.grid.DataGrid;
import dev.wheelhouse.ui.controls.grid.GridLayout;
import dev.wheelhouse.ui.databases.rows.RowPlace;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.state.WindowState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How the columns of a table were left, over restarts; of the tables that were arranged last. Belongs to the window's thread. */
final class ColumnMemory implements DataGrid.LayoutMemory {

    private static final String KEY = "databases.columns";
    private static final int MOST_TABLES = 200;
    private static final Duration QUIET = Duration.ofMillis(300);

    /** All that is remembered, the latest first. */
    record Saved(@Nullable List<Table> tables) {}

    /** One table. */
    record Table(String connection, String schema, String table, GridLayout layout) {}

    private final WindowState state;
    private final Background background;
    private final RowPlace place;
    private Background.Handle writing = Background.Handle.NONE;
    private @Nullable GridLayout waiting;

    ColumnMemory(WindowState state, Background background, RowPlace place) {
        this.state = state;
        this.background = background;
        this.place = place;
    }

    @Override
    public Optional<GridLayout> recall() {
        if (waiting != null) {
            return Optional.of(waiting);
        }
        return tables().stream().filter(this::isThis).map(Table::layout).findFirst();
    }

    private boolean isThis(Table each) {
        return each.connection().equals(place.connection().id())
                && each.schema().equals(place.schema())
                && each.table().equals(place.table());
    }

    private List<Table> tables() {
        List<Table> tables = state.read(KEY, Saved.class).map(Saved::tables).orElse(null);
        return tables == null ? List.of() : tables;
    }

    @Override
    public void keep(GridLayout layout) {
        waiting = layout;
        writing.cancel();
        writing = background.after(QUIET, this::flush);
    }

    /** Hands over what waits. */
    void flush() {
        writing.cancel();
        GridLayout layout = waiting;
        if (layout == null) {
            return;
        }
        waiting = null;
        List<Table> tables = new ArrayList<>(tables());
        tables.removeIf(this::isThis);
        tables.addFirst(new Table(place.connection().id(), place.schema(), place.table(), layout));
        state.write(KEY, new Saved(List.copyOf(tables.subList(0, Math.min(MOST_TABLES, tables.size())))));
    }
}
