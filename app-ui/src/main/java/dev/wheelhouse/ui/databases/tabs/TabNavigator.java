package dev.wheelhouse.ui.databases.tabs;

/** Where a tab or the tree may lead. Called on the window's thread. */
public interface TabNavigator {

    /**
     * Brings the tab to the front that shows this, or opens it. A table is opened once per connection, schema and name
     * unless the state has {@code filters}: then it opens beside (following a foreign key).
     */
    void open(TabState state);

    /** What {@link DatabaseTab#saved} of some tab answers has changed; it is written a moment later. */
    void stateChanged();
}
