package dev.wheelhouse.core.platform.delivery;

/** Whether a target hears of an event. */
public enum Hearing {
    ALWAYS,

    /** Where it resolves what the target was told. */
    IF_OPEN,

    NEVER
}
