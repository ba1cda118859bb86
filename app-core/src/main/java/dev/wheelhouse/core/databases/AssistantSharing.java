package dev.wheelhouse.core.databases;

import dev.wheelhouse.core.platform.json.WireName;

/** What of a database assistants may be told, those that run elsewhere and those on this machine alike. */
public enum AssistantSharing implements WireName {
    NOTHING,
    /** Names and types of tables, columns and indexes, and how many rows there are. */
    NAMES,
    /** What its rows hold, too. */
    ROWS;

    /** What holds where nobody has said otherwise. */
    public static AssistantSharing standard(Environment environment) {
        return environment == Environment.PRODUCTION ? NAMES : ROWS;
    }

    /** What holds after a database was moved to another environment: what was usual follows, another choice stays. */
    public AssistantSharing moved(Environment before, Environment now) {
        return this == standard(before) ? standard(now) : this;
    }
}
