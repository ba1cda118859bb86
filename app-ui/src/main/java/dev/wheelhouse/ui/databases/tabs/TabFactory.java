package dev.wheelhouse.ui.databases.tabs;

import dev.wheelhouse.core.databases.DatabaseConnection;
import java.util.List;

/** Makes the tabs of one kind. Called on the window's thread; must not wait for a database. */
@FunctionalInterface
public interface TabFactory {

    /**
     * @param connection as it is now
     * @param state what to open, see {@link TabState}; a state kept from an earlier version may lack fields
     * @param navigator for what the tab leads to
     */
    DatabaseTab open(DatabaseConnection connection, TabState state, TabNavigator navigator);

    /** A tab that was closed cannot be opened again from this any more; what was kept for it may go. */
    default void forget(TabState state) {}

    /** The tabs of last time are back; these are all states that can be opened. Called once. */
    default void restored(List<TabState> known) {}
}
