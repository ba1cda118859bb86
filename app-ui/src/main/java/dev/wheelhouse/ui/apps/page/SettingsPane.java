package dev.wheelhouse.ui.apps.page;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.ui.apps.form.CommandWords;
import dev.wheelhouse.ui.apps.list.AppLabels;
import dev.wheelhouse.ui.apps.list.AppLine;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.databases.history.HistoryLabels;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javafx.geometry.VPos;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;

/** What an app is, to read; values of its environment are never shown. */
final class SettingsPane extends ScrollPane {

    private static final double LABELS = 130;

    private final GridPane grid = new GridPane(12, 8);
    private Map<String, String> shown = Map.of();

    SettingsPane() {
        getStyleClass().add("edge-to-edge");
        setFitToWidth(true);
        setHbarPolicy(ScrollBarPolicy.NEVER);
        grid.getStyleClass().add("settings-grid");
        ColumnConstraints labels = new ColumnConstraints(LABELS, LABELS, LABELS);
        ColumnConstraints values = new ColumnConstraints();
        values.setHgrow(Priority.ALWAYS);
        grid.getColumnConstraints().setAll(labels, values);
        setContent(grid);
    }

    void show(AppLine line, Set<String> environment) {
        Map<String, String> now = words(line, environment);
        if (now.equals(shown)) {
            return;
        }
        shown = now;
        grid.getChildren().clear();
        now.forEach((name, value) -> {
            Label label = Nodes.label(name, "dim");
            GridPane.setValignment(label, VPos.TOP);
            Label text = Nodes.wrapped(value);
            grid.addRow(grid.getRowCount(), label, text);
        });
    }

    private static Map<String, String> words(AppLine line, Set<String> environment) {
        App app = line.app();
        Map<String, String> words = new LinkedHashMap<>();
        words.put("Runtime", AppLabels.runtime(app.spec().kind()));
        words.put("Server", line.serverName());
        switch (app.spec()) {
            case AppSpec.Process process -> {
                words.put("Command", CommandWords.join(process.command()));
                words.put("Directory", process.directory() == null ? "the user's home" : process.directory());
                words.put("Environment", environment(environment));
            }
            case AppSpec.SystemdUnit unit -> words.put("Unit", unit.unit());
            case AppSpec.Container container -> {
                words.put("Image", container.image());
                if (container.adopted() == null) {
                    words.put("Replicas", Integer.toString(container.replicas()));
                    words.put("Environment", environment(environment));
                } else {
                    words.put("Containers", String.join(", ", container.adopted()) + " (there before the app)");
                }
                words.put(
                        "Command",
                        container.command().isEmpty() ? "of the image" : CommandWords.join(container.command()));
                words.put("Ports", listed(container.ports()));
                words.put("Volumes", listed(container.volumes()));
                words.put(
                        "Memory",
                        container.memoryLimitBytes() == null
                                ? "no limit"
                                : "at most " + AppLabels.bytes(container.memoryLimitBytes()) + " each");
                words.put("Engine", container.engine() == null ? "the one found on the server" : container.engine());
            }
        }
        words.put("Restart", AppLabels.restart(app.restart()));
        words.put("Added", HistoryLabels.moment(app.createdAt(), ZoneId.systemDefault()));
        words.put("Id", app.id());
        return words;
    }

    private static String environment(Set<String> names) {
        return names.isEmpty() ? "none" : String.join(", ", names) + " (values are sealed)";
    }

    private static String listed(List<String> values) {
        return values.isEmpty() ? "none" : String.join("\n", new ArrayList<>(values));
    }
}
