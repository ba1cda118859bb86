package dev.wheelhouse.core.mail.publish;

import dev.wheelhouse.core.platform.json.WireName;

/** How messages are signed with a shared secret (RFC 8945 section 6). */
public enum TsigAlgorithm implements WireName {
    HMAC_SHA1,
    HMAC_SHA224,
    HMAC_SHA256,
    HMAC_SHA384,
    HMAC_SHA512;

    @Override
    public String wireName() {
        return WireName.super.wireName().replace('_', '-');
    }
}
