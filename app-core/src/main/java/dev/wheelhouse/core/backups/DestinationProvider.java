package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.platform.json.WireName;

/** What keeps the objects of backups. */
public enum DestinationProvider implements WireName {
    /** A directory of the console's machine. */
    FILE
}
