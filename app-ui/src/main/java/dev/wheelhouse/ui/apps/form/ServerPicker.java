package dev.wheelhouse.ui.apps.form;

import dev.wheelhouse.ui.servers.ServerLine;
import dev.wheelhouse.ui.servers.ServerList;
import java.util.List;
import javafx.beans.property.StringProperty;
import javafx.collections.ListChangeListener;
import javafx.collections.WeakListChangeListener;
import javafx.scene.control.ComboBox;

/** Keeps a selector and the id of the chosen server the same, while servers come and go. */
final class ServerPicker {

    private final ComboBox<ServerPick> box;
    private final ServerList servers;
    private final StringProperty chosen;
    private boolean isFilling;

    ServerPicker(ComboBox<ServerPick> box, ServerList servers, StringProperty chosen) {
        this.box = box;
        this.servers = servers;
        this.chosen = chosen;
        ListChangeListener<ServerLine> onServers = _ -> fill();
        // The box keeps it alive for as long as the form is there.
        box.setUserData(onServers);
        servers.items().addListener(new WeakListChangeListener<>(onServers));
        box.getSelectionModel().selectedItemProperty().addListener((_, _, now) -> {
            if (now != null && !isFilling) {
                chosen.set(now.id());
            }
        });
        chosen.addListener(_ -> choose());
        fill();
    }

    private void fill() {
        List<ServerPick> now = servers.items().stream()
                .map(each -> new ServerPick(
                        each.id(), each.name(), each.server().settings().address()))
                .toList();
        if (!now.equals(box.getItems())) {
            isFilling = true;
            box.getItems().setAll(now);
            isFilling = false;
        }
        choose();
    }

    private void choose() {
        box.getItems().stream()
                .filter(each -> each.id().equals(chosen.get()))
                .findFirst()
                .ifPresent(box.getSelectionModel()::select);
    }
}
