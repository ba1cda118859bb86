package dev.wheelhouse.core.apps;

import java.util.Locale;

/** What people want of an app. */
enum Wanted {
    RUNNING,
    STOPPED;

    String storedName() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Wanted stored(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
