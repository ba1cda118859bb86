package dev.wheelhouse.core.databases.edits;

import java.util.Locale;

/** What an edit does to its row. */
public enum EditOperation {
    INSERT,
    UPDATE,
    DELETE;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
