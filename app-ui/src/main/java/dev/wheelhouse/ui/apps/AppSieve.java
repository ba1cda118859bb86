package dev.wheelhouse.ui.apps;

import dev.wheelhouse.ui.apps.list.AppLine;
import dev.wheelhouse.ui.list.LiveRow;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javafx.collections.ListChangeListener;
import javafx.scene.control.ComboBox;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;

/** What the list of apps is sifted by, beside its text: how they are, with how many of each, and their server. */
final class AppSieve {

    private final AppsViewModel model;
    private final ComboBox<ServerChoice> server;
    private final Map<AppGroup, ToggleButton> buttons = new EnumMap<>(AppGroup.class);

    AppSieve(AppsViewModel model, HBox groups, ComboBox<ServerChoice> server) {
        this.model = model;
        this.server = server;
        makeGroups(groups);
        server.getItems().setAll(ServerChoice.ALL);
        server.getSelectionModel().selectFirst();
        server.setAccessibleText("Server");
        server.getSelectionModel().selectedItemProperty().addListener((_, _, now) -> {
            if (now != null) {
                model.serverProperty().set(now.id());
            }
        });
        model.serverProperty().addListener(_ -> choose());
        model.list().rows().addListener((ListChangeListener<LiveRow<AppLine>>) _ -> show());
        model.filterProperty().addListener(_ -> show());
        model.serverProperty().addListener(_ -> show());
        show();
    }

    private void makeGroups(HBox place) {
        ToggleGroup group = new ToggleGroup();
        AppGroup[] values = AppGroup.values();
        for (int i = 0; i < values.length; i++) {
            AppGroup each = values[i];
            ToggleButton button = new ToggleButton();
            button.getStyleClass().add(i == 0 ? "left-pill" : i == values.length - 1 ? "right-pill" : "center-pill");
            button.setToggleGroup(group);
            button.setSelected(each == model.groupProperty().get());
            button.setMinWidth(Region.USE_PREF_SIZE);
            button.setOnAction(_ -> {
                // A second click on the chosen one must not leave none.
                button.setSelected(true);
                model.groupProperty().set(each);
            });
            model.groupProperty().addListener((_, _, now) -> button.setSelected(now == each));
            buttons.put(each, button);
            place.getChildren().add(button);
        }
    }

    private void show() {
        buttons.forEach((group, button) -> button.setText(group.words() + "  " + model.count(group)));
        List<ServerChoice> choices = new ArrayList<>();
        choices.add(ServerChoice.ALL);
        model.list().rows().stream()
                .map(row ->
                        new ServerChoice(row.line().app().serverId(), row.line().serverName()))
                .distinct()
                .sorted((left, right) -> left.name().compareToIgnoreCase(right.name()))
                .forEach(choices::add);
        if (!choices.equals(server.getItems())) {
            server.getItems().setAll(choices);
            choose();
        }
        boolean several = choices.size() > 2;
        server.setVisible(several);
        server.setManaged(several);
    }

    private void choose() {
        server.getItems().stream()
                .filter(each -> Objects.equals(each.id(), model.serverProperty().get()))
                .findFirst()
                .ifPresent(server.getSelectionModel()::select);
    }
}
