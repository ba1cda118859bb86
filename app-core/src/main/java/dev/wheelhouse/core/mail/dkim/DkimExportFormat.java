package dev.wheelhouse.core.mail.dkim;

import dev.wheelhouse.core.platform.json.WireName;

/** For which program a key is written. */
public enum DkimExportFormat implements WireName {
    /** The key alone, as PEM (RFC 7468 section 10). */
    PKCS8,
    /** The key and the lines of KeyTable and SigningTable (opendkim.conf(5)). */
    OPENDKIM,
    /** The key, the domain's line of a map of selectors, and {@code dkim_signing.conf}. */
    RSPAMD
}
