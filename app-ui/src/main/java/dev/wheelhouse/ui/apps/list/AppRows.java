package dev.wheelhouse.ui.apps.list;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.screen.EmbeddedRow;
import dev.wheelhouse.ui.screen.EmbeddedRows;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;

/** Makes the rows of apps on the screens of others. */
public final class AppRows {

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
    }

    public EmbeddedRows<AppLine> make() {
        return new EmbeddedRows<>(AppLine::id, this::row);
    }

    private EmbeddedRow<AppLine> row(String id) {
        StackPane name = EmbeddedRow.wide();
        StackPane state = EmbeddedRow.fixed(STATE);
        Label server = Nodes.label("", "dim");
        server.setMinWidth(SERVER);
        server.setMaxWidth(SERVER);
        server.setVisible(withServer);
        server.setManaged(withServer);
        Label cpu = EmbeddedRow.figures(CPU);
        Label memory = EmbeddedRow.figures(MEMORY);
        HBox tools = new HBox(4);
        tools.setAlignment(Pos.CENTER_RIGHT);
        List<String> shownTools = new ArrayList<>();
        EmbeddedRow<AppLine> made = new EmbeddedRow<>(
                () -> opens.accept(id),
                (row, line) -> {
                    name.getChildren().setAll(AppIcons.name(line));
                    state.getChildren().setAll(AppIcons.stateWithMore(line));
                    server.setText(line.serverName());
                    cpu.setText(AppLabels.cpu(line));
                    memory.setText(AppLabels.memory(line));
                    for (Node each : List.of(cpu, memory)) {
                        each.pseudoClassStateChanged(DIMMED, !line.isRunning());
                    }
                    showTools(line, tools, shownTools);
                    row.setAccessibleText(line.name() + ", " + AppLabels.state(line) + " " + line.more());
                },
                name,
                state,
                server,
                cpu,
                memory,
                tools);
        ContextMenu menu = new ContextMenu();
        made.setOnContextMenuRequested(event -> {
            AppLine line = made.line();
            if (line != null) {
                menu.getItems().setAll(controls.items(commands.all(List.of(line), forms)));
                menu.show(made, event.getScreenX(), event.getScreenY());
            }
        });
        return made;
    }

    /** Buttons stay while they would look the same, so that a press is never lost. */
    private void showTools(AppLine line, HBox tools, List<String> shown) {
        List<AppLine> one = List.of(line);
        List<Action> now = new ArrayList<>(commands.startOrStop(line));
        now.add(commands.restart(one));
        commands.log(line).ifPresent(now::add);
        List<String> looks =
                now.stream().map(each -> each.id() + each.isEnabled()).toList();
        if (!looks.equals(shown)) {
            shown.clear();
            shown.addAll(looks);
            tools.getChildren().setAll(now.stream().map(controls::iconButton).toList());
        }
    }
}
