package dev.wheelhouse.ui.access;

import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.list.ListColumns;
import dev.wheelhouse.ui.list.LiveRow;
import java.util.Comparator;
import java.util.List;
import javafx.scene.control.TableColumn;
import javafx.scene.layout.HBox;

/** The columns of the list of members, invites and keys. What is over is dimmed. */
final class AccessColumns {

    private final ListColumns<LiveRow<AccessLine>, AccessLine> columns = ListColumns.ofRows(AccessLine::isOver);

    List<TableColumn<LiveRow<AccessLine>, AccessLine>> all() {
        TableColumn<LiveRow<AccessLine>, AccessLine> name = columns.column("Name", 280, (cell, line) -> {
            HBox first = Nodes.line(8, Nodes.narrow(line.name(), "h3"));
            if (line.isOwn()) {
                first.getChildren().add(Nodes.whole("you", "chip"));
            }
            HBox row = Nodes.line(
                    12,
                    Nodes.icon(AccessLabels.icon(line.entry()), "target-icon"),
                    Nodes.stacked(first, Nodes.narrow(line.where(), "dim", "small")));
            row.setMinWidth(0);
            cell.setGraphic(row);
        });
        name.setComparator(Comparator.comparing(AccessLine::name, String.CASE_INSENSITIVE_ORDER));
        TableColumn<LiveRow<AccessLine>, AccessLine> kind =
                columns.column("Kind", 110, (cell, line) -> cell.setText(AccessLabels.kind(line.entry())));
        kind.setComparator(Comparator.comparing(line -> AccessLabels.kind(line.entry())));
        TableColumn<LiveRow<AccessLine>, AccessLine> may =
                columns.column("Role or scopes", 170, (cell, line) -> cell.setGraphic(Nodes.narrow(line.may())));
        may.setComparator(Comparator.comparing(AccessLine::may));
        TableColumn<LiveRow<AccessLine>, AccessLine> of =
                columns.column("Of", 150, (cell, line) -> cell.setGraphic(Nodes.narrow(line.of())));
        of.setComparator(Comparator.comparing(AccessLine::of, String.CASE_INSENSITIVE_ORDER));
        TableColumn<LiveRow<AccessLine>, AccessLine> state =
                columns.column("State", 190, (cell, line) -> cell.setGraphic(Nodes.stated(line.state(), line.until())));
        state.setComparator(Comparator.comparing(line -> line.state().words()));
        TableColumn<LiveRow<AccessLine>, AccessLine> used =
                columns.column("Last used", 130, (cell, line) -> cell.setText(line.used()));
        used.setSortable(false);
        return List.of(name, kind, may, of, state, used);
    }
}
