package dev.wheelhouse.ui.apps.page;

import dev.wheelhouse.core.apps.AppStatus;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.ui.apps.list.AppLabels;
import dev.wheelhouse.ui.apps.list.AppLine;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.databases.history.HistoryLabels;
import dev.wheelhouse.ui.words.Moments;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/** How an app is, in a few large figures. */
final class AppCards extends HBox {

    private static final String NOTHING = "—";

    private final Clock clock;
    private final Card cpu = new Card("CPU");
    private final Card memory = new Card("Memory");
    private final Card since = new Card("Since");
    private final Card restarts = new Card("Restarts");
    private final Card replicas = new Card("Process");

    AppCards(Clock clock) {
        super(12);
        this.clock = clock;
        getStyleClass().add("app-cards");
        getChildren().setAll(cpu, memory, since, restarts, replicas);
        getChildren().forEach(each -> setHgrow(each, Priority.ALWAYS));
    }

    void show(AppLine line) {
        AppStatus status = line.status();
        cpu.show(AppLabels.cpu(line), line.isRunning() ? "of one core" : "");
        if (status == null || status.memoryBytes() == null) {
            memory.show(NOTHING, "");
        } else {
            memory.show(AppLabels.bytes(status.memoryBytes()), ofLimit(status));
        }
        showSince(line);
        restarts.show(
                AppLabels.restarts(line),
                status == null
                        ? ""
                        : switch (line.app().restart()) {
                            case NEVER -> "never restarted";
                            case ON_FAILURE -> "restarted on failure";
                            case ALWAYS -> "always restarted";
                        });
        showCopies(line);
    }

    private static String ofLimit(AppStatus status) {
        if (status.memoryLimitBytes() == null || status.memPercent() == null) {
            return "";
        }
        return AppLabels.percent(status.memPercent()) + " of " + AppLabels.bytes(status.memoryLimitBytes());
    }

    private void showSince(AppLine line) {
        since.setTitle(line.isRunning() ? "Running for" : AppLabels.state(line));
        line.since()
                .ifPresentOrElse(
                        at -> since.show(
                                Moments.span(Duration.between(at, clock.instant())) + (line.isRunning() ? "" : " ago"),
                                HistoryLabels.moment(at, ZoneId.systemDefault())),
                        () -> since.show(NOTHING, ""));
    }

    private void showCopies(AppLine line) {
        List<Instance> instances = line.instances();
        if (line.app().spec() instanceof AppSpec.Container) {
            replicas.setTitle("Containers");
            replicas.show(
                    AppLabels.replicas(line),
                    instances.stream().map(Instance::name).collect(Collectors.joining(", ")));
            return;
        }
        Instance only = instances.isEmpty() ? null : instances.getFirst();
        replicas.setTitle("Process");
        replicas.show(
                only == null || only.pid() == null ? NOTHING : Long.toString(Objects.requireNonNull(only.pid())),
                only == null ? "" : only.name());
    }

    /** A figure with its title and what it is measured by. */
    private static final class Card extends VBox {

        private final Label title = Nodes.label("", "dim", "small");
        private final Label value = Nodes.narrow("", "app-figure");
        private final Label more = Nodes.narrow("", "dim", "small");

        Card(String name) {
            super(2);
            getStyleClass().addAll("panel", "app-card");
            title.setText(name);
            setMinWidth(0);
            setPrefWidth(200);
            getChildren().setAll(title, value, more);
        }

        void setTitle(String name) {
            title.setText(name);
        }

        void show(String figure, String words) {
            value.setText(figure);
            more.setText(words);
            setAccessibleText(title.getText() + " " + figure + " " + words);
        }
    }
}
