package dev.wheelhouse.core.servers;

import dev.wheelhouse.core.platform.json.WireName;

/** How the console logs in to a server. */
public enum ServerAuthType implements WireName {
    /** With a private key that is stored here. */
    KEY,
    PASSWORD,
    /** With the keys of the SSH agent that the console was started with. */
    AGENT;
}
