package dev.wheelhouse.core.platform.settings;

import dev.wheelhouse.core.platform.json.WireName;

/** How mail is protected on its way to the mail server. */
public enum SmtpSecurity implements WireName {
    /** Begins in the clear and is refused unless it can be encrypted (RFC 3207). */
    STARTTLS(587),
    /** Encrypted from the first byte (RFC 8314). */
    TLS(465),
    NONE(25);

    private final int usualPort;

    SmtpSecurity(int usualPort) {
        this.usualPort = usualPort;
    }

    public int usualPort() {
        return usualPort;
    }
}
