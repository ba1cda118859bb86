package dev.wheelhouse.ui.apps;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.apps.list.AppCalls;
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
import org.kordamp.ikonli.javafx.FontIcon;

/** The apps that do not do what they should, for the overview; one line when all of them do, nothing without any. */
final class AppTroubles implements ScreenPart {

    private static final int MOST = 8;

    private final AppList list;
    private final AppRows rows;
    private final Label title = new Label("Apps");
    private final Label well = new Label();
    private final VBox wellRow;
    private final VBox root = new VBox(8);
    private final ListChangeListener<LiveRow<AppLine>> onRows = _ -> show();
    private Background.Handle watch = Background.Handle.NONE;

    /** @param all opens the screen of apps */
    AppTroubles(AppCommands commands, AppForms forms, Consumer<String> opens, Runnable all, ActionControls controls) {
        this.list = commands.list();
        this.rows = new AppRows(commands, forms, opens, controls, true);
        title.getStyleClass().add("h2");
        Region gap = new Region();
        HBox.setHgrow(gap, Priority.ALWAYS);
        Button every = controls.button(
                Action.of("overview.apps", "All apps", "fth-box", all).withCurl(AppCalls::list));
        every.getStyleClass().add("flat");
        HBox head = new HBox(8, title, gap, every);
        head.setAlignment(Pos.CENTER_LEFT);
        FontIcon icon = new FontIcon("fth-check-circle");
        icon.getStyleClass().add("success-icon");
        well.setGraphic(icon);
        well.setGraphicTextGap(12);
        HBox line = new HBox(well);
        line.getStyleClass().add("overview-row");
        wellRow = new VBox(line);
        wellRow.getStyleClass().add("overview-rows");
        root.getChildren().setAll(head, wellRow);
        root.managedProperty().bind(root.visibleProperty());
        root.setVisible(false);
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
        List<AppLine> troubled = list.rows().stream()
                .map(LiveRow::line)
                .filter(AppLine::isTroubled)
                .toList();
        int known = list.rows().size();
        root.setVisible(known > 0);
        title.setText(troubled.isEmpty() ? "Apps" : "Apps in trouble");
        well.setText(known == 1 ? "The one app is as it should be." : "All " + known + " apps are as they should be.");
        rows.show(troubled.stream().limit(MOST).toList());
        Node wanted = troubled.isEmpty() ? wellRow : rows;
        if (!root.getChildren().getLast().equals(wanted)) {
            root.getChildren().set(1, wanted);
        }
    }
}
