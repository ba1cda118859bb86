package dev.wheelhouse.ui.schedules.list;

import dev.wheelhouse.core.schedules.RunStatus;
import dev.wheelhouse.core.schedules.ScheduleRun;
import java.time.ZoneId;
import javafx.geometry.Pos;
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
        Label command = new Label(line.schedule().command().strip().replaceAll("\\s*\\R\\s*", "  ⏎  "));
        command.getStyleClass().addAll("dim", "small", "mono");
        command.setMinWidth(0);
        return lines(line.name(), command);
    }

    /** What the expression means, and below it the expression. */
    public static VBox when(ScheduleLine line, ZoneId own) {
        Label words = new Label(ScheduleLabels.when(line.schedule()));
        words.setMinWidth(0);
        Label expression = new Label(ScheduleLabels.expression(line.schedule(), own));
        expression.getStyleClass().addAll("dim", "small", "mono");
        expression.setMinWidth(0);
        VBox box = stacked(words, expression);
        Tooltip.install(box, new Tooltip(words.getText() + "\n" + expression.getText()));
        return box;
    }

    /** How long until the next time, and below it when that is. */
    public static VBox next(ScheduleLine line) {
        Label in = new Label(line.nextIn());
        if (line.next() == null) {
            in.getStyleClass().add("dim");
            return stacked(in);
        }
        Label at = new Label(line.nextAt());
        at.getStyleClass().addAll("dim", "small");
        return stacked(in, at);
    }

    /** The outcome as a sign and a word, never by colour alone, and below it duration and age. */
    public static Node last(ScheduleLine line) {
        if (line.last().isEmpty()) {
            Label never = new Label("Never ran");
            never.getStyleClass().add("dim");
            return never;
        }
        ScheduleRun last = line.last().get();
        Label word = new Label(ScheduleLabels.status(last.status()));
        Label rest = new Label(line.lastWords());
        rest.getStyleClass().addAll("dim", "small");
        HBox row = new HBox(8, icon(last.status()), stacked(word, rest));
        row.setAlignment(Pos.CENTER_LEFT);
        row.setMinWidth(0);
        if (last.error() != null) {
            Tooltip.install(row, new Tooltip(last.error()));
        }
        return row;
    }

    /** Whether it becomes due, as a sign and a word. */
    public static HBox onOrNot(ScheduleLine line) {
        boolean on = line.next() != null;
        FontIcon icon = new FontIcon(on ? "fth-check-circle" : line.isPaused() ? "fth-pause-circle" : "fth-power");
        icon.getStyleClass().add(on ? "success-icon" : line.isPaused() ? "warning-icon" : "muted-icon");
        Label word = new Label(on ? "On" : line.nextIn());
        word.setMinWidth(Region.USE_PREF_SIZE);
        HBox row = new HBox(6, icon, word);
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }

    public static FontIcon icon(RunStatus status) {
        FontIcon icon = new FontIcon(ScheduleLabels.icon(status));
        icon.getStyleClass().add(ScheduleLabels.iconStyle(status));
        return icon;
    }

    /** An outcome as a sign and a word. */
    public static Label status(RunStatus status) {
        Label label = new Label(ScheduleLabels.status(status), icon(status));
        label.setGraphicTextGap(6);
        label.setMinWidth(Region.USE_PREF_SIZE);
        return label;
    }

    private static VBox lines(String first, Label second) {
        Label name = new Label(first);
        name.getStyleClass().add("h3");
        name.setMinWidth(0);
        return stacked(name, second);
    }

    private static VBox stacked(Node... lines) {
        VBox box = new VBox(2, lines);
        box.setAlignment(Pos.CENTER_LEFT);
        box.setMinWidth(0);
        return box;
    }
}
