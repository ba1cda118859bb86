package dev.wheelhouse.core.mail.publish;

import dev.wheelhouse.core.platform.json.WireName;

/** What publishing does about a record. */
public enum PlanAction implements WireName {
    ADD,
    /** Only of what this console made. */
    CHANGE,
    /** Only of what this console made, with exactly the value that it has published. */
    REMOVE,
    /** It is right already, whoever made it. */
    KEEP,
    /** A record that somebody else made stands in the way: it stays unless the row is ticked. */
    FOREIGN,
    /** The name is not in the zone. */
    OUTSIDE
}
