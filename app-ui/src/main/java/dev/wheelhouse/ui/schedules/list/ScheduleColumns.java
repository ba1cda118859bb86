package dev.wheelhouse.ui.schedules.list;

import atlantafx.base.controls.ToggleSwitch;
import dev.wheelhouse.ui.controls.timeline.RunBars;
import dev.wheelhouse.ui.list.ListColumns;
import dev.wheelhouse.ui.list.LiveRow;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import javafx.geometry.Pos;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import org.jspecify.annotations.Nullable;

/** The columns of the list of schedules. One that is switched off is dimmed. */
public final class ScheduleColumns {

    private static final double SWITCH = 60;
    private static final double NAME = 210;
    private static final double SERVER = 100;
    private static final double WHEN = 220;
    private static final double NEXT = 140;
    private static final double LAST = 204;
    private static final double BARS = 166;
    private static final double BARS_HEIGHT = 30;

    private final ListColumns<LiveRow<ScheduleLine>, ScheduleLine> columns =
            ListColumns.ofRows(line -> !line.schedule().enabled());
    private final ScheduleCommands commands;
    private final ZoneId zone;

    /** @param zone in which times are shown */
    public ScheduleColumns(ScheduleCommands commands, ZoneId zone) {
        this.commands = commands;
        this.zone = zone;
    }

    public List<TableColumn<LiveRow<ScheduleLine>, ScheduleLine>> all() {
        TableColumn<LiveRow<ScheduleLine>, ScheduleLine> enabled = columns.fixed("On", SWITCH);
        enabled.setComparator(
                Comparator.comparing((ScheduleLine line) -> !line.schedule().enabled())
                        .thenComparing(ScheduleLine::name));
        enabled.setCellFactory(_ -> new SwitchCell());
        TableColumn<LiveRow<ScheduleLine>, ScheduleLine> name =
                columns.column("Schedule", NAME, (cell, line) -> cell.setGraphic(ScheduleIcons.name(line)));
        name.setComparator(Comparator.comparing(ScheduleLine::name, String.CASE_INSENSITIVE_ORDER));
        TableColumn<LiveRow<ScheduleLine>, ScheduleLine> server =
                columns.column("Server", SERVER, (cell, line) -> cell.setText(line.serverName()));
        server.setComparator(Comparator.comparing(ScheduleLine::serverName));
        TableColumn<LiveRow<ScheduleLine>, ScheduleLine> when =
                columns.column("When", WHEN, (cell, line) -> cell.setGraphic(ScheduleIcons.when(line, zone)));
        when.setSortable(false);
        TableColumn<LiveRow<ScheduleLine>, ScheduleLine> next =
                columns.column("Next run", NEXT, (cell, line) -> cell.setGraphic(ScheduleIcons.next(line)));
        next.setComparator(
                Comparator.comparing((ScheduleLine line) -> Objects.requireNonNullElse(line.next(), Instant.MAX)));
        TableColumn<LiveRow<ScheduleLine>, ScheduleLine> last =
                columns.column("Last run", LAST, (cell, line) -> cell.setGraphic(ScheduleIcons.last(line)));
        last.setComparator(
                Comparator.comparing((ScheduleLine line) -> !line.isTroubled()).thenComparing(ScheduleLine::name));
        TableColumn<LiveRow<ScheduleLine>, ScheduleLine> bars = columns.bare("History", BARS);
        bars.setSortable(false);
        bars.setCellFactory(_ -> new BarsCell());
        return List.of(enabled, name, server, when, next, last, bars);
    }

    /** Its switch stays while the line changes, so that a press is never lost. */
    private final class SwitchCell extends TableCell<LiveRow<ScheduleLine>, ScheduleLine> {

        private final ToggleSwitch toggle = new ToggleSwitch();
        private boolean isFilling;

        SwitchCell() {
            toggle.setFocusTraversable(false);
            setAlignment(Pos.CENTER_LEFT);
            toggle.selectedProperty().addListener((_, _, on) -> {
                ScheduleLine line = getItem();
                if (!isFilling && line != null) {
                    commands.setEnabled(line.schedule(), on, this::showState);
                }
            });
        }

        @Override
        protected void updateItem(@Nullable ScheduleLine line, boolean empty) {
            super.updateItem(line, empty);
            if (empty || line == null) {
                setGraphic(null);
                return;
            }
            showState();
            setGraphic(toggle);
        }

        /** As it is, whatever was pressed. */
        private void showState() {
            ScheduleLine line = getItem();
            if (line != null) {
                isFilling = true;
                toggle.setSelected(line.schedule().enabled());
                isFilling = false;
                toggle.setAccessibleText(line.name() + (line.schedule().enabled() ? " is on" : " is off"));
            }
        }
    }

    /** Its bars stay while the line changes, so that what is under the pointer stays too. */
    private static final class BarsCell extends TableCell<LiveRow<ScheduleLine>, ScheduleLine> {

        private final RunBars bars = new RunBars(ScheduleList.RUNS_SEEN, BARS_HEIGHT);

        BarsCell() {
            bars.setMaxHeight(BARS_HEIGHT);
        }

        @Override
        protected void updateItem(@Nullable ScheduleLine line, boolean empty) {
            super.updateItem(line, empty);
            if (empty || line == null) {
                setGraphic(null);
                return;
            }
            bars.show(line.bars(), line.barWords());
            setGraphic(bars);
        }
    }
}
