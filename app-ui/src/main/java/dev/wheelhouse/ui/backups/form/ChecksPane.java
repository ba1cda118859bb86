package dev.wheelhouse.ui.backups.form;

import dev.wheelhouse.core.backups.BackupCheck;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.List;
import javafx.geometry.VPos;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;

/** The checks of database and destination, a line for each; takes no room without any. */
final class ChecksPane extends GridPane {

    private final Workbench workbench;
    private final ActionControls controls;

    ChecksPane(Workbench workbench, ActionControls controls) {
        super(8, 4);
        this.workbench = workbench;
        this.controls = controls;
        setId("checks");
        ColumnConstraints detail = new ColumnConstraints();
        detail.setHgrow(Priority.ALWAYS);
        getColumnConstraints()
                .setAll(new ColumnConstraints(), new ColumnConstraints(), detail, new ColumnConstraints());
        show(List.of());
    }

    void show(List<BackupCheck> checks) {
        getChildren().clear();
        for (int row = 0; row < checks.size(); row++) {
            BackupCheck each = checks.get(row);
            VBox found = new VBox(2, Nodes.wrapped(each.detail(), "small", each.ok() ? "dim" : "danger-text"));
            FontIcon sign = sign(each);
            addRow(row, sign, Nodes.whole(words(each.name()), "small"), found);
            String command = each.command();
            if (command != null) {
                found.getChildren().add(Nodes.wrapped(command, "small", "mono"));
                add(controls.iconButton(copy(words(each.name()), command)), 3, row);
            }
        }
        getChildren().forEach(each -> setValignment(each, VPos.TOP));
        Shown.when(this, !checks.isEmpty());
    }

    private static FontIcon sign(BackupCheck check) {
        return switch (check.state()) {
            case FAILED -> named("Failed", Nodes.icon("fth-x-circle", "danger-icon"));
            case ADVICE -> named("Advice", Nodes.icon("fth-alert-triangle", "warning-icon"));
            case PASSED -> named("Passed", Nodes.icon("fth-check-circle", "success-icon"));
        };
    }

    private static FontIcon named(String name, FontIcon sign) {
        sign.setAccessibleText(name);
        return sign;
    }

    private Action copy(String name, String command) {
        return Action.of(
                "backups.copy-check",
                "Copy command of " + name,
                "fth-clipboard",
                () -> workbench.copy(command, "The command"));
    }

    private static String words(String name) {
        return switch (name) {
            case "version" -> "Server";
            case "settings" -> "Settings";
            case "retention" -> "Slot WAL limit";
            case "idle" -> "Slot idle limit";
            case "replication" -> "Replication";
            case "destination" -> "Destination";
            case "pg_dump", "pg_restore" -> name;
            case "risk" -> "Risk";
            case "login" -> "Login";
            case "file" -> "File";
            default -> "Connection";
        };
    }
}
