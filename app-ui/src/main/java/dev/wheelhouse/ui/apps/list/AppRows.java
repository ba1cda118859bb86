package dev.wheelhouse.ui.apps.list;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** Apps below each other, for the screens of others. A row stays the same node while its values change. */
public final class AppRows extends VBox {

    private static final PseudoClass DIMMED = PseudoClass.getPseudoClass("dimmed");
    private static final double STATE = 280;
    private static final double SERVER = 110;
    private static final double CPU = 64;
    private static final double MEMORY = 150;

    private final AppCommands commands;
    private final AppForms forms;
    private final Consumer<String> opens;
    private final ActionControls controls;
    private final boolean withServer;
    private final Map<String, Row> rows = new LinkedHashMap<>();

    /**
     * @param opens opens the page of an app by its id
     * @param withServer whether rows name the server
     */
    public AppRows(
            AppCommands commands, AppForms forms, Consumer<String> opens, ActionControls controls, boolean withServer) {
        this.commands = commands;
        this.forms = forms;
        this.opens = opens;
        this.controls = controls;
        this.withServer = withServer;
        getStyleClass().add("overview-rows");
    }

    /** Shows these and no others. */
    public void show(List<AppLine> lines) {
        List<String> before = List.copyOf(rows.keySet());
        List<String> now = lines.stream().map(AppLine::id).toList();
        if (!before.equals(now)) {
            Map<String, Row> kept = new LinkedHashMap<>();
            now.forEach(id -> {
                Row known = rows.get(id);
                kept.put(id, known == null ? new Row(id) : known);
            });
            rows.clear();
            rows.putAll(kept);
            getChildren().setAll(List.copyOf(rows.values()));
        }
        lines.forEach(line -> {
            Row row = rows.get(line.id());
            if (row != null) {
                row.show(line);
            }
        });
    }

    /** One app. */
    private final class Row extends HBox {

        private final StackPane name = place();
        private final StackPane state = place();
        private final Label server = new Label();
        private final Label cpu = figures(CPU);
        private final Label memory = figures(MEMORY);
        private final HBox tools = new HBox(4);
        private @Nullable AppLine shown;

        private Row(String id) {
            super(12);
            getStyleClass().addAll("overview-row", "clickable");
            setAlignment(Pos.CENTER_LEFT);
            setFocusTraversable(true);
            HBox.setHgrow(name, Priority.ALWAYS);
            state.setMinWidth(STATE);
            state.setMaxWidth(STATE);
            server.getStyleClass().add("dim");
            server.setMinWidth(SERVER);
            server.setMaxWidth(SERVER);
            tools.setAlignment(Pos.CENTER_RIGHT);
            getChildren().addAll(name, state);
            if (withServer) {
                getChildren().add(server);
            }
            getChildren().addAll(cpu, memory, tools);
            ContextMenu menu = new ContextMenu();
            setOnContextMenuRequested(event -> {
                if (shown != null) {
                    menu.getItems().setAll(controls.items(commands.all(List.of(shown), forms)));
                    menu.show(this, event.getScreenX(), event.getScreenY());
                }
            });
            setOnMouseClicked(event -> {
                if (event.getButton() == MouseButton.PRIMARY) {
                    opens.accept(id);
                }
            });
            setOnKeyPressed(event -> {
                if (event.getCode() == KeyCode.ENTER && !event.isShortcutDown() && equals(event.getTarget())) {
                    opens.accept(id);
                }
            });
        }

        private static StackPane place() {
            StackPane place = new StackPane();
            place.setAlignment(Pos.CENTER_LEFT);
            place.setMinWidth(0);
            return place;
        }

        private static Label figures(double width) {
            Label label = new Label();
            label.getStyleClass().add("figures");
            label.setMinWidth(width);
            label.setAlignment(Pos.CENTER_RIGHT);
            return label;
        }

        private void show(AppLine line) {
            AppLine before = shown;
            shown = line;
            name.getChildren().setAll(AppSigns.name(line));
            state.getChildren().setAll(AppSigns.stateWithMore(line));
            server.setText(line.serverName());
            cpu.setText(AppWords.cpu(line));
            memory.setText(AppWords.memory(line));
            for (Node each : List.of(cpu, memory)) {
                each.pseudoClassStateChanged(DIMMED, !line.isRunning());
            }
            if (before == null || before.canStop() != line.canStop() || before.isBusy() != line.isBusy()) {
                showTools(line);
            }
            setAccessibleText(line.name() + ", " + AppWords.state(line) + " " + AppWords.more(line, line.at()));
        }

        private void showTools(AppLine line) {
            List<AppLine> one = List.of(line);
            Action first = line.canStop() ? commands.stop(one) : commands.start(one);
            tools.getChildren().setAll(controls.iconButton(first), controls.iconButton(commands.restart(one)));
            commands.log(line).ifPresent(log -> tools.getChildren().add(controls.iconButton(log)));
        }
    }
}
