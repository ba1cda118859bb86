package dev.wheelhouse.core.databases.edits;

import dev.wheelhouse.core.platform.json.WireName;

/** What an edit does to its row. */
public enum EditOperation implements WireName {
    INSERT,
    UPDATE,
    DELETE;
}
