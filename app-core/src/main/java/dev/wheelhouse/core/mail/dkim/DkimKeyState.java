package dev.wheelhouse.core.mail.dkim;

import dev.wheelhouse.core.platform.json.WireName;

/** What a key of a domain is for. */
public enum DkimKeyState implements WireName {
    SIGNING,
    /** It signs once its record is seen everywhere and somebody switches to it. */
    NEXT,
    /** It signed; what it signed may still be on its way, so its record stays. */
    RETIRED,
    /** Nobody may take what it signs; its private part is gone. */
    REVOKED
}
