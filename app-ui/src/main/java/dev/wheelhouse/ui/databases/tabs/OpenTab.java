package dev.wheelhouse.ui.databases.tabs;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.ui.databases.EnvironmentStyle;
import javafx.scene.control.Tab;
import javafx.scene.control.Tooltip;

/** A tab of the strip with what it holds. */
final class OpenTab {

    private final TabState opening;
    private final DatabaseTab content;
    private final Tab tab = new Tab();
    private final TabHeader header = new TabHeader();
    private DatabaseConnection connection;

    OpenTab(TabState opening, DatabaseTab content, DatabaseConnection connection) {
        this.opening = opening;
        this.content = content;
        this.connection = connection;
        tab.setContent(content.root());
        tab.setGraphic(header);
        content.titleProperty().addListener(_ -> describe());
        describe();
    }

    private void describe() {
        header.show(content.icon(), content.title(), EnvironmentStyle.dot(connection));
        tab.setTooltip(new Tooltip(content.title() + "\n" + connection.name() + " · "
                + EnvironmentStyle.words(connection.environment()) + "\n"
                + connection.target().address()));
    }

    void connectionChanged(DatabaseConnection now) {
        connection = now;
        content.connectionChanged(now);
        describe();
    }

    TabState opening() {
        return opening;
    }

    DatabaseTab content() {
        return content;
    }

    DatabaseConnection connection() {
        return connection;
    }

    Tab tab() {
        return tab;
    }

    TabHeader header() {
        return header;
    }
}
