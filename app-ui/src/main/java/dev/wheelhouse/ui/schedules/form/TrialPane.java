package dev.wheelhouse.ui.schedules.form;

import dev.wheelhouse.core.schedules.RunStatus;
import dev.wheelhouse.core.schedules.TrialStatus;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.schedules.list.ScheduleIcons;
import dev.wheelhouse.ui.schedules.list.ScheduleLabels;
import dev.wheelhouse.ui.schedules.output.OutputView;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/** How the run on trial went and what it wrote; takes no room while there is none. */
final class TrialPane extends VBox {

    private static final double HEIGHT = 136;
    private static final double PROGRESS = 16;

    private final ProgressIndicator progress = new ProgressIndicator();
    private final HBox sign = new HBox();
    private final Label words = Nodes.wrapped("");
    private final OutputView output;

    TrialPane(Workbench workbench, ZoneId zone) {
        super(6);
        output = new OutputView(workbench, zone);
        getStyleClass().add("trial");
        progress.setMinSize(PROGRESS, PROGRESS);
        progress.setPrefSize(PROGRESS, PROGRESS);
        HBox line = Nodes.line(8, progress, sign, words);
        output.setPrefHeight(HEIGHT);
        output.setMinHeight(HEIGHT);
        getChildren().addAll(line, output);
        managedProperty().bind(visibleProperty());
        progress.managedProperty().bind(progress.visibleProperty());
        output.managedProperty().bind(output.visibleProperty());
        show(new Trial.None());
    }

    void show(Trial trial) {
        setVisible(!(trial instanceof Trial.None));
        progress.setVisible(trial.isUnderWay());
        sign.getChildren().clear();
        words.getStyleClass().remove("danger-text");
        switch (trial) {
            case Trial.None _ -> output.setVisible(false);
            case Trial.Beginning _ -> {
                words.setText("Sending it to the server…");
                output.begin();
                output.setVisible(false);
            }
            case Trial.Refused(String why) -> {
                words.setText(why);
                words.getStyleClass().add("danger-text");
            }
            case Trial.Seen(TrialStatus look) -> show(look);
        }
    }

    private void show(TrialStatus look) {
        if (look.status().isFinal()) {
            sign.getChildren().setAll(ScheduleIcons.icon(look.status()));
        }
        words.setText(words(look));
        output.setVisible(!look.output().text().isEmpty());
        output.show(look.output().text(), look.output().isWhole());
    }

    static String words(TrialStatus look) {
        List<String> parts = new ArrayList<>();
        parts.add(
                look.status() == RunStatus.RUNNING || look.status() == RunStatus.QUEUED
                        ? "It runs"
                        : ScheduleLabels.status(look.status()));
        parts.add(ScheduleLabels.duration(look.took()));
        if (look.exitCode() != null) {
            parts.add("exit code " + look.exitCode());
        }
        if (look.error() != null) {
            parts.add(look.error());
        } else if (look.status().isFinal() && look.output().text().isEmpty()) {
            parts.add("it wrote nothing");
        }
        return String.join("  ·  ", parts);
    }
}
