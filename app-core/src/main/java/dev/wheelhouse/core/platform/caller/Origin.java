package dev.wheelhouse.core.platform.caller;

/** Which face of the console a call came through. */
public enum Origin {
    WINDOW,
    HTTP,
    ASSISTANT,
    MCP
}
