package dev.wheelhouse.ui.databases.tabs;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.controls.tabs.TabHeader;
import dev.wheelhouse.ui.controls.tabs.TabStrip;
import dev.wheelhouse.ui.databases.EnvironmentStyle;
import java.util.List;
import javafx.scene.Parent;
import javafx.scene.control.Tab;
import javafx.scene.control.Tooltip;
import org.jspecify.annotations.Nullable;

/** A tab of the strip with what it holds. */
final class OpenTab implements TabStrip.Content {

    private final TabState opening;
    private final DatabaseTab content;
    private final TabHeader header = new TabHeader();
    private DatabaseConnection connection;
    private @Nullable Tab tab;

    OpenTab(TabState opening, DatabaseTab content, DatabaseConnection connection) {
        this.opening = opening;
        this.content = content;
        this.connection = connection;
        content.titleProperty().addListener(_ -> describe());
        describe();
    }

    /** It stands in the strip now. */
    void setTab(Tab made) {
        tab = made;
        describe();
    }

    private void describe() {
        header.show(content.icon(), content.title(), EnvironmentStyle.dot(connection));
        if (tab != null) {
            tab.setTooltip(new Tooltip(content.title() + "\n" + connection.name() + " · "
                    + EnvironmentStyle.words(connection.environment()) + "\n"
                    + connection.target().address()));
        }
    }

    void connectionChanged(DatabaseConnection now) {
        connection = now;
        content.connectionChanged(now);
        describe();
    }

    @Override
    public String title() {
        return content.title();
    }

    @Override
    public String icon() {
        return content.icon();
    }

    @Override
    public Parent root() {
        return content.root();
    }

    @Override
    public void onShow() {
        content.onShow();
    }

    @Override
    public void focus() {
        content.focus();
    }

    @Override
    public void onHide() {
        content.onHide();
    }

    @Override
    public List<Action> actions() {
        return content.actions();
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

    TabHeader header() {
        return header;
    }
}
