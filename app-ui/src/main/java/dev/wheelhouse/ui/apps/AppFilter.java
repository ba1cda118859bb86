package dev.wheelhouse.ui.apps;

import dev.wheelhouse.ui.apps.list.AppLine;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.list.ListModel;
import dev.wheelhouse.ui.list.LiveRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.ListChangeListener;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.HBox;

/** Filters the list of apps beside its text: by state, with how many of each, and by server. */
final class AppFilter {

    private static final List<AppGroup> GROUPS = List.of(AppGroup.values());
    private static final double WIDEST_SERVER = 180;

    private final ListModel<AppLine> model;
    private final ObjectProperty<AppGroup> group = new SimpleObjectProperty<>(this, "group", AppGroup.ALL);
    private final HBox groups = new HBox();
    private final ComboBox<ServerChoice> server = new ComboBox<>();

    AppFilter(ListModel<AppLine> model) {
        this.model = model;
        Segments.fill(groups, GROUPS, group, AppGroup::words);
        groups.getStyleClass().add("range-buttons");
        groups.setId("groups");
        groups.setAlignment(Pos.CENTER_LEFT);
        server.setId("server");
        server.setMaxWidth(WIDEST_SERVER);
        server.setAccessibleText("Server");
        server.managedProperty().bind(server.visibleProperty());
        server.getItems().setAll(ServerChoice.ALL);
        server.setValue(ServerChoice.ALL);
        group.addListener(_ -> narrow());
        server.valueProperty().addListener(_ -> {
            narrow();
            show();
        });
        model.list().rows().addListener((ListChangeListener<LiveRow<AppLine>>) _ -> show());
        model.filterProperty().addListener(_ -> show());
        narrow();
        show();
    }

    /** What stands behind the text field. */
    List<Node> nodes() {
        return List.of(groups, server);
    }

    private void narrow() {
        model.narrow(line -> group.get().has(line) && isOnChosen(line), this::reset);
    }

    private void reset() {
        group.set(AppGroup.ALL);
        server.setValue(ServerChoice.ALL);
    }

    private boolean isOnChosen(AppLine line) {
        ServerChoice chosen = server.getValue();
        return chosen == null
                || chosen.id() == null
                || chosen.id().equals(line.app().serverId());
    }

    private void show() {
        for (int i = 0; i < GROUPS.size(); i++) {
            AppGroup each = GROUPS.get(i);
            int count = model.count(line -> each.has(line) && isOnChosen(line));
            ((ToggleButton) groups.getChildren().get(i)).setText(each.words() + "  " + count);
        }
        List<ServerChoice> choices = new ArrayList<>();
        choices.add(ServerChoice.ALL);
        model.list().rows().stream()
                .map(row ->
                        new ServerChoice(row.line().app().serverId(), row.line().serverName()))
                .distinct()
                .sorted((left, right) -> left.name().compareToIgnoreCase(right.name()))
                .forEach(choices::add);
        if (!choices.equals(server.getItems())) {
            ServerChoice before = server.getValue();
            server.getItems().setAll(choices);
            server.setValue(choices.stream()
                    .filter(each -> before != null && Objects.equals(each.id(), before.id()))
                    .findFirst()
                    .orElse(ServerChoice.ALL));
        }
        server.setVisible(choices.size() > 2);
    }
}
