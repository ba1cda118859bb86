package dev.wheelhouse.core.platform.delivery;

import dev.wheelhouse.core.platform.json.WireName;

/** How a delivery is. */
public enum DeliveryStatus implements WireName {
    /** It was tried in vain and waits for its next attempt. */
    PENDING,
    SUCCEEDED,
    /** It is not tried again unless somebody asks for it. */
    FAILED
}
