package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.platform.json.WireName;

/** Why a run is made. */
public enum RunTrigger implements WireName {
    /** The configuration's first. */
    FIRST,
    SCHEDULE,
    MANUAL,
    /** WAL is missing, so that the bases before it lead no further. */
    GAP,
    /** Made by a console that is lost. */
    ADOPTED
}
