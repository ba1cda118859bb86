package dev.wheelhouse.ui.schedules.list;

import dev.wheelhouse.core.schedules.RunStatus;
import dev.wheelhouse.core.schedules.ScheduleRun;
import dev.wheelhouse.ui.controls.Nodes;
import java.time.ZoneId;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;

/** How schedules and runs look, wherever one is shown. */
public final class ScheduleIcons {

    private ScheduleIcons() {}

    /** The name, and below it the command in one line. */
    public static VBox name(ScheduleLine line) {
        Label command = Nodes.narrow(
                line.schedule().command().strip().replaceAll("\\s*\\R\\s*", "  ⏎  "), "dim", "small", "mono");
        return Nodes.stacked(Nodes.narrow(line.name(), "h3"), command);
    }

    /** What the expression means, and below it the expression. */
    public static VBox when(ScheduleLine line, ZoneId own) {
        Label words = Nodes.narrow(ScheduleLabels.when(line.schedule()));
        Label expression = Nodes.narrow(ScheduleLabels.expression(line.schedule(), own), "dim", "small", "mono");
        VBox box = Nodes.stacked(words, expression);
        Tooltip.install(box, new Tooltip(words.getText() + "\n" + expression.getText()));
        return box;
    }

    /** How long until the next time, and below it when that is. */
    public static VBox next(ScheduleLine line) {
        Label in = new Label(line.nextIn());
        if (line.next() == null) {
            in.getStyleClass().add("dim");
            return Nodes.stacked(in);
        }
        Label at = Nodes.label(line.nextAt(), "dim", "small");
        return Nodes.stacked(in, at);
    }

    /** The outcome as a sign and a word, never by colour alone, and below it duration and age. */
    public static Node last(ScheduleLine line) {
        if (line.last().isEmpty()) {
            Label never = Nodes.label("Never ran", "dim");
            return never;
        }
        ScheduleRun last = line.last().get();
        Label word = new Label(ScheduleLabels.status(last.status()));
        Label rest = Nodes.label(line.lastWords(), "dim", "small");
        HBox row = Nodes.line(8, icon(last.status()), Nodes.stacked(word, rest));
        row.setMinWidth(0);
        if (last.error() != null) {
            Tooltip.install(row, new Tooltip(last.error()));
        }
        return row;
    }

    /** Whether it becomes due, as a sign and a word. */
    public static HBox onOrNot(ScheduleLine line) {
        boolean on = line.next() != null;
        FontIcon icon = Nodes.icon(
                on ? "fth-check-circle" : line.isPaused() ? "fth-pause-circle" : "fth-power",
                on ? "success-icon" : line.isPaused() ? "warning-icon" : "muted-icon");
        Label word = Nodes.whole(on ? "On" : line.nextIn());
        HBox row = Nodes.line(6, icon, word);
        return row;
    }

    public static FontIcon icon(RunStatus status) {
        ScheduleLabels.Look look = ScheduleLabels.look(status);
        return Nodes.icon(look.icon(), look.style());
    }

    /** An outcome as a sign and a word. */
    public static Label status(RunStatus status) {
        Label label = new Label(ScheduleLabels.status(status), icon(status));
        label.setGraphicTextGap(6);
        label.setMinWidth(Region.USE_PREF_SIZE);
        return label;
    }
}
