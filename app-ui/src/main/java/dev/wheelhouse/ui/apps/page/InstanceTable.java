package dev.wheelhouse.ui.apps.page;

import dev.wheelhouse.core.apps.AppStatus;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.ui.apps.list.AppLabels;
import dev.wheelhouse.ui.apps.list.AppLine;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.databases.history.HistoryLabels;
import dev.wheelhouse.ui.list.ListColumns;
import dev.wheelhouse.ui.words.Moments;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;

/** The copies of an app. */
final class InstanceTable extends TableView<Instance> {

    private static final double ROW_HEIGHT = 34;
    private static final String NOTHING = "—";

    private final ListColumns<Instance, Instance> columns = ListColumns.ofLines(_ -> false);
    private final Label none = new Label();
    private final Clock clock;
    private Instant now = Instant.EPOCH;

    InstanceTable(Clock clock) {
        this.clock = clock;
        getStyleClass().addAll("edge-to-edge", "list-table", "instance-table");
        setFixedCellSize(ROW_HEIGHT);
        setPlaceholder(none);
        setColumnResizePolicy(CONSTRAINED_RESIZE_POLICY_SUBSEQUENT_COLUMNS);
        getColumns()
                .setAll(List.of(
                        words("Replica", 190, Instance::name),
                        columns.column("State", 150, InstanceTable::drawState),
                        figures("Process", 90, each -> each.pid() == null ? NOTHING : Long.toString(each.pid())),
                        words("Since", 260, this::since),
                        figures("Restarts", 84, each -> Long.toString(each.restarts())),
                        figures(
                                "Memory",
                                110,
                                each -> each.use() == null
                                        ? NOTHING
                                        : AppLabels.bytes(each.use().memoryBytes())),
                        words("Why", 220, InstanceTable::why)));
        getColumns().forEach(each -> each.setSortable(false));
    }

    void show(AppLine line) {
        now = clock.instant();
        none.setText(
                line.state().equals(Optional.of(AppStatus.State.UNKNOWN))
                        ? "What runs on its server cannot be seen now."
                        : "No replica on its server yet; the first start creates it.");
        List<Instance> instances = line.instances();
        if (getItems().size() != instances.size()) {
            getItems().setAll(instances);
            return;
        }
        for (int i = 0; i < instances.size(); i++) {
            if (!instances.get(i).equals(getItems().get(i))) {
                getItems().set(i, instances.get(i));
            }
        }
        refresh();
    }

    private String since(Instance instance) {
        Instant at = instance.running() ? instance.startedAt() : instance.endedAt();
        if (at == null) {
            return NOTHING;
        }
        String span = Moments.span(Duration.between(at, now));
        return (instance.running() ? "for " + span : span + " ago") + "  ·  "
                + HistoryLabels.moment(at, ZoneId.systemDefault());
    }

    private static String why(Instance instance) {
        return AppLabels.joined(AppLabels.exit(instance.exitCode()), instance.detail());
    }

    private TableColumn<Instance, Instance> words(String title, double width, Function<Instance, String> words) {
        return columns.column(title, width, (cell, instance) -> cell.setText(words.apply(instance)));
    }

    private TableColumn<Instance, Instance> figures(String title, double width, Function<Instance, String> words) {
        return columns.figures(title, width, (cell, instance) -> cell.setText(words.apply(instance)));
    }

    /** A sign and a word. */
    private static void drawState(TableCell<Instance, Instance> cell, Instance instance) {
        boolean failed = instance.exitCode() != null && instance.exitCode() != 0;
        cell.setGraphic(
                instance.running()
                        ? Nodes.icon("fth-check-circle", "success-icon")
                        : failed
                                ? Nodes.icon("fth-x-octagon", "danger-icon")
                                : Nodes.icon("fth-stop-circle", "muted-icon"));
        cell.setGraphicTextGap(6);
        cell.setText(instance.running() ? "Running" : failed ? "Failed" : "Not running");
    }
}
