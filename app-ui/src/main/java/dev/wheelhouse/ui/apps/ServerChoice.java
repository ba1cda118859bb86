package dev.wheelhouse.ui.apps;

import org.jspecify.annotations.Nullable;

/**
 * A server to choose from.
 *
 * @param id null for all of them
 */
record ServerChoice(@Nullable String id, String name) {

    static final ServerChoice ALL = new ServerChoice(null, "All servers");

    @Override
    public String toString() {
        return name;
    }
}
