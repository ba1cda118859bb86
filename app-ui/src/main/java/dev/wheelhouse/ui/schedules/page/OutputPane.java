package dev.wheelhouse.ui.schedules.page;

import dev.wheelhouse.core.platform.job.JobLogText;
import dev.wheelhouse.core.schedules.RunStatus;
import dev.wheelhouse.core.schedules.ScheduleRun;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.chart.ChartUnit;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.schedules.list.ScheduleCalls;
import dev.wheelhouse.ui.schedules.list.ScheduleLabels;
import dev.wheelhouse.ui.schedules.output.OutputView;
import dev.wheelhouse.ui.schedules.output.TerminalText;
import dev.wheelhouse.ui.shell.Workbench;
import java.io.File;
import java.util.List;
import java.util.Objects;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.stage.FileChooser;
import org.jspecify.annotations.Nullable;

/** What the chosen run wrote. */
final class OutputPane extends VBox {

    private final SchedulePageViewModel model;
    private final Workbench workbench;
    private final Action copies;
    private final Action saves;
    private final Action wholes;
    private final Button whole;
    private final Label title = Nodes.narrow("Output", "h3");
    private final Label amount = Nodes.narrow("", "dim", "small");
    private final Label error = Nodes.wrapped("", "danger-text", "run-error");
    private final Label nothing = new Label();
    private final OutputView area;
    private @Nullable String shown;

    OutputPane(SchedulePageViewModel model, ActionControls controls, Workbench workbench) {
        this.model = model;
        this.workbench = workbench;
        this.area = new OutputView(workbench, model.list.zone());
        copies = Action.of("schedules.output-copy", "Copy output", "fth-clipboard", this::copy)
                .withShortcut("Shortcut+Shift+C")
                .withCurl(this::log);
        saves = Action.of("schedules.output-save", "Save output as…", "fth-download", this::save)
                .withShortcut("Shortcut+S")
                .withCurl(this::log);
        wholes = Action.of("schedules.output-whole", "Show all", "fth-maximize-2", model::readWholeOutput)
                .withShortcut("Alt+A")
                .withCurl(this::log);
        whole = controls.button(wholes);
        whole.managedProperty().bind(whole.visibleProperty());
        getStyleClass().add("run-output");
        HBox head = Nodes.line(
                8, title, amount, whole, Nodes.gap(), controls.iconButton(copies), controls.iconButton(saves));
        head.getStyleClass().add("run-output-head");
        nothing.getStyleClass().addAll("dim", "centered");
        nothing.setWrapText(true);
        StackPane place = new StackPane(area, nothing);
        VBox.setVgrow(place, Priority.ALWAYS);
        place.setMinHeight(0);
        getChildren().addAll(head, error, place);
        model.readingProperty().addListener(_ -> show());
        show();
    }

    private @Nullable CurlCommand log() {
        return model.selectedRun()
                .map(run -> ScheduleCalls.log(model.scheduleId, run.id()))
                .orElse(null);
    }

    private void show() {
        RunDetail reading = model.readingProperty().get();
        JobLogText output = reading == null ? null : reading.output();
        ScheduleRun run = reading == null ? null : reading.run();
        if (run != null && !run.id().equals(shown)) {
            shown = run.id();
            area.begin();
        }
        String text = output == null ? "" : output.text();
        boolean has = !text.isEmpty();
        copies.enabledProperty().set(has);
        saves.enabledProperty().set(has);
        boolean cut = output != null
                && !output.isWhole()
                && run != null
                && run.status().isFinal();
        wholes.enabledProperty().set(cut);
        whole.setVisible(cut);
        area.setVisible(has);
        nothing.setVisible(!has);
        nothing.setText(reading == null ? "" : emptyWords(reading));
        amount.setText(output == null || !has ? "" : amountWords(output));
        title.setText(
                run == null
                        ? "Output"
                        : "Output of "
                                + ScheduleLabels.moment(
                                        run.begin(), model.list.clock().instant(), model.list.zone()));
        String why = run == null ? "" : Objects.requireNonNullElse(run.error(), "");
        error.setText(why);
        error.setVisible(!why.isEmpty() && has);
        error.setManaged(error.isVisible());
        if (output != null && has) {
            area.show(text, output.isWhole());
        }
    }

    private static String emptyWords(RunDetail reading) {
        if (reading.failure() != null) {
            return String.valueOf(reading.failure().getMessage());
        }
        String why = reading.run().error();
        if (why != null) {
            return why;
        }
        RunStatus status = reading.run().status();
        return switch (status) {
            case QUEUED -> "Queued.";
            case RUNNING -> "It has written nothing so far.";
            case SKIPPED -> "It was skipped, because the run before it was not over.";
            case MISSED -> "It was missed: Wheelhouse was not running.";
            case SUCCEEDED, FAILED, TIMED_OUT, CANCELLED -> "It wrote nothing.";
        };
    }

    private static String amountWords(JobLogText output) {
        String all = ChartUnit.BYTES.words((double) output.bytes());
        return output.isWhole() ? all : "the end of " + all;
    }

    private void copy() {
        RunDetail reading = model.readingProperty().get();
        if (reading != null && reading.output() != null) {
            workbench.copy(TerminalText.plain(reading.output().text()), "The output");
        }
    }

    private void save() {
        model.selectedRun().ifPresent(run -> {
            FileChooser chooser = new FileChooser();
            chooser.setTitle("Save output");
            chooser.setInitialFileName(model.fileName(run));
            File file = chooser.showSaveDialog(getScene().getWindow());
            if (file != null) {
                model.saveOutput(run, file.toPath());
            }
        });
    }

    List<Action> actions() {
        return List.of(copies, saves, wholes);
    }
}
