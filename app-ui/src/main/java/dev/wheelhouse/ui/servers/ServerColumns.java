package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.ui.controls.chart.Sparkline;
import dev.wheelhouse.ui.list.ListColumns;
import dev.wheelhouse.ui.list.LiveRow;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;

/** The columns of the list of servers. Values of a server that does not answer are dimmed. */
final class ServerColumns {

    private static final double FULL = 100;
    private static final double NAME = 260;
    private static final double STATE = 150;
    private static final double LINE = 150;
    private static final double FIGURES = 150;
    private static final double SHORT = 84;

    private final ListColumns<LiveRow<ServerLine>, ServerLine> columns = ListColumns.ofRows(line -> !line.isOnline());
    private final Clock clock;

    ServerColumns(Clock clock) {
        this.clock = clock;
    }

    List<TableColumn<LiveRow<ServerLine>, ServerLine>> all() {
        TableColumn<LiveRow<ServerLine>, ServerLine> name =
                columns.column("Server", NAME, (cell, line) -> cell.setGraphic(ServerIcons.name(line.server())));
        name.setComparator(Comparator.comparing(ServerLine::name));
        TableColumn<LiveRow<ServerLine>, ServerLine> state =
                columns.column("State", STATE, (cell, line) -> cell.setGraphic(ServerIcons.state(line.server())));
        state.setComparator(Comparator.comparing(line -> line.server().state().words));
        TableColumn<LiveRow<ServerLine>, ServerLine> history =
                columns.column("CPU, last hour", LINE, ServerColumns::showLine);
        history.setSortable(false);
        TableColumn<LiveRow<ServerLine>, ServerLine> up = columns.figures("Uptime", SHORT + 16, (cell, line) -> {
            String text = ServerLabels.upFor(line.server(), clock.instant());
            cell.setText(text.isEmpty() ? "—" : text);
        });
        up.setSortable(false);
        return List.of(
                name,
                state,
                history,
                figures("CPU", SHORT, line -> ServerLabels.value(line.value(Metric.CPU)), Metric.CPU),
                figures("Memory", FIGURES, line -> ServerLabels.valueOfLimit(line.value(Metric.MEMORY)), Metric.MEMORY),
                figures("Disk /", FIGURES, line -> ServerLabels.valueOfLimit(line.value(Metric.DISK)), Metric.DISK),
                up);
    }

    private static void showLine(TableCell<LiveRow<ServerLine>, ServerLine> cell, ServerLine line) {
        if (line.cpu().isEmpty()) {
            Label nothing = new Label("Not measured yet");
            nothing.getStyleClass().addAll("dim", "small");
            cell.setGraphic(nothing);
            return;
        }
        Sparkline drawn = new Sparkline();
        drawn.show(line.cpu(), line.hour(), FULL);
        drawn.pseudoClassStateChanged(ListColumns.DIMMED, !line.isOnline());
        cell.setGraphic(drawn);
    }

    private TableColumn<LiveRow<ServerLine>, ServerLine> figures(
            String title, double width, Function<ServerLine, String> words, Metric metric) {
        TableColumn<LiveRow<ServerLine>, ServerLine> column =
                columns.figures(title, width, (cell, line) -> cell.setText(words.apply(line)));
        column.setComparator(Comparator.comparing(
                line -> line.value(metric).map(value -> value.value()).orElse(-1L)));
        return column;
    }
}
