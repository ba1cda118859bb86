package dev.wheelhouse.core.servers;

import dev.wheelhouse.core.platform.json.WireName;

/** Whether a server answers this console. */
public enum ServerStatus implements WireName {
    ONLINE,
    OFFLINE,
    /** Nobody has asked it since the console started. */
    UNKNOWN;
}
