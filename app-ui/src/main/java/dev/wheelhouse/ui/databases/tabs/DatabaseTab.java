package dev.wheelhouse.ui.databases.tabs;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.ui.action.Action;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.scene.Parent;

/**
 * What a tab of the databases screen holds: a table's rows, a SQL editor, a history. Lives on the window's thread. Made
 * by a {@link TabFactory}; {@link #dispose} is its last call.
 */
public interface DatabaseTab {

    /** Short, without the connection's name, which the tab strip adds; may change, as "orders.sql •" does. */
    ReadOnlyStringProperty titleProperty();

    default String title() {
        return titleProperty().get();
    }

    /** An Ikonli literal such as {@code fth-grid}. */
    String icon();

    /** Built once; the same node at every call. */
    Parent root();

    /** The tab is in front now and its screen is shown. Registers what moves; called again after each hide. */
    void onShow();

    /** Takes the keyboard. */
    void focus();

    /** Releases what {@link #onShow} registered. Staged work stays. */
    void onHide();

    /** For the palette and the shortcuts, while the tab is in front. */
    List<Action> actions();

    /** What brings the tab back after a restart; empty for a tab that does not come back. Cheap: asked often. */
    Optional<TabState> saved();

    /** What closing loses, a few words each, such as {@code 2 changed rows of orders}; empty when nothing. */
    List<String> unsaved();

    /** The connection was edited: another name, environment, colour or lock. Its id is the same. */
    void connectionChanged(DatabaseConnection connection);

    /** The connection was deleted and the tab closes: keeps what only stands here in a place that outlives it. */
    default void connectionDeleted() {}

    /** The window closes; what waits to be written is written before this returns. */
    default void onClose() {}

    /** The tab is closed for good: cancels what runs, gives back sessions. */
    void dispose();
}
