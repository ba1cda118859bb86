package dev.wheelhouse.core.mail.records;

import dev.wheelhouse.core.platform.json.WireName;

/** How far a record, or a whole mail domain, is. */
public enum RecordStatus implements WireName {
    PENDING,
    VERIFIED,
    FAILED
}
