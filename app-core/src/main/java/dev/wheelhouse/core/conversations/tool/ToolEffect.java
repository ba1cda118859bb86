package dev.wheelhouse.core.conversations.tool;

import dev.wheelhouse.core.platform.json.WireName;

/** What a tool does to what it works on. */
public enum ToolEffect implements WireName {
    /** Runs at once. */
    READS,
    /** Becomes a step of a plan. */
    CHANGES,
    /** As {@link #CHANGES}, of what may not come back: data, or whatever a command does. */
    DESTROYS
}
