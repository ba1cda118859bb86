package dev.wheelhouse.ui.apps.page;

import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.ui.apps.list.AppLabels;
import dev.wheelhouse.ui.apps.list.AppLine;
import dev.wheelhouse.ui.databases.history.HistoryLabels;
import dev.wheelhouse.ui.words.Moments;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

/** The copies of an app. */
final class InstanceTable extends TableView<Instance> {

    private static final double ROW_HEIGHT = 34;
    private static final String NOTHING = "—";

    private final Clock clock;
    private Instant now = Instant.EPOCH;

    InstanceTable(Clock clock) {
        this.clock = clock;
        getStyleClass().addAll("edge-to-edge", "list-table", "instance-table");
        setFixedCellSize(ROW_HEIGHT);
        setPlaceholder(new Label("No replica on its server yet; the first start creates it."));
        setColumnResizePolicy(CONSTRAINED_RESIZE_POLICY_SUBSEQUENT_COLUMNS);
        TableColumn<Instance, Instance> state = column("State", 150, each -> each.running() ? "Running" : "Exited");
        state.setCellFactory(_ -> new StateCell());
        getColumns()
                .setAll(List.of(
                        column("Replica", 190, Instance::name),
                        state,
                        figures("Process", 90, each -> each.pid() == null ? NOTHING : Long.toString(each.pid())),
                        column("Since", 260, this::since),
                        figures("Restarts", 84, each -> Long.toString(each.restarts())),
                        figures(
                                "Memory",
                                110,
                                each -> each.use() == null
                                        ? NOTHING
                                        : AppLabels.bytes(each.use().memoryBytes())),
                        column("Why", 220, InstanceTable::why)));
    }

    void show(AppLine line) {
        now = clock.instant();
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
        String exit = AppLabels.exit(instance);
        return exit.isEmpty() || instance.detail().isEmpty()
                ? exit + instance.detail()
                : exit + " · " + instance.detail();
    }

    private static TableColumn<Instance, Instance> figures(
            String title, double width, Function<Instance, String> words) {
        TableColumn<Instance, Instance> column = column(title, width, words);
        column.getStyleClass().addAll("figures-column", "right-column");
        return column;
    }

    private static TableColumn<Instance, Instance> column(
            String title, double width, Function<Instance, String> words) {
        TableColumn<Instance, Instance> column = new TableColumn<>(title);
        column.setPrefWidth(width);
        column.setReorderable(false);
        column.setSortable(false);
        column.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue()));
        column.setCellFactory(_ -> new TableCell<>() {
            @Override
            protected void updateItem(@Nullable Instance instance, boolean empty) {
                super.updateItem(instance, empty);
                setText(empty || instance == null ? null : words.apply(instance));
                setAlignment(column.getStyleClass().contains("right-column") ? Pos.CENTER_RIGHT : Pos.CENTER_LEFT);
            }
        });
        return column;
    }

    /** A sign and a word. */
    private static final class StateCell extends TableCell<Instance, Instance> {

        @Override
        protected void updateItem(@Nullable Instance instance, boolean empty) {
            super.updateItem(instance, empty);
            setText(null);
            setGraphic(null);
            if (empty || instance == null) {
                return;
            }
            boolean failed = instance.exitCode() != null && instance.exitCode() != 0;
            FontIcon icon = new FontIcon(
                    instance.running() ? "fth-check-circle" : failed ? "fth-x-octagon" : "fth-stop-circle");
            icon.getStyleClass().add(instance.running() ? "success-icon" : failed ? "danger-icon" : "muted-icon");
            setGraphic(icon);
            setGraphicTextGap(6);
            setText(instance.running() ? "Running" : failed ? "Failed" : "Not running");
        }
    }
}
