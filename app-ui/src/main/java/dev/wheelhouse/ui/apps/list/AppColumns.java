package dev.wheelhouse.ui.apps.list;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.list.ListColumns;
import dev.wheelhouse.ui.list.LiveRow;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import javafx.geometry.Pos;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;

/** The columns of the list of apps. Figures of an app that does not run are dimmed. */
public final class AppColumns {

    private static final double NAME = 208;
    private static final double STATE = 264;
    private static final double SERVER = 108;
    private static final double MEMORY = 168;
    private static final double SHORT = 73;
    private static final double RESTARTS = 92;
    private static final double TOOLS = 104;

    private final ListColumns<LiveRow<AppLine>, AppLine> columns = ListColumns.ofRows(_ -> false);
    private final AppCommands commands;
    private final ActionControls controls;

    public AppColumns(AppCommands commands, ActionControls controls) {
        this.commands = commands;
        this.controls = controls;
    }

    public List<TableColumn<LiveRow<AppLine>, AppLine>> all() {
        TableColumn<LiveRow<AppLine>, AppLine> name =
                columns.column("App", NAME, (cell, line) -> cell.setGraphic(AppIcons.name(line)));
        name.setComparator(Comparator.comparing(AppLine::name, String.CASE_INSENSITIVE_ORDER));
        TableColumn<LiveRow<AppLine>, AppLine> state =
                columns.column("State", STATE, (cell, line) -> cell.setGraphic(AppIcons.stateWithMore(line)));
        state.setComparator(Comparator.comparing((AppLine line) -> !line.isTroubled())
                .thenComparing(AppLabels::state)
                .thenComparing(AppLine::name));
        TableColumn<LiveRow<AppLine>, AppLine> server =
                columns.column("Server", SERVER, (cell, line) -> cell.setText(line.serverName()));
        server.setComparator(Comparator.comparing(AppLine::serverName));
        return List.of(
                name,
                state,
                server,
                figures("CPU", SHORT, AppLabels::cpu, AppColumns::cpuOf),
                figures("Memory", MEMORY, AppLabels::memory, AppColumns::memoryOf),
                figures("Restarts", RESTARTS, AppLabels::restarts, AppColumns::restartsOf),
                figures("Replicas", SHORT + 14, AppLabels::replicas, line -> (double) line.runningReplicas()),
                tools());
    }

    private static double cpuOf(AppLine line) {
        return line.status() == null
                ? -1
                : Objects.requireNonNullElse(line.status().cpuPercent(), -1.0);
    }

    private static double memoryOf(AppLine line) {
        return line.status() == null || line.status().memoryBytes() == null
                ? -1
                : (double) line.status().memoryBytes();
    }

    private static double restartsOf(AppLine line) {
        return line.status() == null ? -1 : (double) line.status().restarts();
    }

    /** Start or stop, and restart. */
    private TableColumn<LiveRow<AppLine>, AppLine> tools() {
        TableColumn<LiveRow<AppLine>, AppLine> tools = columns.fixed("", TOOLS);
        tools.setSortable(false);
        tools.setCellFactory(_ -> new ToolsCell());
        return tools;
    }

    /** Its buttons stay while what they do stays, so that a press is never lost. */
    private final class ToolsCell extends TableCell<LiveRow<AppLine>, AppLine> {

        private @Nullable AppLine shown;

        @Override
        protected void updateItem(@Nullable AppLine line, boolean empty) {
            super.updateItem(line, empty);
            setText(null);
            if (empty || line == null) {
                shown = null;
                setGraphic(null);
                return;
            }
            AppLine before = shown;
            if (before != null && sameTools(before, line)) {
                return;
            }
            shown = line;
            List<AppLine> one = List.of(line);
            Action first = commands.startOrStop(line).getFirst();
            HBox buttons = new HBox(4, controls.iconButton(first), controls.iconButton(commands.restart(one)));
            buttons.setAlignment(Pos.CENTER_RIGHT);
            buttons.getChildren().forEach(each -> each.setFocusTraversable(false));
            setGraphic(buttons);
        }

        private static boolean sameTools(AppLine before, AppLine now) {
            return before.id().equals(now.id())
                    && before.canStop() == now.canStop()
                    && before.canStart() == now.canStart()
                    && before.isBusy() == now.isBusy();
        }
    }

    private TableColumn<LiveRow<AppLine>, AppLine> figures(
            String title, double width, Function<AppLine, String> words, Function<AppLine, Double> order) {
        TableColumn<LiveRow<AppLine>, AppLine> column = columns.figures(title, width, (cell, line) -> {
            cell.setText(words.apply(line));
            cell.pseudoClassStateChanged(ListColumns.DIMMED, !line.isRunning());
        });
        column.setComparator(Comparator.comparing(order));
        return column;
    }
}
