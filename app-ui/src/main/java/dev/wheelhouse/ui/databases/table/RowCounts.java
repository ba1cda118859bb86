package dev.wheelhouse.ui.databases.table;

import dev.wheelhouse.core.databases.Databases;
import dev.wheelhouse.core.databases.tables.RowCount;
import dev.wheelhouse.ui.databases.rows.RowPlace;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.Locale;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;

/** How many rows a table has: at once as an estimate, exactly when asked. Belongs to the window's thread. */
final class RowCounts {

    private final Databases databases;
    private final Workbench workbench;
    private final PageWindow<?> window;
    private final Consumer<RowCount> counted;
    private final Latest latest;
    private final ReadOnlyStringWrapper text = new ReadOnlyStringWrapper(this, "text", "");
    private final ReadOnlyBooleanWrapper counting = new ReadOnlyBooleanWrapper(this, "counting");
    private long counter;

    /** @param counted hears of every new count, before it is shown */
    RowCounts(Databases databases, Workbench workbench, PageWindow<?> window, Consumer<RowCount> counted) {
        this.databases = databases;
        this.workbench = workbench;
        this.window = window;
        this.counted = counted;
        this.latest = new Latest(workbench.background());
    }

    ReadOnlyStringProperty textProperty() {
        return text.getReadOnlyProperty();
    }

    void estimate(RowPlace from, String filters) {
        counting.set(false);
        latest.run(
                () -> databases
                        .rows()
                        .estimate(
                                workbench.callers().get(),
                                from.connection().id(),
                                from.schema(),
                                from.table(),
                                filters),
                this::take,
                error -> {
                    // Reading the rows fails for the same reason, and says so.
                });
    }

    private void take(RowCount count) {
        counting.set(false);
        counted.accept(count);
        show();
    }

    /** Counts the rows; again to stop counting. */
    void exactly(RowPlace from, String filters) {
        if (counting.get()) {
            latest.cancel();
            counting.set(false);
            show();
            return;
        }
        String queryId = "count-" + System.identityHashCode(this) + "-" + ++counter;
        counting.set(true);
        text.set("counting…");
        latest.run(
                () -> databases
                        .rows()
                        .count(
                                workbench.callers().get(),
                                from.connection().id(),
                                from.schema(),
                                from.table(),
                                filters,
                                queryId),
                () -> databases
                        .queries()
                        .cancel(workbench.callers().get(), from.connection().id(), queryId),
                count -> take(new RowCount(count, true)),
                error -> {
                    counting.set(false);
                    show();
                    workbench.say(error);
                });
    }

    void show() {
        if (counting.get()) {
            return;
        }
        long count = window.count();
        text.set((window.isCountExact() ? "" : "~")
                + String.format(Locale.ROOT, "%,d %s", count, count == 1 ? "row" : "rows"));
    }

    void cancel() {
        latest.cancel();
    }
}
