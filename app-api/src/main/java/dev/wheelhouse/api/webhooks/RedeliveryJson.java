package dev.wheelhouse.api.webhooks;

import dev.wheelhouse.api.http.json.Patch;
import java.time.Instant;

/** The body of {@code POST /outbound-webhooks/{id}/redeliver}. */
record RedeliveryJson(Instant since, Patch<Boolean> failedOnly) {

    boolean isFailedOnly() {
        return Boolean.TRUE.equals(failedOnly.unlessNull("failedOnly"));
    }

    /** @param redelivered how many deliveries are sent again */
    record Answer(int redelivered) {}
}
