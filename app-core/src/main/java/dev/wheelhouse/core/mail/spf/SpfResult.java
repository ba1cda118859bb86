package dev.wheelhouse.core.mail.spf;

import dev.wheelhouse.core.platform.json.WireName;

/** The results of RFC 7208 section 2.6. */
public enum SpfResult implements WireName {
    NONE,
    NEUTRAL,
    PASS,
    FAIL,
    SOFTFAIL,
    TEMPERROR,
    PERMERROR
}
