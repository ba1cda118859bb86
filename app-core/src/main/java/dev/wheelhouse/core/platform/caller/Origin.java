package dev.wheelhouse.core.platform.caller;

import dev.wheelhouse.core.platform.json.WireName;

/** Which face of the console a call came through. */
public enum Origin implements WireName {
    WINDOW,
    HTTP,
    /** Work that was due. */
    CONSOLE,
    /** A request that its signature proves. */
    HOOK,
    ASSISTANT,
    MCP
}
