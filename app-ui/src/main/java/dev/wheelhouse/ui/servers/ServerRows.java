package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.chart.ChartSeries;
import dev.wheelhouse.ui.controls.chart.Sparkline;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.screen.EmbeddedRow;
import dev.wheelhouse.ui.screen.EmbeddedRows;
import java.util.List;
import javafx.collections.ListChangeListener;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;

/** Servers below each other with what they do now, for the overview. */
public final class ServerRows {

    private static final PseudoClass DIMMED = PseudoClass.getPseudoClass("dimmed");
    private static final double FULL = 100;
    private static final double LINE_WIDTH = 110;
    private static final double CPU_WIDTH = 48;
    private static final double MEMORY_WIDTH = 128;
    private static final double STATE_WIDTH = 124;

    private final ServerList list;
    private final ServersEntrance servers;
    private final ActionControls controls;
    private final EmbeddedRows<ServerLine> rows = new EmbeddedRows<>(ServerLine::id, this::row);
    private final ListChangeListener<LiveRow<ServerLine>> onServers = _ -> show();

    public ServerRows(ServerList list, ServersEntrance servers, ActionControls controls) {
        this.list = list;
        this.servers = servers;
        this.controls = controls;
    }

    public Node root() {
        return rows;
    }

    public void onShow() {
        list.rows().addListener(onServers);
        show();
    }

    public void onHide() {
        list.rows().removeListener(onServers);
    }

    private void show() {
        rows.show(list.rows().stream().map(LiveRow::line).toList());
    }

    private EmbeddedRow<ServerLine> row(String id) {
        StackPane name = EmbeddedRow.wide();
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
                    draw(cpuLine, line.cpu(), line, FULL);
                    draw(memoryLine, line.memory(), line, line.memoryTop());
                    for (Node each : List.of(cpu, memory, cpuLine, memoryLine)) {
                        each.pseudoClassStateChanged(DIMMED, !line.isOnline());
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
        line.setMinWidth(LINE_WIDTH);
        line.setMaxWidth(LINE_WIDTH);
        line.setMaxHeight(Region.USE_PREF_SIZE);
        return line;
    }

    private static void draw(Sparkline drawn, ChartSeries series, ServerLine line, double top) {
        if (series.isEmpty()) {
            drawn.clear();
        } else {
            drawn.show(series, line.hour(), top);
        }
    }
}
