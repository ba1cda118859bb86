package dev.wheelhouse.core.servers;

import dev.wheelhouse.core.platform.json.WireName;

/** How a server is reached. */
public enum ServerKind implements WireName {
    /** The machine that a console runs on. */
    LOCAL,
    SSH;
}
