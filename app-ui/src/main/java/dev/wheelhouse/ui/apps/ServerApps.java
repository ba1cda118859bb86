package dev.wheelhouse.ui.apps;

import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.apps.list.AppCommands;
import dev.wheelhouse.ui.apps.list.AppForms;
import dev.wheelhouse.ui.apps.list.AppLine;
import dev.wheelhouse.ui.apps.list.AppList;
import dev.wheelhouse.ui.apps.list.AppRows;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.list.Refreshable;
import dev.wheelhouse.ui.shell.ScreenPart;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.collections.ListChangeListener;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** The apps of one server, for its page. */
final class ServerApps implements ScreenPart {

    private final AppList list;
    private final String serverId;
    private final AppRows rows;
    private final Label nothing = new Label("No app runs on this server as far as the console knows.");
    private final VBox root = new VBox(8);
    private final ListChangeListener<LiveRow<AppLine>> onRows = _ -> show();
    private Background.Handle watch = Background.Handle.NONE;

    ServerApps(AppCommands commands, AppForms forms, Consumer<String> opens, ActionControls controls, String serverId) {
        this.list = commands.list();
        this.serverId = serverId;
        this.rows = new AppRows(commands, forms, opens, controls, false);
        Label title = new Label("Apps");
        title.getStyleClass().add("h3");
        Region gap = new Region();
        HBox.setHgrow(gap, Priority.ALWAYS);
        Button add = controls.button(commands.add(forms, serverId));
        add.getStyleClass().add("small-button");
        HBox head = new HBox(8, title, gap, add);
        head.setAlignment(Pos.CENTER_LEFT);
        nothing.getStyleClass().add("dim");
        root.getStyleClass().add("server-apps");
        root.getChildren().setAll(head, nothing);
    }

    @Override
    public Node root() {
        return root;
    }

    @Override
    public Optional<Refreshable> reading() {
        return Optional.of(list);
    }

    @Override
    public void onShow() {
        list.rows().addListener(onRows);
        watch = list.watch();
        show();
    }

    @Override
    public void onHide() {
        watch.cancel();
        list.rows().removeListener(onRows);
    }

    private void show() {
        List<AppLine> lines = list.rows().stream()
                .map(LiveRow::line)
                .filter(each -> each.app().serverId().equals(serverId))
                .toList();
        rows.show(lines);
        Node wanted = lines.isEmpty() ? nothing : rows;
        nothing.setVisible(list.knownProperty().get());
        if (!root.getChildren().getLast().equals(wanted)) {
            root.getChildren().set(1, wanted);
        }
    }
}
