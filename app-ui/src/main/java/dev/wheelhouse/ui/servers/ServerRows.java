package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.chart.Sparkline;
import dev.wheelhouse.ui.list.ListColumns;
import dev.wheelhouse.ui.screen.EmbeddedList;
import dev.wheelhouse.ui.screen.EmbeddedRow;
import dev.wheelhouse.ui.screen.EmbeddedRows;
import dev.wheelhouse.ui.shell.ScreenPart;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;

/** Servers below each other with what they do now, for the overview. */
final class ServerRows {

    private static final double FULL = 100;
    private static final double LINE_WIDTH = 110;
    private static final double NARROWEST_LINE = 8;
    private static final double NARROWEST_NAME = 88;
    private static final double CPU_WIDTH = 48;
    private static final double MEMORY_WIDTH = 128;
    private static final double STATE_WIDTH = 124;
    /** Of one row: what stands below them stays where it is while the first reading is under way. */
    private static final double ROW_HEIGHT = 58;

    private final ServersEntrance servers;
    private final ActionControls controls;

    ServerRows(ServersEntrance servers, ActionControls controls) {
        this.servers = servers;
        this.controls = controls;
    }

    ScreenPart of(ServerList list, Action adds) {
        Label title = new Label("Servers");
        title.getStyleClass().add("h2");
        EmbeddedRows<ServerLine> rows = new EmbeddedRows<>(ServerLine::id, this::row);
        rows.setMinHeight(ROW_HEIGHT);
        return new EmbeddedList<>(list, title, controls.button(adds), rows, rows::show);
    }

    private EmbeddedRow<ServerLine> row(String id) {
        StackPane name = EmbeddedRow.wide();
        name.setMinWidth(NARROWEST_NAME);
        StackPane state = EmbeddedRow.fixed(STATE_WIDTH);
        Sparkline cpuLine = line();
        Sparkline memoryLine = line();
        Label cpu = EmbeddedRow.figures(CPU_WIDTH);
        Label memory = EmbeddedRow.figures(MEMORY_WIDTH);
        Action opens = Action.of("overview.server", "Open its charts", "fth-arrow-right", () -> servers.reveal(id))
                .withCurl(() -> ServerCalls.latest(id));
        return new EmbeddedRow<>(
                opens::run,
                (row, line) -> {
                    // Its values change with every reading, itself seldom.
                    if (!line.server().equals(row.getUserData())) {
                        row.setUserData(line.server());
                        name.getChildren().setAll(ServerIcons.name(line.server()));
                        state.getChildren().setAll(ServerIcons.state(line.server()));
                    }
                    cpu.setText(ServerLabels.value(line.value(Metric.CPU)));
                    memory.setText(ServerLabels.valueOfLimit(line.value(Metric.MEMORY)));
                    cpuLine.show(line.cpu(), line.hour(), FULL);
                    memoryLine.show(line.memory(), line.hour(), line.memoryTop());
                    for (Node each : List.of(cpu, memory, cpuLine, memoryLine)) {
                        each.pseudoClassStateChanged(ListColumns.DIMMED, !line.isOnline());
                    }
                    row.setAccessibleText(line.name() + ", " + line.server().state().words + ", CPU " + cpu.getText()
                            + ", memory " + memory.getText());
                },
                name,
                state,
                word("CPU"),
                cpuLine,
                cpu,
                word("Memory"),
                memoryLine,
                memory,
                controls.iconButton(opens));
    }

    private static Label word(String text) {
        Label word = new Label(text);
        word.getStyleClass().addAll("dim", "small");
        word.setMinWidth(Region.USE_PREF_SIZE);
        return word;
    }

    private static Sparkline line() {
        Sparkline line = new Sparkline();
        // It gives way first where the window is narrow or the assistant stands beside it.
        line.setMinWidth(NARROWEST_LINE);
        line.setPrefWidth(LINE_WIDTH);
        line.setMaxWidth(LINE_WIDTH);
        line.setMaxHeight(Region.USE_PREF_SIZE);
        return line;
    }
}
