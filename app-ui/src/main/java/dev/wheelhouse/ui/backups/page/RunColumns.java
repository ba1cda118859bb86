package dev.wheelhouse.ui.backups.page;

import dev.wheelhouse.ui.backups.list.BackupLabels;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.list.ListColumns;
import dev.wheelhouse.ui.list.LiveRow;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.TableColumn;
import javafx.scene.control.Tooltip;
import org.kordamp.ikonli.javafx.FontIcon;

/** The columns of the runs of a backup configuration. */
final class RunColumns {

    private final ListColumns<LiveRow<RunLine>, RunLine> columns = ListColumns.ofRows(_ -> false);

    List<TableColumn<LiveRow<RunLine>, RunLine>> all() {
        List<TableColumn<LiveRow<RunLine>, RunLine>> all = List.of(
                columns.column(
                        "Backup",
                        140,
                        (cell, line) -> cell.setGraphic(
                                Nodes.stated(BackupLabels.look(line.run().status()), line.below()))),
                columns.column("Started", 160, (cell, line) -> cell.setText(line.began())),
                columns.figures("Duration", 112, (cell, line) -> cell.setText(line.took())),
                columns.figures("Stored", 90, (cell, line) -> cell.setText(line.size())),
                columns.column("Kept", 56, (cell, line) -> {
                    if (line.run().keep()) {
                        FontIcon kept = Nodes.icon("fth-lock", "accent-icon");
                        kept.setAccessibleText("Kept");
                        cell.setGraphic(kept);
                        cell.setTooltip(new Tooltip("Kept until it is released"));
                    }
                }),
                columns.column("Note", 240, (cell, line) -> cell.setGraphic(note(line))));
        all.forEach(each -> each.setSortable(false));
        return all;
    }

    private static Node note(RunLine line) {
        Node words = Nodes.narrow(line.note(), "small");
        if (!line.note().isEmpty()) {
            Tooltip.install(words, new Tooltip(line.note()));
        }
        if (line.run().status().isFinal() || line.progress() < 0) {
            return words;
        }
        ProgressBar bar = new ProgressBar(line.progress());
        bar.setMaxWidth(Double.MAX_VALUE);
        return Nodes.stacked(words, bar);
    }
}
