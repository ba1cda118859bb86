package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.json.WireName;

/** What happens once a console is back after due times that it was not there for. */
public enum MissedPolicy implements WireName {
    /** One run for all of them. */
    RUN_ONCE,
    /** They stay missed. */
    SKIP
}
