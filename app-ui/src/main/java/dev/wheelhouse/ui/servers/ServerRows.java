package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.chart.ChartSeries;
import dev.wheelhouse.ui.controls.chart.Sparkline;
import dev.wheelhouse.ui.servers.desk.ShownServer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javafx.collections.ListChangeListener;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** Servers below each other with what they do now, for the overview. A row stays the same node while its values change. */
public final class ServerRows extends VBox {

    private static final PseudoClass DIMMED = PseudoClass.getPseudoClass("dimmed");
    private static final double FULL = 100;
    private static final double LINE_WIDTH = 110;
    private static final double CPU_WIDTH = 48;
    private static final double MEMORY_WIDTH = 128;
    private static final double STATE_WIDTH = 124;

    private final ServerList list;
    private final ServersEntrance servers;
    private final ActionControls controls;
    private final Map<String, Row> rows = new LinkedHashMap<>();
    private final ListChangeListener<ServerLine> onServers = _ -> show();

    public ServerRows(ServerList list, ServersEntrance servers, ActionControls controls) {
        this.list = list;
        this.servers = servers;
        this.controls = controls;
        getStyleClass().add("overview-rows");
    }

    public void onShow() {
        list.items().addListener(onServers);
        show();
    }

    public void onHide() {
        list.items().removeListener(onServers);
    }

    private void show() {
        List<String> before = List.copyOf(rows.keySet());
        List<String> now = list.items().stream().map(ServerLine::id).toList();
        rows.keySet().retainAll(now);
        for (ServerLine line : list.items()) {
            rows.computeIfAbsent(line.id(), Row::new).show(line);
        }
        if (!before.equals(now)) {
            getChildren().setAll(now.stream().map(id -> (Node) rows.get(id)).toList());
        }
    }

    /** One server. */
    private final class Row extends HBox {

        private final StackPane name = new StackPane();
        private final StackPane state = new StackPane();
        private final Sparkline cpuLine = new Sparkline();
        private final Sparkline memoryLine = new Sparkline();
        private final Label cpu = figures(CPU_WIDTH);
        private final Label memory = figures(MEMORY_WIDTH);
        private @Nullable ShownServer shown;

        private Row(String id) {
            super(12);
            getStyleClass().addAll("overview-row", "clickable");
            setAlignment(Pos.CENTER_LEFT);
            setFocusTraversable(true);
            name.setAlignment(Pos.CENTER_LEFT);
            name.setMinWidth(0);
            HBox.setHgrow(name, Priority.ALWAYS);
            state.setAlignment(Pos.CENTER_LEFT);
            state.setMinWidth(STATE_WIDTH);
            Action opens = Action.of("overview.server", "Open its charts", "fth-arrow-right", () -> servers.reveal(id))
                    .withCurl(() -> ServerCalls.latest(id));
            for (Sparkline line : List.of(cpuLine, memoryLine)) {
                line.setMinWidth(LINE_WIDTH);
                line.setMaxWidth(LINE_WIDTH);
                line.setMaxHeight(Region.USE_PREF_SIZE);
            }
            getChildren()
                    .addAll(
                            name,
                            state,
                            word("CPU"),
                            cpuLine,
                            cpu,
                            word("Memory"),
                            memoryLine,
                            memory,
                            controls.iconButton(opens));
            setOnMouseClicked(event -> {
                if (event.getButton() == MouseButton.PRIMARY) {
                    opens.run();
                }
            });
            setOnKeyPressed(event -> {
                if (event.getCode() == KeyCode.ENTER && equals(event.getTarget())) {
                    opens.run();
                }
            });
        }

        private static Label word(String text) {
            Label word = new Label(text);
            word.getStyleClass().addAll("dim", "small");
            word.setMinWidth(Region.USE_PREF_SIZE);
            return word;
        }

        private static Label figures(double width) {
            Label label = new Label();
            label.getStyleClass().add("figures");
            label.setMinWidth(width);
            label.setAlignment(Pos.CENTER_RIGHT);
            return label;
        }

        private void show(ServerLine line) {
            if (!line.server().equals(shown)) {
                shown = line.server();
                name.getChildren().setAll(ServerSigns.name(line.server()));
                state.getChildren().setAll(ServerSigns.state(line.server()));
            }
            cpu.setText(ServerWords.value(line.value(Metric.CPU)));
            memory.setText(ServerWords.valueOfLimit(line.value(Metric.MEMORY)));
            draw(cpuLine, line.cpu(), line, FULL);
            draw(memoryLine, line.memory(), line, line.memoryTop());
            for (Node each : List.of(cpu, memory, cpuLine, memoryLine)) {
                each.pseudoClassStateChanged(DIMMED, !line.isOnline());
            }
            setAccessibleText(line.name() + ", " + ServerWords.state(line.server()) + ", CPU " + cpu.getText()
                    + ", memory " + memory.getText());
        }

        private static void draw(Sparkline drawn, ChartSeries series, ServerLine line, double top) {
            if (series.isEmpty()) {
                drawn.clear();
            } else {
                drawn.show(series, line.hour(), top);
            }
        }
    }
}
