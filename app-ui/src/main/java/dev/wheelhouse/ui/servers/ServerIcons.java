package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.servers.ServerStatus;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;

/** How servers look, wherever one is shown. */
public final class ServerIcons {

    private ServerIcons() {}

    /** The state as a sign and a word, never by colour alone. */
    public static Label state(ShownServer server) {
        ServerState how = server.state();
        FontIcon icon = new FontIcon(how.icon);
        icon.getStyleClass().add(server.status() == ServerStatus.OFFLINE ? ServerState.OFFLINE.style : how.style);
        Label state = new Label(how.words, icon);
        state.setGraphicTextGap(6);
        state.setMinWidth(Region.USE_PREF_SIZE);
        return state;
    }

    /** The kind, the name and below it the address. */
    public static HBox name(ShownServer server) {
        Label name = new Label(server.name());
        name.getStyleClass().add("h3");
        Label address = new Label(server.address());
        address.getStyleClass().addAll("dim", "small");
        address.setMinWidth(0);
        VBox words = new VBox(2, name, address);
        words.setAlignment(Pos.CENTER_LEFT);
        words.setMinWidth(0);
        HBox row = new HBox(12, new FontIcon(icon(server)), words);
        row.setAlignment(Pos.CENTER_LEFT);
        row.setMinWidth(0);
        return row;
    }

    /** The own machine and others. */
    public static String icon(ShownServer server) {
        return server.isOwn() ? "fth-monitor" : "fth-server";
    }
}
