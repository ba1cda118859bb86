package dev.wheelhouse.ui.schedules.output;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.JobLogText;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.chart.ChartUnit;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Function;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.stage.FileChooser;
import org.jspecify.annotations.Nullable;

/** The output of the chosen run, and why it failed. */
public final class OutputPane extends VBox {

    private final RunOutput source;
    private final Parts parts;
    private final Workbench workbench;
    private final Action copies;
    private final Action saves;
    private final Action wholes;
    private final Button whole;
    private final Label title;
    private final Label amount = Nodes.narrow("", "dim", "small");
    private final Label error = Nodes.wrapped("", "danger-text", "run-error");
    private final Label nothing = new Label();
    private final OutputView area;
    private @Nullable String shown;

    /**
     * What differs from one area to the next.
     *
     * @param area the first part of the ids of its actions
     * @param noun the title while no run is chosen
     * @param call reads a run's output over HTTP
     * @param fileName for a run's output
     * @param save keeps all of a run's output in a file
     */
    public record Parts(
            String area,
            String noun,
            Function<String, CurlCommand> call,
            Function<String, String> fileName,
            BiConsumer<String, Path> save) {}

    /** @param zone in which times are shown */
    public OutputPane(RunOutput source, Parts parts, ZoneId zone, ActionControls controls, Workbench workbench) {
        this.source = source;
        this.parts = parts;
        this.workbench = workbench;
        this.area = new OutputView(workbench, zone);
        this.title = Nodes.narrow(parts.noun(), "h3");
        String noun = parts.noun().toLowerCase(Locale.ROOT);
        copies = action("copy", "Copy " + noun, "fth-clipboard", this::copy).withShortcut("Shortcut+Shift+C");
        saves = action("save", "Save " + noun + " as…", "fth-download", this::save)
                .withShortcut("Shortcut+S");
        wholes = action("whole", "Show all", "fth-maximize-2", () -> source.readWhole(workbench::say))
                .withShortcut("Alt+A");
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
        source.readingProperty().addListener(_ -> show());
        show();
    }

    /** Keeps all of a run's log in a file, and says so. */
    public static BiConsumer<String, Path> saving(RunOutput.Log log, Workbench workbench) {
        return (runId, file) -> workbench.run(
                _ -> {
                    try {
                        return Files.writeString(
                                file, log.end(runId, Integer.MAX_VALUE).text());
                    } catch (IOException e) {
                        throw new AppException(
                                PlatformError.STATE_INVALID, "The log could not be saved: " + e.getMessage(), e);
                    }
                },
                saved -> workbench.say(Notice.info("The log was saved as " + saved.getFileName() + ".")),
                workbench::say);
    }

    private Action action(String id, String words, String icon, Runnable work) {
        return Action.of(parts.area() + ".output-" + id, words, icon, work).withCurl(() -> {
            RunOutput.Reading reading = source.readingProperty().get();
            return reading == null ? null : parts.call().apply(reading.run().id());
        });
    }

    private void show() {
        RunOutput.Reading reading = source.readingProperty().get();
        JobLogText output = reading == null ? null : reading.output();
        RunOutput.Run run = reading == null ? null : reading.run();
        if (run != null && !run.id().equals(shown)) {
            shown = run.id();
            area.begin();
        }
        String text = output == null ? "" : output.text();
        boolean has = !text.isEmpty();
        copies.enabledProperty().set(has);
        saves.enabledProperty().set(has);
        boolean cut = output != null && !output.isWhole() && run != null && run.isFinal();
        wholes.enabledProperty().set(cut);
        whole.setVisible(cut);
        area.setVisible(has);
        nothing.setVisible(!has);
        nothing.setText(reading == null ? "" : emptyWords(reading));
        amount.setText(output == null || !has ? "" : amountWords(output));
        title.setText(run == null ? parts.noun() : run.title());
        error.setText(run == null ? "" : run.error());
        Shown.when(error, has && !error.getText().isEmpty());
        if (output != null && has) {
            area.show(text, output.isWhole());
        }
    }

    private static String emptyWords(RunOutput.Reading reading) {
        if (reading.failure() != null) {
            return String.valueOf(reading.failure().getMessage());
        }
        return reading.run().error().isEmpty()
                ? reading.run().nothing()
                : reading.run().error();
    }

    private static String amountWords(JobLogText output) {
        String all = ChartUnit.BYTES.words((double) output.bytes());
        return output.isWhole() ? all : "the end of " + all;
    }

    private void copy() {
        workbench.copy(area.text(), "The " + parts.noun().toLowerCase(Locale.ROOT));
    }

    private void save() {
        String runId = shown;
        if (runId == null) {
            return;
        }
        FileChooser chooser = new FileChooser();
        chooser.setTitle(saves.title());
        chooser.setInitialFileName(parts.fileName().apply(runId));
        File file = chooser.showSaveDialog(getScene().getWindow());
        if (file != null) {
            parts.save().accept(runId, file.toPath());
        }
    }

    /** Where the keyboard goes. */
    public OutputView area() {
        return area;
    }

    public List<Action> actions() {
        return List.of(copies, saves, wholes);
    }
}
