package dev.wheelhouse.ui.apps;

import dev.wheelhouse.core.apps.AppStatus;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.apps.list.AppCalls;
import dev.wheelhouse.ui.apps.list.AppCommands;
import dev.wheelhouse.ui.apps.list.AppForms;
import dev.wheelhouse.ui.apps.list.AppLine;
import dev.wheelhouse.ui.apps.list.AppRows;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.screen.EmbeddedList;
import dev.wheelhouse.ui.screen.EmbeddedRows;
import dev.wheelhouse.ui.shell.ScreenPart;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;

/** The apps on the screens of others. */
final class AppParts {

    private static final int MOST_TROUBLED = 8;

    private final AppCommands commands;
    private final AppForms forms;
    private final Consumer<String> opens;
    private final ActionControls controls;

    /** @param opens the page of an app */
    AppParts(AppCommands commands, AppForms forms, Consumer<String> opens, ActionControls controls) {
        this.commands = commands;
        this.forms = forms;
        this.opens = opens;
        this.controls = controls;
    }

    /**
     * Those that do not do what they should, for the overview; one line when all of them do, nothing without any.
     *
     * @param all opens the screen of apps
     */
    ScreenPart troubled(Runnable all) {
        Label title = Nodes.label("Apps", "h2");
        Button every = controls.button(
                Action.of("overview.apps", "All apps", "fth-box", all).withCurl(AppCalls::list));
        every.getStyleClass().add("flat");
        EmbeddedRows<AppLine> rows = new AppRows(commands, forms, opens, controls, true).make();
        Label well = new Label();
        FontIcon icon = Nodes.icon("fth-check-circle", "success-icon");
        well.setGraphic(icon);
        well.setGraphicTextGap(12);
        HBox line = new HBox(well);
        line.getStyleClass().add("overview-row");
        VBox wellRow = new VBox(line);
        wellRow.getStyleClass().add("overview-rows");
        VBox content = new VBox(wellRow);
        content.setVisible(false);
        return new EmbeddedList<>(commands.list(), title, every, content, lines -> {
            List<AppLine> troubled = lines.stream().filter(AppLine::isTroubled).toList();
            content.setVisible(!lines.isEmpty());
            title.setText(troubled.isEmpty() ? "Apps" : "Unhealthy apps");
            well.setText(running(lines));
            rows.show(troubled.stream().limit(MOST_TROUBLED).toList());
            show(content, troubled.isEmpty() ? wellRow : rows);
        });
    }

    /** Of apps that do what they should: one that somebody stopped does not run. */
    private static String running(List<AppLine> lines) {
        long stopped = lines.stream()
                .filter(each ->
                        each.state().filter(AppStatus.State.STOPPED::equals).isPresent())
                .count();
        if (stopped > 0) {
            return (lines.size() - stopped) + " of " + lines.size() + " apps running, " + stopped + " stopped.";
        }
        return lines.size() == 1 ? "The only app is healthy." : "All " + lines.size() + " apps are healthy.";
    }

    /** Those of one server, for its page. */
    ScreenPart ofServer(String serverId) {
        Label title = Nodes.label("Apps", "h3");
        Button add = controls.button(commands.add(forms, serverId));
        add.getStyleClass().add("small-button");
        EmbeddedRows<AppLine> rows = new AppRows(commands, forms, opens, controls, false).make();
        Label nothing = Nodes.label("No apps on this server.", "dim");
        VBox content = new VBox(nothing);
        ScreenPart part = new EmbeddedList<>(commands.list(), title, add, content, lines -> {
            List<AppLine> here = lines.stream()
                    .filter(each -> each.app().serverId().equals(serverId))
                    .toList();
            rows.show(here);
            nothing.setVisible(commands.list().knownProperty().get());
            show(content, here.isEmpty() ? nothing : rows);
        });
        part.root().getStyleClass().add("server-apps");
        return part;
    }

    private static void show(VBox place, Node wanted) {
        if (!place.getChildren().contains(wanted)) {
            place.getChildren().setAll(wanted);
        }
    }
}
