package dev.wheelhouse.ui.databases.tabs;

import dev.wheelhouse.core.databases.DatabaseConnection;

/** Makes the tabs of one kind. Called on the window's thread; must not wait for a database. */
@FunctionalInterface
public interface TabFactory {

    /**
     * @param connection as it is now
     * @param state what to open, see {@link TabState}; a state kept from an earlier version may lack fields
     * @param navigator for what the tab leads to
     */
    DatabaseTab open(DatabaseConnection connection, TabState state, TabNavigator navigator);
}
