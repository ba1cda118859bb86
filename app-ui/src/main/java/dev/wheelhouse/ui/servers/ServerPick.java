package dev.wheelhouse.ui.servers;

import dev.wheelhouse.ui.list.LiveRow;
import java.util.List;
import javafx.beans.property.StringProperty;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import javafx.collections.WeakListChangeListener;
import javafx.scene.control.ComboBox;

/** A server to run on, as the selector shows it. */
public record ServerPick(String id, String name, String address) {

    @Override
    public String toString() {
        return name + "  ·  " + address;
    }

    /** Keeps a selector and the id of the chosen server the same, while servers come and go. */
    public static void fill(
            ComboBox<ServerPick> box, ObservableList<LiveRow<ServerLine>> servers, StringProperty chosen) {
        Runnable show = () -> {
            List<ServerPick> now = servers.stream()
                    .map(LiveRow::line)
                    .map(each ->
                            new ServerPick(each.id(), each.name(), each.server().address()))
                    .toList();
            if (!now.equals(box.getItems())) {
                box.getItems().setAll(now);
            }
            choose(box, chosen.get());
        };
        ListChangeListener<LiveRow<ServerLine>> onServers = _ -> show.run();
        // The box keeps it alive for as long as the form is there.
        box.setUserData(onServers);
        servers.addListener(new WeakListChangeListener<>(onServers));
        chosen.addListener((_, _, id) -> choose(box, id));
        box.setOnAction(_ -> {
            ServerPick now = box.getValue();
            if (now != null) {
                chosen.set(now.id());
            }
        });
        show.run();
    }

    private static void choose(ComboBox<ServerPick> box, String id) {
        box.getItems().stream()
                .filter(each -> each.id().equals(id) && !each.equals(box.getValue()))
                .findFirst()
                .ifPresent(box::setValue);
    }
}
