package dev.wheelhouse.ui.deployments;

import dev.wheelhouse.core.deployments.DeploymentStep;
import dev.wheelhouse.core.deployments.StepStatus;
import dev.wheelhouse.ui.controls.Look;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.screen.EmbeddedRow;
import dev.wheelhouse.ui.screen.EmbeddedRows;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;

/** The steps of a deployment below each other, each with its time and that of the last success. */
final class StepLadder {

    private static final double ICON = 16;
    private static final double TOOK = 72;
    private static final double BEFORE = 96;
    private static final double BAR = 72;

    private final EmbeddedRows<Line> rows;

    /**
     * One step as it is shown.
     *
     * @param took a dash for what never began
     * @param before how long it took the last time that all succeeded; empty where it is not known
     * @param share of that time which it has taken, 0 to 1; negative while it is not under way, or nothing is known
     */
    private record Line(DeploymentStep step, String took, String before, double share) {

        Look look() {
            return DeploymentLabels.look(step.status());
        }

        String id() {
            return step.id();
        }
    }

    /** @param opens shows the log of a step */
    StepLadder(Consumer<DeploymentStep> opens) {
        this.rows = new EmbeddedRows<>(Line::id, _ -> row(opens));
        rows.getStyleClass().add("step-ladder");
    }

    /** @param before those of the last success; empty for none */
    void show(List<DeploymentStep> steps, List<DeploymentStep> before, Instant now) {
        Map<Object, Duration> known = new HashMap<>();
        before.forEach(each -> {
            Duration took = took(each, now);
            if (took != null) {
                known.put(each.name(), took);
            }
        });
        rows.show(steps.stream()
                .map(each -> line(each, known.get(each.name()), now))
                .toList());
    }

    private static Line line(DeploymentStep step, @Nullable Duration before, Instant now) {
        Duration took = took(step, now);
        boolean isRunning = step.status() == StepStatus.RUNNING;
        return new Line(
                step,
                took == null ? "—" : DeploymentLine.words(took),
                before == null ? "" : "last " + DeploymentLine.words(before),
                isRunning && took != null && before != null && before.isPositive()
                        ? Math.clamp((double) took.toMillis() / before.toMillis(), 0, 1)
                        : -1);
    }

    private static @Nullable Duration took(DeploymentStep step, Instant now) {
        Instant from = step.startedAt();
        if (from == null) {
            return null;
        }
        return Duration.between(from, Objects.requireNonNullElse(step.finishedAt(), now));
    }

    private static EmbeddedRow<Line> row(Consumer<DeploymentStep> opens) {
        StackPane icon = EmbeddedRow.fixed(ICON);
        Label name = Nodes.narrow("");
        name.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(name, Priority.ALWAYS);
        ProgressBar bar = new ProgressBar();
        bar.setPrefWidth(BAR);
        bar.setMinWidth(BAR);
        Label took = EmbeddedRow.figures(TOOK);
        Label before = EmbeddedRow.figures(BEFORE);
        before.getStyleClass().addAll("dim", "small");
        AtomicReference<@Nullable DeploymentStep> step = new AtomicReference<>();
        EmbeddedRow<Line> row = new EmbeddedRow<>(
                () -> open(step.get(), opens),
                (node, line) -> {
                    step.set(line.step());
                    Look look = line.look();
                    icon.getChildren().setAll(Nodes.icon(look.icon(), look.style()));
                    name.setText(DeploymentLabels.step(line.step().name()));
                    took.setText(line.took());
                    before.setText(line.before());
                    Shown.when(bar, line.share() >= 0);
                    bar.setProgress(Math.max(0, line.share()));
                    node.setAccessibleText(
                            name.getText() + ", " + look.words() + ", " + line.took() + ", " + line.before());
                },
                icon,
                name,
                bar,
                took,
                before);
        row.getStyleClass().add("step-row");
        return row;
    }

    private static void open(@Nullable DeploymentStep step, Consumer<DeploymentStep> opens) {
        if (step != null && step.logPlace() != null) {
            opens.accept(step);
        }
    }

    Parent root() {
        return rows;
    }
}
