package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.platform.json.WireName;

/** What a run makes. */
public enum RunKind implements WireName {
    /** A base backup of a cluster. */
    BASE,
    /** A dump of a database, or a copy of a file. */
    LOGICAL;

    static RunKind of(BackupType type) {
        return type.isLogical() ? LOGICAL : BASE;
    }
}
