package dev.wheelhouse.ui.notifications;

import dev.wheelhouse.ui.controls.Look;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.form.EventPicker;
import dev.wheelhouse.ui.list.ListColumns;
import dev.wheelhouse.ui.list.LiveRow;
import java.util.Comparator;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.TableColumn;
import javafx.scene.control.Tooltip;

/** The columns of the list of channels and webhooks. Those that are off are dimmed. */
final class TargetColumns {

    private final ListColumns<LiveRow<TargetLine>, TargetLine> columns =
            ListColumns.ofRows(line -> !line.target().enabled());

    List<TableColumn<LiveRow<TargetLine>, TargetLine>> all() {
        TableColumn<LiveRow<TargetLine>, TargetLine> name =
                columns.column("Name", 220, (cell, line) -> cell.setGraphic(TargetLabels.name(line.target())));
        name.setComparator(Comparator.comparing(TargetLine::name, String.CASE_INSENSITIVE_ORDER));
        TableColumn<LiveRow<TargetLine>, TargetLine> where = columns.column(
                "Where", 220, (cell, line) -> cell.setGraphic(cut(line.target().where())));
        where.setComparator(Comparator.comparing(line -> line.target().where()));
        TableColumn<LiveRow<TargetLine>, TargetLine> hears = columns.column(
                "Events",
                200,
                (cell, line) ->
                        cell.setGraphic(cut(EventPicker.words(line.target().events()))));
        hears.setComparator(
                Comparator.comparing(line -> EventPicker.words(line.target().events())));
        TableColumn<LiveRow<TargetLine>, TargetLine> state = columns.column(
                "State",
                170,
                (cell, line) -> cell.setGraphic(Nodes.stated(TargetLabels.state(line), TargetLabels.more(line))));
        state.setComparator(
                Comparator.comparing(line -> TargetLabels.state(line).words()));
        TableColumn<LiveRow<TargetLine>, TargetLine> last =
                columns.column("Last delivery", 200, (cell, line) -> cell.setGraphic(last(line)));
        last.setSortable(false);
        return List.of(name, where, hears, state, last);
    }

    private static Node cut(String text) {
        Node label = Nodes.narrow(text);
        Tooltip.install(label, new Tooltip(text));
        return label;
    }

    /** What was sent last, and when. */
    static Node last(TargetLine line) {
        if (line.last() == null) {
            return Nodes.narrow("None yet", "dim");
        }
        Look look = TargetLabels.look(line.last().status());
        return Nodes.stated(
                new Look(line.last().type(), look.icon(), look.style()), look.words() + ", " + line.lastAgo());
    }
}
