package dev.wheelhouse.ui.schedules.page;

import dev.wheelhouse.core.schedules.ScheduleRun;
import dev.wheelhouse.ui.list.ListColumns;
import dev.wheelhouse.ui.schedules.list.ScheduleIcons;
import dev.wheelhouse.ui.schedules.list.ScheduleLabels;
import dev.wheelhouse.ui.words.Moments;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.control.Tooltip;
import org.jspecify.annotations.Nullable;

/** The runs of a schedule below each other, newest first. */
final class RunTable {

    private static final double ROW_HEIGHT = 30;
    private static final int NEAR_THE_END = 20;
    private static final double STATUS = 124;
    private static final double MOMENT = 156;
    private static final double STARTED = 110;
    private static final double TOOK = 104;
    private static final double EXIT = 52;
    private static final double NOTE = 170;

    private final ListColumns<ScheduleRun, ScheduleRun> columns = ListColumns.ofLines(_ -> false);
    private final SchedulePageViewModel model;
    private final ZoneId zone;
    private final TableView<ScheduleRun> table = new TableView<>();
    private boolean isFollowing;

    RunTable(SchedulePageViewModel model) {
        this.model = model;
        this.zone = model.list.zone();
        table.getStyleClass().addAll("edge-to-edge", "run-table");
        table.getColumns().setAll(columns());
        table.setItems(model.runs());
        table.setFixedCellSize(ROW_HEIGHT);
        table.setPlaceholder(new Label(""));
        table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
        table.setRowFactory(_ -> new Row());
        table.getSelectionModel().selectedItemProperty().addListener((_, _, run) -> {
            if (run != null && !isFollowing) {
                model.select(run.id());
            }
        });
        model.selectedProperty().addListener(_ -> follow());
        model.output.readingProperty().addListener(_ -> follow());
    }

    /** A table forgets its selection when a row is replaced, as a run that goes on does. */
    void follow() {
        String wanted = model.selectedProperty().get();
        ScheduleRun now = table.getSelectionModel().getSelectedItem();
        if (now != null && now.id().equals(wanted)) {
            return;
        }
        isFollowing = true;
        for (int i = 0; i < table.getItems().size(); i++) {
            if (table.getItems().get(i).id().equals(wanted)) {
                table.getSelectionModel().select(i);
                table.scrollTo(Math.max(0, i - 3));
            }
        }
        isFollowing = false;
    }

    /** A row that asks for older runs when it comes near the end. */
    private final class Row extends TableRow<ScheduleRun> {

        @Override
        protected void updateItem(@Nullable ScheduleRun run, boolean empty) {
            super.updateItem(run, empty);
            if (!empty && getIndex() >= model.runs().size() - NEAR_THE_END) {
                model.readMoreSoon();
            }
        }
    }

    private List<TableColumn<ScheduleRun, ScheduleRun>> columns() {
        List<TableColumn<ScheduleRun, ScheduleRun>> all = new ArrayList<>();
        all.add(columns.column("Status", STATUS, (cell, run) -> cell.setGraphic(ScheduleIcons.status(run.status()))));
        all.add(columns.column("Due", MOMENT, (cell, run) -> cell.setText(moment(run.dueAt()))));
        all.add(columns.column("Started", STARTED, (cell, run) -> cell.setText(started(run))));
        TableColumn<ScheduleRun, ScheduleRun> took = columns.figures("Duration", TOOK, (_, _) -> {});
        took.setCellFactory(_ -> new TookCell());
        all.add(took);
        all.add(columns.figures(
                "Exit",
                EXIT,
                (cell, run) -> cell.setText(
                        run.exitCode() == null ? "—" : run.exitCode().toString())));
        all.add(columns.column("Note", NOTE, (cell, run) -> {
            String note = note(run);
            cell.setText(note);
            cell.setTooltip(note.isEmpty() ? null : new Tooltip(note));
        }));
        all.forEach(each -> each.setSortable(false));
        return all;
    }

    /** How long a run took; goes on while it runs. */
    private final class TookCell extends TableCell<ScheduleRun, ScheduleRun> {

        TookCell() {
            setAlignment(Pos.CENTER_RIGHT);
            // Of each change: one who only hears that it is not valid any more hears so once.
            model.nowProperty().addListener((_, _, _) -> showTime());
        }

        @Override
        protected void updateItem(@Nullable ScheduleRun run, boolean empty) {
            super.updateItem(run, empty);
            showTime();
        }

        private void showTime() {
            ScheduleRun run = getItem();
            setText(
                    run == null || isEmpty()
                            ? null
                            : ScheduleLabels.took(run, now())
                                    .map(ScheduleLabels::duration)
                                    .orElse("—"));
        }
    }

    private static String note(ScheduleRun run) {
        String trigger = ScheduleLabels.trigger(run.trigger());
        if (run.error() == null) {
            return ScheduleLabels.capital(trigger);
        }
        return trigger.isEmpty() ? run.error() : run.error() + " (" + trigger + ")";
    }

    private Instant now() {
        return model.list.clock().instant();
    }

    private String moment(@Nullable Instant at) {
        return at == null ? "—" : Moments.onDay(at, now(), zone);
    }

    /** The time alone where the day is that when it was due. */
    private String started(ScheduleRun run) {
        Instant at = run.startedAt();
        if (at == null) {
            return "—";
        }
        Instant due = run.dueAt();
        boolean sameDay = due != null
                && due.atZone(zone).toLocalDate().equals(at.atZone(zone).toLocalDate());
        return sameDay ? ScheduleLabels.exactTime(at, zone) : Moments.onDay(at, now(), zone);
    }

    TableView<ScheduleRun> root() {
        return table;
    }
}
