package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.ui.controls.chart.Sparkline;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import org.jspecify.annotations.Nullable;

/** The columns of the list of servers. Values of a server that does not answer are dimmed. */
final class ServerColumns {

    private static final PseudoClass DIMMED = PseudoClass.getPseudoClass("dimmed");
    private static final double FULL = 100;
    private static final double NAME = 260;
    private static final double STATE = 130;
    private static final double LINE = 150;
    private static final double FIGURES = 150;
    private static final double SHORT = 84;

    private final Clock clock;

    ServerColumns(Clock clock) {
        this.clock = clock;
    }

    List<TableColumn<ServerLine, ServerLine>> all() {
        TableColumn<ServerLine, ServerLine> name =
                column("Server", NAME, (cell, line) -> cell.setGraphic(ServerSigns.name(line.server())));
        name.setComparator(Comparator.comparing(ServerLine::name));
        TableColumn<ServerLine, ServerLine> state =
                column("State", STATE, (cell, line) -> cell.setGraphic(ServerSigns.state(line.server())));
        state.setComparator(Comparator.comparing(line -> ServerWords.state(line.server())));
        TableColumn<ServerLine, ServerLine> history = column("CPU, last hour", LINE, ServerColumns::showLine);
        history.setSortable(false);
        return List.of(
                name,
                state,
                history,
                figures("CPU", SHORT, line -> ServerWords.value(line.value(Metric.CPU)), Metric.CPU),
                figures("Memory", FIGURES, line -> ServerWords.valueOfLimit(line.value(Metric.MEMORY)), Metric.MEMORY),
                figures("Disk /", FIGURES, line -> ServerWords.valueOfLimit(line.value(Metric.DISK)), Metric.DISK),
                up());
    }

    private TableColumn<ServerLine, ServerLine> up() {
        TableColumn<ServerLine, ServerLine> up = column("Up for", SHORT + 16, (cell, line) -> {
            String text = ServerWords.upFor(line.server(), clock.instant());
            cell.setText(text.isEmpty() ? "—" : text);
            cell.setAlignment(Pos.CENTER_RIGHT);
        });
        up.getStyleClass().addAll("figures-column", "right-column");
        up.setSortable(false);
        return up;
    }

    private static void showLine(TableCell<ServerLine, ServerLine> cell, ServerLine line) {
        if (line.cpu().isEmpty()) {
            Label nothing = new Label("Not measured yet");
            nothing.getStyleClass().addAll("dim", "small");
            cell.setGraphic(nothing);
            return;
        }
        Sparkline drawn = new Sparkline();
        drawn.show(line.cpu(), line.hour(), FULL);
        drawn.pseudoClassStateChanged(DIMMED, !line.isOnline());
        cell.setGraphic(drawn);
    }

    private static TableColumn<ServerLine, ServerLine> figures(
            String title, double width, Function<ServerLine, String> words, Metric metric) {
        TableColumn<ServerLine, ServerLine> column = column(title, width, (cell, line) -> {
            cell.setText(words.apply(line));
            cell.setAlignment(Pos.CENTER_RIGHT);
        });
        column.getStyleClass().addAll("figures-column", "right-column");
        column.setComparator(Comparator.comparing(
                line -> line.value(metric).map(value -> value.value()).orElse(-1L)));
        return column;
    }

    private static TableColumn<ServerLine, ServerLine> column(
            String title, double width, BiConsumer<TableCell<ServerLine, ServerLine>, ServerLine> draw) {
        TableColumn<ServerLine, ServerLine> column = new TableColumn<>(title);
        column.setPrefWidth(width);
        column.setReorderable(false);
        column.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue()));
        column.setCellFactory(_ -> new TableCell<>() {
            @Override
            protected void updateItem(@Nullable ServerLine line, boolean empty) {
                super.updateItem(line, empty);
                setText(null);
                setGraphic(null);
                setAlignment(Pos.CENTER_LEFT);
                pseudoClassStateChanged(DIMMED, false);
                if (!empty && line != null) {
                    pseudoClassStateChanged(DIMMED, !line.isOnline());
                    draw.accept(this, line);
                }
            }
        });
        return column;
    }
}
