package dev.wheelhouse.ui.databases.table;

import dev.wheelhouse.core.databases.catalog.ForeignKeyDescription;
import dev.wheelhouse.core.platform.json.RawJson;
import dev.wheelhouse.ui.databases.rows.FilterFormatter;
import dev.wheelhouse.ui.databases.rows.RowEditing;
import dev.wheelhouse.ui.databases.rows.RowPlace;
import dev.wheelhouse.ui.databases.rows.RowShape;
import dev.wheelhouse.ui.databases.tabs.TabNavigator;
import dev.wheelhouse.ui.databases.tabs.TabState;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where foreign keys lead, and back. Belongs to the window's thread. */
final class TableLinks {

    private final Workbench workbench;
    private final TabNavigator navigator;
    private final RowEditing editing;
    private final TabState state;

    /** @param state what the tab was opened with, which knows where it came from */
    TableLinks(Workbench workbench, TabNavigator navigator, RowEditing editing, TabState state) {
        this.workbench = workbench;
        this.navigator = navigator;
        this.editing = editing;
        this.state = state;
    }

    /** The foreign key that a cell belongs to. */
    Optional<ForeignKeyDescription> reference(int column) {
        return editing.shape().flatMap(shape -> shape.reference(column));
    }

    /** Opens the row that a cell points to. */
    void follow(RowPlace place, long row, int column) {
        RowShape known = editing.shape().orElse(null);
        Optional<ForeignKeyDescription> reference = reference(column);
        if (known == null || reference.isEmpty()) {
            workbench.say(Notice.info("This column has no foreign key."));
            return;
        }
        ForeignKeyDescription key = reference.get();
        List<RawJson> values = new ArrayList<>();
        for (String name : key.columns()) {
            editing.valueAt(row, known.indexOf(name))
                    .filter(value -> !value.isNull())
                    .ifPresent(values::add);
        }
        if (values.size() < key.columns().size()) {
            workbench.say(Notice.info("Foreign key is NULL."));
            return;
        }
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("schema", key.refSchema());
        fields.put("table", key.refTable());
        fields.put("filters", FilterFormatter.allEqual(key.refColumns(), values));
        fields.put("fromSchema", place.schema());
        fields.put("fromTable", place.table());
        navigator.open(new TabState(TabState.TABLE, place.connection().id(), fields));
    }

    boolean cameFromElsewhere() {
        return state.field("fromTable").isPresent();
    }

    /** Back to the table from which a foreign key led here. */
    void back(RowPlace place) {
        state.field("fromTable")
                .ifPresent(table -> navigator.open(TabState.table(
                        place.connection().id(), state.field("fromSchema").orElse(""), table)));
    }
}
