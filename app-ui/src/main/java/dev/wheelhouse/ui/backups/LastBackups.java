package dev.wheelhouse.ui.backups;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.backups.list.BackupCalls;
import dev.wheelhouse.ui.backups.list.BackupColumns;
import dev.wheelhouse.ui.backups.list.BackupLabels;
import dev.wheelhouse.ui.backups.list.BackupLine;
import dev.wheelhouse.ui.backups.list.BackupList;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.screen.EmbeddedList;
import dev.wheelhouse.ui.screen.EmbeddedRow;
import dev.wheelhouse.ui.screen.EmbeddedRows;
import dev.wheelhouse.ui.shell.ScreenPart;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

/** How old the last backups are, those in trouble first, as a part of the overview. */
final class LastBackups {

    private static final int MOST = 5;
    private static final double STATE = 230;
    private static final double LAST = 190;
    private static final Comparator<BackupLine> TROUBLED_FIRST = Comparator.comparing(
                    (BackupLine line) -> !line.isTroubled())
            .thenComparing(line -> !line.needsRehearsal())
            .thenComparing(BackupLine::database, String.CASE_INSENSITIVE_ORDER);

    private final Consumer<String> opens;
    private final ActionControls controls;

    /** @param opens the page of one */
    LastBackups(Consumer<String> opens, ActionControls controls) {
        this.opens = opens;
        this.controls = controls;
    }

    /** @param all opens the screen of backups */
    ScreenPart of(BackupList list, Runnable all) {
        Label title = Nodes.label("Last backups", "h2");
        Button every = controls.button(
                Action.of("overview.backups", "All backups", "fth-archive", all).withCurl(BackupCalls::list));
        every.getStyleClass().add("flat");
        EmbeddedRows<BackupLine> rows = new EmbeddedRows<>(BackupLine::id, this::row);
        rows.setVisible(false);
        return new EmbeddedList<>(list, title, every, rows, lines -> {
            List<BackupLine> now =
                    lines.stream().sorted(TROUBLED_FIRST).limit(MOST).toList();
            rows.show(now);
            rows.setVisible(!now.isEmpty());
        });
    }

    private EmbeddedRow<BackupLine> row(String id) {
        Label name = Nodes.narrow("", "h3");
        Label rehearsed = Nodes.narrow("", "small");
        VBox words = new VBox(2, name, rehearsed);
        words.setMinWidth(0);
        HBox.setHgrow(words, Priority.ALWAYS);
        StackPane state = EmbeddedRow.fixed(STATE);
        StackPane last = EmbeddedRow.fixed(LAST);
        Action open = Action.of("overview.backup", "Open its page", "fth-arrow-right", () -> opens.accept(id))
                .withCurl(() -> BackupCalls.runs(id));
        return new EmbeddedRow<>(
                open::run,
                (row, line) -> {
                    name.setText(line.database());
                    rehearsed.setText(line.rehearsed());
                    rehearsed.getStyleClass().setAll("label", "small", line.needsRehearsal() ? "warning-text" : "dim");
                    state.getChildren().setAll(Nodes.stated(BackupLabels.look(line.state()), line.walWords()));
                    last.getChildren().setAll(BackupColumns.last(line));
                    row.setAccessibleText(line.database() + ", "
                            + BackupLabels.look(line.state()).words() + ", last base backup " + line.lastWords());
                },
                words,
                state,
                last,
                controls.iconButton(open));
    }
}
