package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.platform.json.WireName;

/** Who puts the records of a domain into its zone. */
public enum DnsMode implements WireName {
    /** People, by hand. */
    MANUAL,
    /** The console, when somebody asks it to. */
    MANAGED
}
