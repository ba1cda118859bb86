package dev.wheelhouse.core.mail.records;

import dev.wheelhouse.core.platform.json.WireName;

/** The algorithm of a DKIM key, as the tag {@code k} has it. */
public enum DkimKeyType implements WireName {
    /** Of 2048 bits (RFC 8301 section 3.2). */
    RSA,
    /** RFC 8463; not every receiver knows it. */
    ED25519
}
