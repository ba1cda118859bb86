package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.platform.json.WireName;

/** How far a publication is. */
public enum PublicationStatus implements WireName {
    /** Nothing was done yet. */
    PREVIEWED,
    /** Kept before the zone is asked to change, so that a console that dies leaves a trace. */
    APPLYING,
    APPLIED,
    UNDOING,
    UNDONE,
    /** The zone was left as it was. */
    REFUSED,
    /** The zone is neither as it was nor as it should be. */
    UNKNOWN
}
