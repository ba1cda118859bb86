package dev.wheelhouse.ui.backups.list;

import dev.wheelhouse.core.backups.BackupRun;
import dev.wheelhouse.core.backups.Destination;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.chart.ChartUnit;
import dev.wheelhouse.ui.list.ListColumns;
import dev.wheelhouse.ui.list.LiveRow;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import javafx.scene.Node;
import javafx.scene.control.TableColumn;

/** The columns of the list of backups. One that is paused is dimmed. */
public final class BackupColumns {

    private final ListColumns<LiveRow<BackupLine>, BackupLine> columns = ListColumns.ofRows(line -> !line.isEnabled());

    public List<TableColumn<LiveRow<BackupLine>, BackupLine>> all() {
        TableColumn<LiveRow<BackupLine>, BackupLine> database = columns.column(
                "Database",
                190,
                (cell, line) -> cell.setGraphic(Nodes.stacked(
                        Nodes.narrow(line.database(), "h3"), Nodes.narrow(line.method(), "dim", "small"))));
        database.setComparator(Comparator.comparing(BackupLine::database, String.CASE_INSENSITIVE_ORDER));
        TableColumn<LiveRow<BackupLine>, BackupLine> wal = columns.column(
                "State",
                270,
                (cell, line) -> cell.setGraphic(Nodes.stated(BackupLabels.look(line.state()), line.walWords())));
        wal.setComparator(Comparator.comparing((BackupLine line) -> !line.isTroubled())
                .thenComparing(BackupLine::state)
                .thenComparing(BackupLine::database));
        TableColumn<LiveRow<BackupLine>, BackupLine> last =
                columns.column("Last backup", 190, (cell, line) -> cell.setGraphic(last(line)));
        last.setSortable(false);
        TableColumn<LiveRow<BackupLine>, BackupLine> next = columns.column(
                "Next backup",
                150,
                (cell, line) -> cell.setGraphic(
                        Nodes.stacked(Nodes.narrow(line.nextIn()), Nodes.narrow(line.nextAt(), "dim", "small"))));
        next.setComparator(Comparator.comparing(
                (BackupLine line) -> Objects.requireNonNullElse(line.overview().nextRunAt(), Instant.MAX)));
        TableColumn<LiveRow<BackupLine>, BackupLine> kept =
                columns.figures("Retained WAL", 124, (cell, line) -> cell.setText(retained(line)));
        kept.setSortable(false);
        TableColumn<LiveRow<BackupLine>, BackupLine> destination =
                columns.column("Stored in", 190, (cell, line) -> cell.setGraphic(destination(line)));
        destination.setComparator(Comparator.comparing(
                (BackupLine line) -> line.config().destination().words()));
        return List.of(database, wal, last, next, kept, destination);
    }

    /** The last base backup: how it ended, its size and its age. */
    public static Node last(BackupLine line) {
        BackupRun run = line.overview().lastRun();
        return run == null
                ? Nodes.label("None yet", "dim")
                : Nodes.stated(BackupLabels.look(run.status()), line.lastWords());
    }

    /** What the database server keeps until it is stored. */
    static String retained(BackupLine line) {
        Long bytes = line.overview().progress().retainedBytes();
        return bytes == null ? "—" : ChartUnit.BYTES.words(bytes);
    }

    private static Node destination(BackupLine line) {
        Destination destination = line.config().destination();
        return Nodes.stacked(
                Nodes.narrow(destination.words()),
                Nodes.narrow(BackupLabels.provider(destination.provider()), "dim", "small"));
    }
}
