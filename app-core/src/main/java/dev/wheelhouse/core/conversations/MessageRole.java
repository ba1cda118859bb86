package dev.wheelhouse.core.conversations;

import dev.wheelhouse.core.platform.json.WireName;

/** Whose words a message has. */
public enum MessageRole implements WireName {
    USER,
    ASSISTANT,
    /** The console: what came of a plan, or why there is no answer. */
    SYSTEM
}
